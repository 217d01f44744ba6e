/** Jobs about chat templates, and their answers. */
import type {
  JsonValue,
  LlamacppModel,
  PromptEnd,
  Rendering,
  SettingProblem,
  Span,
  TemplateConversation,
  TemplateFailure,
  TemplateSettings,
} from '../../core/index.ts';

/** A conversation of a template: one of the case, by what it holds, or one that is the same for all, by its id. */
interface AskedConversation {
  readonly id: string;
  /** Null for one that the core knows. */
  readonly conversation: TemplateConversation | null;
}

/** Renders a chat template with one conversation, or with two, and says whether it can with all of them. */
export interface TemplateJob extends TemplateSettings {
  readonly text: string;
  readonly conversations: readonly AskedConversation[];
  /** Ids of those whose prompts are wanted. */
  readonly wanted: readonly string[];
}

/** Looks for what goes wrong between a chat template and messages, and for what it teaches. */
export interface TemplateFindingsJob extends TemplateSettings {
  readonly text: string;
  /** The reply of the case; '' where there is none. */
  readonly reply: string;
  /** The conversation of the case, before its reply. */
  readonly conversation: TemplateConversation;
  /** The same with the reply and the results of its calls. */
  readonly after: TemplateConversation;
}

/** Asks what the prompt of a conversation ends inside of. */
export interface PromptEndJob extends TemplateSettings {
  readonly text: string;
  readonly conversation: TemplateConversation;
}

/** Asks for the prompt that llama.cpp makes with the template of a model. */
export interface LlamacppPromptJob {
  readonly model: LlamacppModel;
  readonly system: string;
  readonly user: string;
  /** JSON text of a list in OpenAI's form; '' for none. */
  readonly tools: string;
  /** The local time, as `2026-11-23 09:05`. */
  readonly date: string;
}

/** A prompt, what it was made of, and what of the template it never came to. */
export interface RenderedConversation {
  readonly id: string;
  readonly conversation: TemplateConversation;
  /** The variables that the template was given besides. */
  readonly variables: readonly (readonly [name: string, value: JsonValue])[];
  readonly documents: JsonValue;
  readonly rendering: Rendering;
  readonly unrun: readonly Span[];
}

/** What a template makes of each conversation. */
export interface ConversationOutcome {
  readonly id: string;
  readonly failure: TemplateFailure | null;
  /** UTF-16 units of the prompt. */
  readonly length: number;
}

export interface PromptEndAnswer {
  /** Whether the template made a prompt of the conversation. */
  readonly isRendered: boolean;
  readonly end: PromptEnd | null;
}

export interface TemplateAnswer {
  /** In the order in which they were wanted. */
  readonly rendered: readonly RenderedConversation[];
  readonly outcomes: readonly ConversationOutcome[];
  readonly problems: readonly SettingProblem[];
}
