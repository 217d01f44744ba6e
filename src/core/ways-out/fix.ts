import type { Safety, Trial } from '../reader/index.ts';
import type { Edit } from '../text/document/index.ts';
import type { ToolsChange } from './plainer-tools.ts';

/** Another runtime that returns the calls that were meant. */
interface OtherRuntime {
  readonly runtime: string;
  /** Whether it was written for a format of the reply. */
  readonly isWrittenFor: boolean;
  /** Whether it belongs to another model than the one that wrote the reply, as far as its format tells. */
  readonly isOfOtherModel: boolean;
  /** Whether it comes with a chat template: with that of another model, the model gets another prompt, and may answer otherwise. */
  readonly changesPrompt?: boolean;
}

/** Something that was tried, and after which the calls come that were meant. */
export type WayOut =
  /** Another runtime of the same project. */
  | ({ readonly kind: 'flag' } & OtherRuntime)
  /** A runtime of another project. */
  | ({ readonly kind: 'engine' } & OtherRuntime)
  /** The same server with another reasoning parser, by its flag; empty for none. */
  | { readonly kind: 'reasoning'; readonly parser: string }
  | ({ readonly kind: 'tools' } & ToolsChange)
  /** A system prompt that asks for a format of the runtime, in the place of the one that it asks for. */
  | { readonly kind: 'prompt'; readonly format: string }
  /** The request asks for the whole reply: only the stream loses something. */
  | { readonly kind: 'whole' }
  /** The server makes the model write its own format: it constrains what the model may write. */
  | { readonly kind: 'constrain'; readonly format: string }
  /** Another sample of the model, or another model: `isOther`, one that was trained on a format which the runtime reads. */
  | { readonly kind: 'model'; readonly format: string; readonly isOther: boolean }
  | { readonly kind: 'edit'; readonly edit: Edit };

/** A way out, and what came of trying it. */
export interface Fix {
  readonly what: WayOut;
  readonly tried: {
    /** On this reply. Where the model has to write something else, on the same calls in that form. */
    readonly reply: Trial;
    /** On the calls as a model writes them that keeps to its format; null where nobody knows that form, and for an edit. */
    readonly correct: Trial | null;
  };
  /** What a correct reply loses by it, as a sentence; null for a safe fix. */
  readonly breaks: string | null;
  /** Its place in the list, from 0. A safe one comes before all that break something. */
  readonly rank: number;
}

/** What is tried, before it has its place. */
export type Found = Omit<Fix, 'rank'>;

/** The kinds in the order of what lasts longest, where the model wrote its own format; an edit helps this one reply. */
const usual: readonly WayOut['kind'][] = [
  'reasoning',
  'flag',
  'whole',
  'tools',
  'engine',
  'prompt',
  'edit',
  'constrain',
  'model',
];

/** The same where it left its format: no parser mends that. */
const afterLeaving: readonly WayOut['kind'][] = [
  'reasoning',
  'prompt',
  'constrain',
  'model',
  'tools',
  'edit',
  'whole',
  'flag',
  'engine',
];

export function fix(what: WayOut, reply: Trial, { correct, breaks }: Safety): Found {
  return { what, tried: { reply, correct }, breaks };
}

/** What is safe is worth most, then what streams, then what was written for the format of the reply, then what is of its model. */
export function worth({ what, tried, breaks }: Found): number {
  const isWritten = 'isWrittenFor' in what && what.isWrittenFor;
  const points = [breaks === null, tried.reply.streamed, isWritten, !isOfOtherModel(what)];
  return points.reduce((sum, point) => sum * 2 + Number(point), 0);
}

/** The parser or the template of another model happens to read the reply; nobody promises that it goes on to. */
function isOfOtherModel(what: WayOut): boolean {
  return 'isOfOtherModel' in what && what.isOfOtherModel;
}

function isOfOtherTemplate(what: WayOut): boolean {
  return isOfOtherModel(what) && 'changesPrompt' in what && what.changesPrompt === true;
}

/** @param isLeft whether the model left its format */
export function inOrder(ways: readonly Found[], isLeft: boolean): readonly Fix[] {
  const kinds = isLeft ? afterLeaving : usual;
  const place = ({ what, breaks }: Found): number =>
    kinds.indexOf(what.kind) +
    kinds.length * (isOfOtherTemplate(what) ? 3 : breaks !== null ? 2 : isOfOtherModel(what) ? 1 : 0);
  return ways.toSorted((one, other) => place(one) - place(other)).map((way, rank) => ({ ...way, rank }));
}
