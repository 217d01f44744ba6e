import type { JsonErrorCode, JsonExpectation } from '../json/error.ts';
import type { Span } from '../document/span.ts';

/**
 * The trace is an append-only list; the index of an event is its step number. `enter` and `leave` nest, so the tree of
 * tiers, blocks and steps is derived from the list. Events carry codes and spans; the sentences live in `explain.ts`.
 */
export type TraceEvent =
  | EnterEvent
  | LeaveEvent
  | GateEvent
  | SkipEvent
  | MarkerEvent
  | ReadEvent
  | RepairEvent
  | RejectEvent
  | QuirkEvent
  | CallEvent;

/** A part of the work that has a beginning and an end. */
export type Part = 'cascade' | 'tier' | 'block';

/** How a part ended. `skipped`: it never ran. `malformed`: it found something it could not read. */
export type Outcome = 'matched' | 'empty' | 'malformed' | 'skipped';

/** Every event is a span itself: 8,000 calls make 60,000 events, and a second object for each would double the cost. */
type EventBase = Span;

export interface EnterEvent extends EventBase {
  readonly kind: 'enter';
  readonly part: Part;
  /** The tier's id, or the profile's id for the cascade; `format:<id>` for a block of which the format is known. */
  readonly name: string;
}

/** The end of the innermost part that is open. */
export interface LeaveEvent extends EventBase {
  readonly kind: 'leave';
  readonly outcome: Outcome;
}

/** A question asked before or while parsing. Its span is the very text the question looked at. */
export interface GateEvent extends EventBase {
  readonly kind: 'gate';
  readonly gate: GateCode;
  readonly answer: boolean;
  /** What decided the answer: the marker found, or the character that stood where another was wanted. */
  readonly found: Span | null;
}

export type GateCode =
  /** Is `self_contained_tools` true? Then the provider runs its own tools and nothing is extracted. */
  | 'self-contained'
  /** Is `tool_calls` a list with at least one entry? */
  | 'native-list'
  /** Is `text` a string? */
  | 'text-is-string'
  /** Is `native_tool_calls` exactly false? Then the tagged tier runs without looking for its marker first. */
  | 'native-denied'
  /** Does the text contain `~~~tool_call`? */
  | 'contains-fence'
  /** Does the text contain `<tool_call>`? */
  | 'contains-tag'
  /** Does the text contain both `"name"` and `"arguments"`? */
  | 'contains-keys'
  /** Does the message, without think blocks and outer white space, begin with `{` or `[`? */
  | 'begins-with-json'
  /** Is the whole text one Markdown code fence? Then only its inside is read. */
  | 'is-code-fence'
  /** Does the text contain `<tool`, in any letter case? */
  | 'contains-tool-tag'
  /** Does the text contain `{`? */
  | 'contains-brace'
  /** Does the text contain three backticks? */
  | 'contains-code-block'
  /** Does the text contain `[tool`, in any letter case? */
  | 'contains-bracket'
  /** Does the text contain the opening marker of a format that is read? */
  | 'contains-marker'
  /** Is there JSON or a call expression, without markers, that may be a call? */
  | 'contains-bare-call';

export interface SkipEvent extends EventBase {
  readonly kind: 'skip';
  readonly code: SkipCode;
}

export type SkipCode =
  | 'self-contained'
  /** The gate before this tier was answered with no. */
  | 'no-marker'
  | 'no-text'
  | 'earlier-tier-matched'
  | 'earlier-tier-failed'
  /** An earlier tier claimed the text because of its marker, so this tier never ran. */
  | 'shadowed';

export interface MarkerEvent extends EventBase {
  readonly kind: 'marker';
  readonly marker: string;
  readonly role: 'open' | 'close';
}

/** Something was read as what it was taken for. */
export interface ReadEvent extends EventBase {
  readonly kind: 'read';
  readonly what: ReadCode;
}

export type ReadCode =
  | 'name'
  | 'id'
  | 'arguments'
  /** Arguments that are JSON inside a JSON string. */
  | 'decoded-arguments'
  /** The name of one argument that is written as text between markers. */
  | 'key'
  /** The text of one argument that stays text. */
  | 'value'
  /** Text that becomes another type, because the schema or the format says so. */
  | 'coerced-value'
  /** Reasoning: a call in it is none. */
  | 'reasoning'
  /** No arguments that count: the call is made with `{}`. */
  | 'no-arguments'
  /** `{"type": "function", "id", "function": {"name", "arguments"}}` */
  | 'shape-openai'
  /** `{"type": "tool_use", "id", "name", "input"}` */
  | 'shape-anthropic'
  /** `{"id", "name", "arguments" or "input"}` */
  | 'shape-flat'
  /** The same without `id`. */
  | 'shape-flat-without-id'
  /** Arguments that are a text and no JSON, and stay so. */
  | 'plain-arguments';

export interface RepairEvent extends EventBase {
  readonly kind: 'repair';
  readonly code: string;
  readonly inserted: string;
  /** Present where the runtime tries one repair after another until a result is JSON. */
  readonly attempt?: RepairAttempt;
}

/** `before` is the text that was tried, which may be a decoded one. `inserted` is empty where the repair changes nothing. */
export interface RepairAttempt {
  readonly before: string;
  readonly outcome: 'taken' | 'refused' | 'unchanged';
}

/** A candidate was refused. `at` is the first character that could not be accepted. */
export interface RejectEvent extends EventBase {
  readonly kind: 'reject';
  readonly code: RejectCode;
  readonly at: number;
  /** Present when the refusal is a JSON syntax error. */
  readonly json: { readonly code: JsonErrorCode; readonly expected: JsonExpectation | null } | null;
}

export type RejectCode =
  | 'json-syntax'
  | 'not-an-object'
  | 'missing-name'
  | 'name-not-text'
  | 'missing-arguments'
  | 'arguments-not-an-object'
  | 'arguments-not-json'
  | 'unrecognised-shape'
  | 'name-has-no-text'
  | 'unclosed-block'
  | 'no-line-break-after-marker'
  | 'unbalanced-braces'
  | 'tag-body-not-json'
  | 'tag-unclosed'
  | 'native-not-json'
  | 'native-not-a-list'
  | 'duplicate'
  | ChatcliRejectCode
  | FormatRejectCode;

export type ChatcliRejectCode =
  /** `<tool` begins the name of another tag. */
  | 'tag-other-name'
  /** No `>` outside of quotes follows. */
  | 'tag-never-ends'
  | 'tag-without-name'
  /** A position found in the lower-cased text lies beyond the end of the text: the runtime crashes. */
  | 'offset-beyond-text'
  | 'arguments-need-repair'
  /** No JSON, and no call after any repair. */
  | 'object-not-json'
  /** Not given to the repairs, because too much was given to them already. */
  | 'repair-limit'
  | 'no-call-keys'
  | 'name-without-at'
  /** The keys of a search result or of an API error. */
  | 'looks-like-data'
  | 'search-with-query'
  /** An earlier call of the same name holds its arguments or its text. */
  | 'copy-of-earlier'
  | 'code-block-unclosed'
  | 'bracket-is-prose';

/** Refusals of the profiles that read formats. */
export type FormatRejectCode =
  /** Behind an opening marker stands nothing that a format of this marker begins with. */
  | 'opener-without-body'
  /** A closing marker for which nothing is open. */
  | 'stray-closer'
  /** Markup in inline code, a blockquote, or a code block of another language. */
  | 'quoted'
  /** Markup inside closed reasoning. */
  | 'inside-reasoning'
  | 'inside-result'
  /** Bare JSON or a bare call expression whose name no declared tool has. */
  | 'undeclared-bare-name'
  /** JSON without the keys of a call. */
  | 'not-call-shaped'
  /** Text stands before or behind it on its line, so it is part of a sentence. */
  | 'inside-a-line'
  /** The text ends inside the call. */
  | 'cut-off'
  /** A value of the call is missing or only begun, although the call ends. */
  | 'broken-off'
  /** A name that the format defines as "no call". */
  | 'no-call-name'
  /** Signs in it that the name of a tool has not. */
  | 'not-a-name'
  /** `{...}` instead of arguments: this shows how a call looks. */
  | 'placeholder'
  /** No call expression with keyword arguments of literal values. */
  | 'not-a-call-expression'
  /** The runtime writes this and what follows, not the model: nothing in it is a call. */
  | 'written-by-runtime'
  /** The markup of the format is not followed. */
  | 'markup-not-followed';

/** A behaviour of the emulated runtime that surprises people, shown where it happens. */
export interface QuirkEvent extends EventBase {
  readonly kind: 'quirk';
  readonly code: QuirkCode;
}

export type QuirkCode =
  | 'opener-mid-line'
  | 'text-after-closer'
  | 'closer-indented'
  | 'opener-taken-as-closer'
  | 'other-key-ignored'
  /** `arguments` is a number, a boolean or a list; the call is made with `{}`. */
  | 'arguments-dropped'
  | 'one-error-ends-all'
  | 'hidden-by-native'
  | 'fence-mention-claims-text'
  | 'inside-think'
  | 'duplicate-key'
  | 'empty-arguments-text'
  | 'kept-as-sentinel'
  | 'id-renamed'
  | 'non-object-arguments'
  | ChatcliQuirkCode
  | FormatQuirkCode;

export type ChatcliQuirkCode =
  | 'native-not-read'
  | 'offset-slip'
  | 'attribute-in-value'
  | 'value-never-closed'
  | 'body-ignored'
  | 'call-in-call'
  | 'runs-after-tags'
  /** The search goes on behind the length of the repaired text, which is longer or shorter than what stands there. */
  | 'scan-jumps'
  | 'scan-returns'
  | 'copies-not-searched'
  | 'implicit-coder'
  | 'coder-without-at'
  | 'number-rounded'
  | 'cut-key-by-key'
  | 'comma-lost-in-text'
  | 'at-sign-added'
  | 'bracket-unclosed'
  | 'named-by-cmd'
  | 'name-matches-no-tool';

/** What surprises in the reading of formats. */
export type FormatQuirkCode =
  /** The call is made, but no declared tool has this name. */
  | 'undeclared-name'
  /** What stands before a lone closer of reasoning counts as reasoning that began in the prompt. */
  | 'reasoning-began-in-prompt'
  /** The reasoning is never closed; the opening marker of a call ends it. */
  | 'call-ends-reasoning'
  /** The closing marker is missing; the call is whole all the same. */
  | 'closer-missing'
  /** Arguments without names get those of the declared parameters, in their order. */
  | 'positional-arguments'
  /** A value's quotation mark never closes; the value goes on to the end of its tag. */
  | 'value-never-closed';

export interface CallEvent extends EventBase {
  readonly kind: 'call';
  readonly name: string;
  /** The runtime had to make an id. */
  readonly idGenerated: boolean;
}

/** For every event, how many parts enclose it; an `enter` and its `leave` have the same depth. */
export function depths(trace: readonly TraceEvent[]): number[] {
  let depth = 0;
  return trace.map((event) => {
    if (event.kind === 'leave') depth -= 1;
    const own = depth;
    if (event.kind === 'enter') depth += 1;
    return own;
  });
}
