import type { ChainEntry, CustomFormat, PackedRecording } from '../../core/index.ts';

/** A call that whoever made the link expects to be extracted. `argumentsText` is JSON as they typed it. */
export interface ExpectedCall {
  readonly name: string;
  readonly argumentsText: string;
}

/** What a reply is compared with: other settings, or another text. */
export interface ComparedSide {
  /** Its own text, or null for the same text. */
  readonly text: string | null;
  /** JSON text of its own native calls beside its own text; absent for those of the page. */
  readonly native?: string;
  readonly profile: string;
  readonly nativeToolCalls: 'true' | 'false' | 'absent';
  readonly selfContained: boolean;
  /** Absent where nothing is said about it. */
  readonly thinking?: 'on' | 'off';
}

/** What a tool returned, as somebody entered it. */
export interface EnteredOutcome {
  readonly kind: 'ok' | 'error' | 'halt';
  readonly code: string;
  readonly content: string;
}

/** It answers the call at index `call` of the reply, from 0, as long as that call has this name. */
export interface EnteredResult extends EnteredOutcome {
  readonly call: number;
  readonly name: string;
}

/** A result for an id that no call of the reply need have. */
export interface EnteredStray extends EnteredOutcome {
  readonly id: string;
}

/** What came back for a reply. */
export interface ReplyResults {
  readonly results: readonly EnteredResult[];
  readonly strays: readonly EnteredStray[];
}

/** A reply that is not the one on the page, with what came back for it. */
export interface OtherTurn extends ReplyResults {
  readonly text: string;
  readonly native: string;
  readonly recording: PackedRecording | null;
}

/** The conversation around the reply on the page. */
export interface LoopState extends ReplyResults {
  /** What the user asked first. */
  readonly asked: string;
  /** The turns before the reply, oldest first. */
  readonly earlier: readonly OtherTurn[];
  /** The turns after it, when somebody went back, oldest first. */
  readonly later: readonly OtherTurn[];
}

/** What all runtimes are sorted by: by engine in the order of the picker, or by one column. */
export const matrixSorts = ['engine', 'whole', 'streamed', 'lost', 'parting'] as const;

/** How the list of all runtimes is looked at. */
export interface MatrixState {
  /** All, those that answer otherwise than the chosen runtime, or the chosen and the pinned ones. */
  readonly show: 'all' | 'differ' | 'mine';
  /** Words of an engine, a flag or a format. */
  readonly wanted: string;
  readonly sort: (typeof matrixSorts)[number];
}

/**
 * The conversations that a template can be rendered with: the one of the case, before its reply or with it and what came
 * back, and four that are the same for every template.
 */
export const templateConversations = ['before', 'after', 'plain', 'tools', 'call', 'calls'] as const;

export type TemplateConversation = (typeof templateConversations)[number];

/** A chat template, and how it is rendered. */
export interface TemplateState {
  /** As written. */
  readonly text: string;
  /** Where it came from, as the page names it: the name of a file, or of one of our own templates; '' for unknown. */
  readonly name: string;
  /** JSON text of an object with variables of its own, as typed, which need not be valid; '' for none. */
  readonly variables: string;
  /** JSON text of the variable `documents`, as typed; '' for none. */
  readonly documents: string;
  /** Whether the tools are passed. */
  readonly tools: boolean;
  /** The variable `enable_thinking`; 'absent' where it is not passed. */
  readonly thinking: 'absent' | 'on' | 'off';
  /** The variable `add_generation_prompt`. */
  readonly generation: boolean;
  /** Whether the arguments of calls are passed as JSON text, and not as objects. */
  readonly textArguments: boolean;
  /** Whether the system message is the augmented one, where the runtime writes the tools into it. */
  readonly augmented: boolean;
  /** What `strftime_now` answers with, as `2026-11-23 09:05`; '' for the start of the year 2000. */
  readonly date: string;
  readonly shown: TemplateConversation;
  /** What it is compared with; null where it is shown alone. */
  readonly against: TemplateConversation | null;
  /** Index of the pinned step of the rendering, from 0; null when none is pinned. */
  readonly step: number | null;
  /** Whether the view Prompt shows it, and not the augmented prompt. */
  readonly inFront: boolean;
  /** Whether the four conversations that are the same for every template are shown side by side, where there is room. */
  readonly columns: boolean;
}

/** What a link leaves out of a template, and the order of its keys in every link. It never changes. */
export const emptyTemplate: TemplateState = {
  text: '',
  name: '',
  variables: '',
  documents: '',
  tools: true,
  thinking: 'absent',
  generation: true,
  textArguments: false,
  augmented: true,
  date: '',
  shown: 'before',
  against: null,
  step: null,
  inFront: true,
  columns: false,
};

/** THE list of views, in the order of the header. What each is, `ui/views.ts` says. An id is in links forever. */
export const viewIds = ['reply', 'stream', 'prompt', 'loop', 'compare', 'formats'] as const;

export type ViewId = (typeof viewIds)[number];

/** What travels in a permalink: plain data, nothing derived, nothing private. */
export interface LinkState {
  /** The reply text of the model. */
  readonly text: string;
  /** JSON text of `tool_calls` as typed, which need not be valid; '' for none. */
  readonly native: string;
  /** Id of the runtime: a-z, 0-9, `:`, `.`, `_` and `-`. */
  readonly profile: string;
  /** The capability `native_tool_calls`; 'absent' when the provider does not say. */
  readonly nativeToolCalls: 'true' | 'false' | 'absent';
  /** The capability `self_contained_tools`. */
  readonly selfContained: boolean;
  /** JSON text of the tool definitions as typed, which need not be valid; '' for none. */
  readonly tools: string;
  /** The system prompt that the tools are added to. */
  readonly system: string;
  /** Words that ask for tool calls; null for the built-in ones. */
  readonly preamble: string | null;
  /** Whether the tool list of the prompt is the compact one. */
  readonly compact: boolean;
  readonly view: ViewId;
  /** Index of the pinned step in the trace, from 0; null when none is pinned. */
  readonly step: number | null;
  /** null when nothing is expected; an empty list expects that there is no call. */
  readonly expected: readonly ExpectedCall[] | null;
  readonly note: string;
  /** The other side of the comparison; null when nobody has chosen one. */
  readonly compare: ComparedSide | null;
  /** How the text came, chunk by chunk; null when nobody recorded it. */
  readonly recording: PackedRecording | null;
  /** Id of the format whose page is open; null for the list of all. */
  readonly formatPage: string | null;
  /** What the runtime `custom` reads; null for the first definition of the form. */
  readonly custom: CustomFormat | null;
  /** Results and turns of the loop; null when nobody entered any. */
  readonly loop: LoopState | null;
  /** Id of the provider whose handling was chosen; '' for none. */
  readonly provider: string;
  /** The chain of providers, first one first; null for the built-in one. */
  readonly chain: readonly ChainEntry[] | null;
  /** The list of all runtimes in the view Compare; null while two sides are compared. */
  readonly matrix: MatrixState | null;
  /** Whether the request turns thinking on; 'absent' when it does not say. */
  readonly thinking: 'absent' | 'on' | 'off';
  /** Id of the app layer that reads what the client of the runtime receives; '' where nobody has chosen one. */
  readonly appLayer: string;
  /** The chat template of the model; null where there is none. */
  readonly template: TemplateState | null;
}

/**
 * The state of a link that says nothing, and the order of the keys in every link.
 * A link leaves out what equals this, so a changed value here would change what existing links mean:
 * it takes a new version of the link and a migration.
 */
export const emptyLinkState: LinkState = {
  text: '',
  native: '',
  profile: 'exathena',
  nativeToolCalls: 'absent',
  selfContained: false,
  tools: '',
  system: '',
  preamble: null,
  compact: false,
  view: 'reply',
  step: null,
  expected: null,
  note: '',
  compare: null,
  recording: null,
  formatPage: null,
  custom: null,
  loop: null,
  provider: '',
  chain: null,
  matrix: null,
  thinking: 'absent',
  appLayer: '',
  template: null,
};
