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
  /** Absent where the request does not set it. */
  readonly thinking?: 'on' | 'off';
  /** Absent where its server runs no reasoning parser. */
  readonly reasoningParser?: string;
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

/** The list of all runtimes as it is at first. */
export const firstMatrix: MatrixState = { show: 'all', wanted: '', sort: 'engine' };

/**
 * The conversations that a template can be rendered with: the one of the case, before its reply or with it and what came
 * back, and four that are the same for every template.
 */
export const templateConversations = ['before', 'after', 'plain', 'tools', 'call', 'calls'] as const;

export type TemplateConversation = (typeof templateConversations)[number];

/** The value of a row whose type is wider than that of the value. */
export function typed<Value>(value: Value): Value {
  return value;
}

/** The keys of a constant that has every key of its type and no other, or of a part of such a one. */
export function keysOf<Fields extends object>(fields: Fields): readonly (keyof Fields & string)[] {
  return Object.keys(fields) as (keyof Fields & string)[];
}

/**
 * A chat template, and how it is rendered: one row for each field, in the order of the keys in every link. A link leaves out what
 * equals these values, so they never change.
 */
const templateFields = {
  /** As written. */
  text: '',
  /** Where it came from, as the page names it: the name of a file, or of one of our own templates; '' for unknown. */
  name: '',
  /** JSON text of an object with variables of its own, as typed, which need not be valid; '' for none. */
  variables: '',
  /** JSON text of the variable `documents`, as typed; '' for none. */
  documents: '',
  /** Whether the tools are passed. */
  tools: true,
  /** The variable `enable_thinking`; 'absent' where it is not passed. */
  thinking: typed<'absent' | 'on' | 'off'>('absent'),
  /** The variable `add_generation_prompt`. */
  generation: true,
  /** Whether the arguments of calls are passed as JSON text, and not as objects. */
  textArguments: false,
  /** Whether the system message is the augmented one, where the runtime writes the tools into it. */
  augmented: true,
  /** What `strftime_now` answers with, as `2026-11-23 09:05`; '' for the start of the year 2000. */
  date: '',
  shown: typed<TemplateConversation>('before'),
  /** What it is compared with; null where it is shown alone. */
  against: typed<TemplateConversation | null>(null),
  /** Index of the pinned step of the rendering, from 0; null when none is pinned. */
  step: typed<number | null>(null),
  /** Whether the view Prompt shows it, and not the augmented prompt. */
  inFront: true,
  /** Whether the four conversations that are the same for every template are shown side by side, where there is room. */
  columns: false,
};

export type TemplateState = Readonly<typeof templateFields>;

export const emptyTemplate: TemplateState = templateFields;

/** THE list of views, in the order of the header. `src/app/views.ts` says what each is. An id is in links forever. */
export const viewIds = ['reply', 'stream', 'prompt', 'loop', 'compare', 'parser', 'batch', 'formats'] as const;

export type ViewId = (typeof viewIds)[number];

/** A file of Python that reads replies. */
export interface ParserFile {
  readonly path: string;
  readonly text: string;
}

/**
 * What travels in a permalink: plain data, nothing derived, nothing private. One row for each field, with what a link that says
 * nothing means by it, in the order of the keys in every link. A link leaves out what equals this, so a changed value here would
 * change what existing links mean: it takes a new version of the link and a migration.
 */
const linkFields = {
  /** The reply text of the model. */
  text: '',
  /** JSON text of `tool_calls` as typed, which need not be valid; '' for none. */
  native: '',
  /** Id of the runtime: a-z, 0-9, `:`, `.`, `_`, `-` and `@`. */
  profile: typed<string>('exathena'),
  /** The capability `native_tool_calls`; 'absent' when the provider does not say. */
  nativeToolCalls: typed<'true' | 'false' | 'absent'>('absent'),
  /** The capability `self_contained_tools`. */
  selfContained: false,
  /** JSON text of the tool definitions as typed, which need not be valid; '' for none. */
  tools: '',
  /** The system prompt that the tools are added to. */
  system: '',
  /** Words that ask for tool calls; null for the built-in ones. */
  preamble: typed<string | null>(null),
  /** Whether the tool list of the prompt is the compact one. */
  compact: false,
  view: typed<ViewId>('reply'),
  /** Index of the pinned step in the trace, from 0; null when none is pinned. */
  step: typed<number | null>(null),
  /** null when nothing is expected; an empty list expects that there is no call. */
  expected: typed<readonly ExpectedCall[] | null>(null),
  note: '',
  /** The other side of the comparison; null when nobody has chosen one. */
  compare: typed<ComparedSide | null>(null),
  /** How the text came, chunk by chunk; null when nobody recorded it. */
  recording: typed<PackedRecording | null>(null),
  /** Id of the format whose page is open; null for the list of all. */
  formatPage: typed<string | null>(null),
  /** What the runtime `custom` reads; null for the first definition of the form. */
  custom: typed<CustomFormat | null>(null),
  /** Results and turns of the loop; null when nobody entered any. */
  loop: typed<LoopState | null>(null),
  /** Id of the provider whose handling was chosen; '' for none. */
  provider: '',
  /** The chain of providers, first one first; null for the built-in one. */
  chain: typed<readonly ChainEntry[] | null>(null),
  /** The list of all runtimes in the view Compare; null while two sides are compared. */
  matrix: typed<MatrixState | null>(null),
  /** Whether the request turns thinking on; 'absent' when it does not say. */
  thinking: typed<'absent' | 'on' | 'off'>('absent'),
  /** Id of the app layer that reads what the client of the runtime receives; '' where nobody has chosen one. */
  appLayer: '',
  /** The chat template of the model; null where there is none. */
  template: typed<TemplateState | null>(null),
  /** The response, log or conversation that the reply was taken out of, as pasted: it proves what the server did; '' for none. */
  raw: '',
  /** Id of the format that the system prompt asks for; '' for the fence of ExAthena, which `preamble` asks for. */
  askedFormat: '',
  /** Flag of the reasoning parser that the server runs before its tool parser; '' for none. */
  reasoningParser: '',
  /** JSON text of the experiment of the door Prompt, without its runs; '' for none. */
  experiment: '',
  /** The reader's own parser; null unless somebody asked that links hold it. It never runs without being asked about. */
  parserFiles: typed<readonly ParserFile[] | null>(null),
  /** Whether the reply is no longer what was pasted. */
  edited: false,
  /** The reader's own words that ask for the format `askedFormat`; null for ours. */
  askedWords: typed<string | null>(null),
};

export type LinkState = Readonly<typeof linkFields>;

export const emptyLinkState: LinkState = linkFields;
