import type { Span } from '../text/document/index.ts';
import type { JsonNode, JsonPath, JsonValue } from '../text/json/index.ts';

/** What rendering a chat template gives: the prompt, where each character of it came from, and what happened on the way. */

/** What a template is rendered with: the variables of transformers' `apply_chat_template`. Plain JSON, never changed. */
export interface TemplateContext {
  readonly messages: JsonValue;
  /** Tool definitions as transformers passes them, `{"type": "function", "function": {…}}`; null where there are none. */
  readonly tools?: JsonValue;
  readonly documents?: JsonValue;
  /** All others by name: `bos_token`, `add_generation_prompt`, `enable_thinking`. `__proto__` is an ordinary name. */
  readonly variables?: ReadonlyMap<string, JsonValue> | Readonly<Record<string, JsonValue>>;
  /**
   * Variables as their JSON is written, by name. A JavaScript number does not say whether it was `1` or `1.0`, which
   * Python prints differently, and rounds large ints. They replace the others of the same name.
   */
  readonly nodes?: ReadonlyMap<string, JsonNode>;
  /** Names that are not passed at all. transformers passes `tools` and `documents` always, as null where there are none. */
  readonly absent?: readonly string[];
}

export interface RenderOptions {
  /** What `strftime_now` answers with; without one it is the start of the year 2000. The core has no clock. */
  readonly now?: TemplateTime;
  readonly allowance?: Partial<Allowance>;
}

/** A local time without a zone. */
export interface TemplateTime {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly day: number;
  readonly hour?: number;
  readonly minute?: number;
  readonly second?: number;
}

/** How much a rendering may take before it is ended with a failure that names the allowance. */
export interface Allowance {
  /** Evaluated parts of statements and expressions, and what they go through. */
  readonly steps: number;
  /** UTF-16 units made, in the prompt and in every text on the way to it. */
  readonly characters: number;
  /** Calls of macros and recursive loops inside of one another. */
  readonly depth: number;
}

export interface Rendering {
  /** The whole prompt; where the template failed, what it had written until then. */
  readonly prompt: string;
  /** The prompt cut into pieces: in order, without gaps, none empty. */
  readonly pieces: readonly Piece[];
  /** What happened, in order; a step's `parent` is before it. */
  readonly steps: readonly RenderStep[];
  /** True when more happened than `steps` holds. Pieces without a step have the number -1. */
  readonly stepsAreCut: boolean;
  /** What it took of `Allowance.steps`. */
  readonly spent: number;
  readonly failure: TemplateFailure | null;
  readonly warnings: readonly TemplateWarning[];
}

/** A range `[from, to)` of the prompt, and its origin. */
export interface Piece extends Span {
  readonly origin: Origin;
  /** Index of the step that wrote it (innermost: in a macro, the step inside of the macro); -1 where it was not kept. */
  readonly step: number;
}

/**
 * How a piece differs from its origin. `as-is`: not at all. `decoded`: an escape or a line end of the template, read.
 * `json` and `python`: escaped as in a string of JSON, or of `repr`. `changed`: another case, or an entity of HTML, by a filter.
 */
export type Written = 'as-is' | 'decoded' | 'json' | 'python' | 'changed';

export type Origin = LiteralOrigin | ValueOrigin | ComputedOrigin;

/** Text of the template: outside of its tags, or in a string of an expression. */
export interface LiteralOrigin extends Span {
  readonly kind: 'literal';
  readonly written: Written;
}

/**
 * A value that the template was given. `path` begins with the variable (`['messages', 0, 'content']`).
 *
 * `part` says what of it: `text`, the range `from`–`to` of a string (UTF-16), or of what Python prints for a number, a
 * boolean or null; `key`, the range of the last step of `path` as text; `structure`, what writing a list or an object adds
 * (brackets, quotes, commas, indentation), without a range (`from` and `to` are 0).
 */
export interface ValueOrigin extends Span {
  readonly kind: 'value';
  readonly path: JsonPath;
  readonly part: 'text' | 'key' | 'structure';
  readonly written: Written;
}

/** What an expression worked out (a number, a date): the range is the expression's in the template. */
export interface ComputedOrigin extends Span {
  readonly kind: 'computed';
}

/** Where something is in the template, as written (before Jinja reads `\r\n` as one line end). */
export interface TemplateSpan extends Span {
  /** Of `from`, from 1. */
  readonly line: number;
  /** Of `from`, from 1, in UTF-16 units. */
  readonly column: number;
}

interface StepBase {
  /** The part of the template that did it: the data, the expression, the condition, the head of the loop. */
  readonly span: Span;
  /** Index of the step that it is a part of; -1 at the top. */
  readonly parent: number;
  /** What it wrote, from the first to the last character, in the prompt; null where nothing of it is there. */
  readonly range: Span | null;
}

export type RenderStep = StepBase &
  (
    | { readonly kind: 'data' }
    | { readonly kind: 'print' }
    /** An `if`: `span` is the condition that held, or the `else` tag, or the whole head where none held. */
    | { readonly kind: 'branch'; readonly taken: 'if' | 'elif' | 'else' | 'none' }
    | { readonly kind: 'loop'; readonly turns: number }
    /** `index` from 0. `ended` by `break`, by `continue`, or at its end. */
    | { readonly kind: 'turn'; readonly index: number; readonly ended: 'end' | 'break' | 'continue' }
    /** A `set`; `name` as written, with the attribute of a namespace: `ns.found`. */
    | { readonly kind: 'set'; readonly name: string }
    /** A call of a macro, of `caller`, or of a recursive loop; `span` is the call. */
    | { readonly kind: 'call'; readonly name: string }
    | { readonly kind: 'generation' }
  );

export type FailureKind =
  /** The template cannot be read at all. */
  | 'syntax'
  /** The template calls `raise_exception`. */
  | 'raised'
  /** Something undefined was used where that is an error. */
  | 'undefined'
  /** The sandbox forbids it. */
  | 'security'
  /** Python raises: a wrong type, a wrong value, an unknown filter. */
  | 'python'
  /** More than the `Allowance` (`allowance` says what of it). */
  | 'allowance'
  /** Jinja2 has it, and this engine does not (`random`, `lipsum`, `bytes`). */
  | 'unsupported';

export interface TemplateFailure {
  readonly kind: FailureKind;
  /** The exception's class in Python: `TemplateError`, `UndefinedError`, `TypeError`. */
  readonly exception: string;
  /** In the words of Jinja2 or Python where we know them; what the template says, where it raises. */
  readonly message: string;
  readonly span: TemplateSpan;
  readonly allowance?: keyof Allowance;
}

export interface TemplateWarning {
  readonly code: WarningCode;
  /** What was undefined, as Jinja2 names it: `'x' is undefined`; the type, for other codes. */
  readonly message: string;
  readonly span: TemplateSpan;
  /** The step during which it happened; -1 where it was not kept. */
  readonly step: number;
}

export type WarningCode =
  /** Something undefined was printed: nothing was written. */
  | 'undefined-printed'
  /** A loop over something undefined: no turns. */
  | 'undefined-looped'
  /** Something undefined was joined to a text by `~` or `join`. */
  | 'undefined-in-text'
  /** `None` was printed as the word `None`. */
  | 'none-printed'
  /** A list or a dict was printed as Python writes it, with single quotes. */
  | 'repr-printed'
  /** A macro, a generator or another object was printed; Python writes its address, which differs each time. */
  | 'object-printed';
