import type { WrittenCall, WrittenCase } from '../written-case.ts';

/** What a step shows: what is different from an empty page. */
export interface LessonCase extends Omit<WrittenCase, 'view' | 'compare'> {
  readonly view?: 'reply' | 'stream' | 'prompt' | 'loop';
  /** Flag of the reasoning parser that the server runs first. */
  readonly reasoningParser?: string;
  readonly thinking?: 'absent' | 'on' | 'off';
  /** The chat template of the model, as Jinja. */
  readonly template?: { readonly text: string };
}

/** What can be edited in a step. */
export type EditedField = 'text' | 'native' | 'tools' | 'system' | 'template' | 'profile' | 'reasoningParser';

/** What has to be true of a case. The engine that the case names is asked, or the one in `under`. */
export type Condition =
  /** The client gets exactly these calls of the whole reply; `streamed`: and at the end of its stream. */
  | { readonly must: 'call'; readonly calls: readonly WrittenCall[]; readonly streamed?: true; readonly under?: string }
  /** The client gets so many calls of the whole reply. */
  | { readonly must: 'count'; readonly calls: number; readonly under?: string }
  /** The reply still holds this text. */
  | { readonly must: 'keep'; readonly text: string }
  /** The text that the client gets holds this. */
  | { readonly must: 'show'; readonly text: string }
  | { readonly must: 'hide'; readonly text: string }
  /** Two engines give different calls. */
  | { readonly must: 'differ'; readonly between: readonly [string, string] }
  /** Nothing is wrong with the calls. */
  | { readonly must: 'be-sound' }
  /** The prompt that the chat template makes holds this. */
  | { readonly must: 'prompt'; readonly text: string };

/** A place in a reply, by what the engine did there. */
export type Target =
  | { readonly find: 'marker'; readonly role: 'open' | 'close' }
  /** What was read: `name`, `arguments`, `value`, or a code of the engine. */
  | { readonly find: 'read'; readonly what: string; readonly part?: 'last-character' }
  /** Whole parts of the reply by what became of them. */
  | { readonly find: 'became'; readonly kind: 'content' | 'reasoning' | 'call' | 'lost' | 'malformed' }
  /** The character that an engine could not accept. */
  | { readonly find: 'refused' };

/** What is asked of the engine before it answers. */
export type Prediction =
  /** How many calls does the client get? `streamed`: at the end of the stream. */
  | { readonly of: 'count'; readonly streamed?: true }
  /** Which calls, by name? */
  | { readonly of: 'names' }
  /** Which text does the client get beside the calls? */
  | { readonly of: 'content' }
  /** Which value does the client get for this argument of the first call? Answered as JSON. */
  | { readonly of: 'value'; readonly key: string; readonly streamed?: true }
  /** What becomes of the reply: one of `outcomeChoices`. */
  | { readonly of: 'outcome' }
  /** Which tier of a runtime finds the first call? Answered with its id or its label. */
  | { readonly of: 'tier' }
  /** Which text does the client have after so many chunks of the recording? */
  | { readonly of: 'text-after'; readonly chunks: number };

export interface Option {
  readonly id: string;
  readonly label: string;
  /** What becomes different with it. */
  readonly change: LessonCase;
}

export type Ask =
  | { readonly kind: 'predict'; readonly what: Prediction }
  /** Answered with a selection. */
  | { readonly kind: 'point'; readonly target: Target }
  /** Answered with the edited case. `most`: so many characters may change. */
  | {
      readonly kind: 'fix' | 'break' | 'write';
      readonly edit: readonly EditedField[];
      readonly conditions: readonly Condition[];
      readonly most?: number;
    }
  /** Answered with one place between two chunks. `isLast`: no later place shows it as well. */
  | { readonly kind: 'cut'; readonly shows: 'leak' | 'loss' | 'difference'; readonly isLast?: true }
  /** Answered with an option: with it, every reply gives its calls, whole and streamed. */
  | {
      readonly kind: 'choose';
      readonly among: readonly Option[];
      readonly replies: readonly { readonly text: string; readonly calls: readonly WrittenCall[] }[];
    }
  /** Answered with the one that is to blame: with another in its place, the conditions hold. */
  | { readonly kind: 'tell'; readonly among: readonly Option[]; readonly conditions: readonly Condition[] }
  /** Answered with the items in order: of the engine's steps, or of their places in the prompt of the next turn. */
  | {
      readonly kind: 'order';
      readonly by: 'steps' | 'prompt';
      readonly items: readonly { readonly label: string; readonly at: Target | string }[];
    };

export type AskKind = Ask['kind'];

export interface LessonStep {
  /** One paragraph: what there is to know, and what to do. */
  readonly say: string;
  readonly case: LessonCase;
  readonly ask: Ask;
  /** Shown one at a time. */
  readonly hints: readonly string[];
  /** What the step has shown: read after the right answer. */
  readonly after: string;
}

export interface Lesson {
  readonly id: string;
  readonly title: string;
  /** So long it takes. */
  readonly minutes: number;
  readonly steps: readonly LessonStep[];
}
