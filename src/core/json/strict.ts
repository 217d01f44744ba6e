import type { Span } from '../span.ts';
import type { JsonArrayNode, JsonMember, JsonNode, JsonObjectNode, JsonStringNode } from './node.ts';

/** What the grammar wanted where it stopped. */
export type JsonExpectation = 'value' | 'key' | 'colon' | 'comma-or-close' | 'digit' | 'end';

export type JsonErrorCode =
  | 'unexpected-character'
  | 'unexpected-end'
  /** A character below U+0020 stands unescaped in a string. */
  | 'control-character'
  | 'bad-escape'
  /** `\ud800` without its second half, or a second half alone. */
  | 'lone-surrogate'
  /** A float beyond the range of a double, or an integer of more than 1024 digits. */
  | 'number-out-of-range';

export interface JsonError {
  readonly code: JsonErrorCode;
  /** UTF-16 offset of the first character that cannot be read; the end of the range when the text stops early. */
  readonly at: number;
  /** The offending characters; empty at the end of the text. */
  readonly span: Span;
  readonly expected: JsonExpectation | null;
}

export type JsonReading = JsonSuccess | { readonly ok: false; readonly error: JsonError };

export interface JsonSuccess {
  readonly ok: true;
  readonly node: JsonNode;
  /** Every key that stands a second time in its object, in source order. */
  readonly duplicateKeys: readonly JsonStringNode[];
}

/** Jason's default limit for the characters of one integer literal. */
const INTEGER_LIMIT = 1024;

/** Up to so many keys of one object are compared one by one; a set costs more. */
const FEW_KEYS = 12;

/**
 * Reads the one JSON value that fills `text` from `from` to `to`, by the rules of Jason 1.4.4 (the parser under
 * ExAthena): lone surrogate escapes and out-of-range numbers are errors, integers are exact, duplicate keys are kept
 * in order (see `member`). Linear time, no recursion: nesting is bounded by memory only.
 */
export function readJson(text: string, from = 0, to = text.length): JsonReading {
  return new JsonReader().read(text, from, to);
}

/** `JsonReader.outline` of a whole text. */
export function outlineJson(text: string, levels: number): JsonReading {
  return new JsonReader().outline(text, 0, text.length, levels);
}

/** What a failed reading had already understood. */
export interface PartialReading {
  readonly error: JsonError;
  /** Whole values inside containers that were still open, in source order. */
  readonly complete: readonly JsonNode[];
  /** Where each container that was still open begins. */
  readonly openAt: readonly number[];
  readonly duplicateKeys: readonly JsonStringNode[];
}

const TAB = 0x09;
const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;
const QUOTE = 0x22;
const PLUS = 0x2b;
const COMMA = 0x2c;
const MINUS = 0x2d;
const DOT = 0x2e;
const SLASH = 0x2f;
const ZERO = 0x30;
const NINE = 0x39;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const LOWER_A = 0x61;
const LOWER_B = 0x62;
const LOWER_E = 0x65;
const LOWER_F = 0x66;
const LOWER_N = 0x6e;
const LOWER_R = 0x72;
const LOWER_T = 0x74;
const LOWER_U = 0x75;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** More than there can be; not Infinity, which would make every comparison one of floats. */
const ALL_LEVELS = 0x3fffffff;

/** What a scan gives instead of a position when it set the error. */
const FAILED = -1;

/** A container whose end has not come yet. */
interface OpenContainer {
  from: number;
  isObject: boolean;
  /** What is inside so far; null where nodes are not kept. */
  members: JsonMember[] | null;
  items: JsonNode[] | null;
  /** The key whose value is being read, where members are kept. */
  key: JsonStringNode | null;
  /** Where the keys of this object begin in the reader's list of keys. */
  firstKey: number;
  /** The same keys once they are many. */
  manyKeys: Set<string> | null;
}

const noKeys: readonly JsonStringNode[] = [];

/** Reads one JSON value after another. Many values are read quicker by one reader than by a reader for each. */
export class JsonReader {
  #text = '';
  #to = 0;
  /** How many levels of containers get nodes for what is in them. */
  #levels = ALL_LEVELS;
  /** The first `#depth` are the containers around the reader, outermost first; the others wait to be used again. */
  readonly #open: OpenContainer[] = [];
  #depth = 0;
  /** The first `#keyCount` are the keys so far of all open objects, outermost first. */
  readonly #keys: string[] = [];
  #keyCount = 0;
  #duplicateKeys: JsonStringNode[] | null = null;
  /** Whether the last string had an escape. */
  #hasEscape = false;
  #error: JsonError | null = null;

  /** The one value that fills the text from `from` to `to`. */
  read(text: string, from: number, to: number): JsonReading {
    return this.outline(text, from, to, ALL_LEVELS);
  }

  /**
   * The same value with the same errors, but nodes are made for the upper `levels` of containers only: what lies
   * deeper is checked, and read again when somebody asks for it. Most payloads are passed on as text, unseen.
   */
  outline(text: string, from: number, to: number, levels: number): JsonReading {
    this.#begin(text, to, levels);
    const node = this.#value(from);
    return node === null
      ? { ok: false, error: this.#error as JsonError }
      : { ok: true, node, duplicateKeys: this.#duplicateKeys ?? noKeys };
  }

  /** Like `read`; a failure also says what stood before it, so that nobody reads those characters again. */
  readPartially(text: string, from: number, to: number): JsonSuccess | ({ readonly ok: false } & PartialReading) {
    const reading = this.read(text, from, to);
    if (reading.ok) return reading;
    const open = this.#open.slice(0, this.#depth);
    return {
      ok: false,
      error: reading.error,
      complete: open.flatMap(({ members, items }) => members?.map(({ value }) => value) ?? items ?? []),
      openAt: open.map(({ from: at }) => at),
      duplicateKeys: this.#duplicateKeys ?? noKeys,
    };
  }

  #begin(text: string, to: number, levels: number): void {
    this.#text = text;
    this.#to = to;
    this.#levels = levels;
    this.#depth = 0;
    this.#keyCount = 0;
    this.#duplicateKeys = null;
    this.#error = null;
  }

  /** Null once the error is set. */
  #value(from: number): JsonNode | null {
    let at = from;
    for (;;) {
      at = this.#spaceTo(at);
      const start = at;
      const code = this.#code(at);
      let node: JsonNode | null;
      if (code === OPEN_BRACE) {
        const object = this.#enter(start, true);
        at = this.#spaceTo(at + 1);
        if (this.#code(at) !== CLOSE_BRACE) {
          at = this.#keyTo(at, object);
          if (at === FAILED) return null;
          continue;
        }
        at += 1;
        node = this.#leave(at);
      } else if (code === OPEN_BRACKET) {
        this.#enter(start, false);
        at = this.#spaceTo(at + 1);
        if (this.#code(at) !== CLOSE_BRACKET) continue;
        at += 1;
        node = this.#leave(at);
      } else {
        at = this.#scalarTo(at, code);
        if (at === FAILED) return null;
        node = this.#depth <= this.#levels ? this.#scalar(code, start, at) : null;
      }

      // The value is whole: hand it to its container, and close as many containers as end here.
      for (;;) {
        const container = this.#open[this.#depth - 1];
        at = this.#spaceTo(at);
        const after = this.#code(at);
        if (this.#depth === 0 || container === undefined) {
          if (at === this.#to) return node;
          this.#unexpected(at, 'end');
          return null;
        }
        if (node !== null) {
          if (container.members !== null) container.members.push({ key: container.key as JsonStringNode, value: node });
          else container.items?.push(node);
        }
        if (after === COMMA) {
          at += 1;
          if (container.isObject) {
            at = this.#keyTo(this.#spaceTo(at), container);
            if (at === FAILED) return null;
          }
          break;
        }
        if (after !== (container.isObject ? CLOSE_BRACE : CLOSE_BRACKET)) {
          this.#unexpected(at, 'comma-or-close');
          return null;
        }
        at += 1;
        node = this.#leave(at);
      }
    }
  }

  #enter(from: number, isObject: boolean): OpenContainer {
    const keepsNodes = this.#depth < this.#levels;
    const members = keepsNodes && isObject ? [] : null;
    const items = keepsNodes && !isObject ? [] : null;
    const firstKey = this.#keyCount;
    let container = this.#open[this.#depth];
    if (container === undefined) {
      container = { from, isObject, members, items, key: null, firstKey, manyKeys: null };
      this.#open.push(container);
    } else {
      container.from = from;
      container.isObject = isObject;
      container.members = members;
      container.items = items;
      container.firstKey = firstKey;
      container.manyKeys = null;
    }
    this.#depth += 1;
    return container;
  }

  /** The node of the innermost container, which ends at `to`; null where nodes are not kept. */
  #leave(to: number): JsonNode | null {
    this.#depth -= 1;
    const { from, isObject, members, items, firstKey } = this.#open[this.#depth] as OpenContainer;
    this.#keyCount = firstKey;
    if (members !== null) return { kind: 'object', from, to, members };
    if (items !== null) return { kind: 'array', from, to, items };
    if (this.#depth > this.#levels) return null;
    return isObject ? new UnreadObject(this.#text, from, to) : new UnreadArray(this.#text, from, to);
  }

  /** Reads `"key" :` and gives the position behind it. */
  #keyTo(from: number, object: OpenContainer): number {
    if (this.#code(from) !== QUOTE) return this.#unexpected(from, 'key');
    const to = this.#stringTo(from);
    if (to === FAILED) return FAILED;
    const value = this.#stringValue(from, to);
    const isDuplicate = this.#noteKey(object, value);
    if (isDuplicate || object.members !== null) {
      const key: JsonStringNode = { kind: 'string', from, to, value };
      if (isDuplicate) (this.#duplicateKeys ??= []).push(key);
      object.key = key;
    }
    const colon = this.#spaceTo(to);
    return this.#code(colon) === COLON ? colon + 1 : this.#unexpected(colon, 'colon');
  }

  /** True when the object has that key already. */
  #noteKey(object: OpenContainer, key: string): boolean {
    const { firstKey } = object;
    const end = this.#keyCount;
    let isDuplicate = false;
    if (object.manyKeys !== null || end - firstKey >= FEW_KEYS) {
      object.manyKeys ??= new Set(this.#keys.slice(firstKey, end));
      isDuplicate = object.manyKeys.has(key);
      object.manyKeys.add(key);
    } else {
      for (let index = firstKey; index < end && !isDuplicate; index += 1) isDuplicate = this.#keys[index] === key;
      this.#keys[end] = key;
      this.#keyCount = end + 1;
    }
    return isDuplicate;
  }

  #scalarTo(from: number, code: number): number {
    if (code === QUOTE) return this.#stringTo(from);
    if (code === MINUS || isDigit(code)) return this.#numberTo(from);
    if (code === LOWER_T) return this.#literalTo(from, 'true');
    if (code === LOWER_F) return this.#literalTo(from, 'false');
    if (code === LOWER_N) return this.#literalTo(from, 'null');
    return this.#unexpected(from, 'value');
  }

  /** The node of the scalar that was just read; `code` is its first character. */
  #scalar(code: number, from: number, to: number): JsonNode {
    if (code === QUOTE) return { kind: 'string', from, to, value: this.#stringValue(from, to) };
    if (code === LOWER_T) return { kind: 'true', from, to };
    if (code === LOWER_F) return { kind: 'false', from, to };
    if (code === LOWER_N) return { kind: 'null', from, to };
    return { kind: 'number', from, to, literal: this.#text.slice(from, to) };
  }

  #literalTo(from: number, literal: string): number {
    const to = from + literal.length;
    return to <= this.#to && this.#text.startsWith(literal, from) ? to : this.#unexpected(from, 'value');
  }

  #numberTo(from: number): number {
    let at = this.#code(from) === MINUS ? from + 1 : from;
    const digitsFrom = at;
    at = this.#code(at) === ZERO ? at + 1 : this.#digitsTo(at);
    if (at === digitsFrom) return this.#unexpected(at, 'digit');
    const integerTo = at;
    if (this.#code(at) === DOT) {
      const fractionFrom = at + 1;
      at = this.#digitsTo(fractionFrom);
      if (at === fractionFrom) return this.#unexpected(at, 'digit');
    }
    if ((this.#code(at) | 0x20) === LOWER_E) {
      const sign = this.#code(at + 1);
      const exponentFrom = sign === PLUS || sign === MINUS ? at + 2 : at + 1;
      at = this.#digitsTo(exponentFrom);
      if (at === exponentFrom) return this.#unexpected(at, 'digit');
    }
    const isInRange =
      at === integerTo ? at - from <= INTEGER_LIMIT : Number.isFinite(Number(this.#text.slice(from, at)));
    return isInRange ? at : this.#fail('number-out-of-range', from, at, null);
  }

  #digitsTo(from: number): number {
    const text = this.#text;
    const end = this.#to;
    let at = from;
    while (at < end && isDigit(text.charCodeAt(at))) at += 1;
    return at;
  }

  /** `from` is the opening quote; the result stands behind the closing one. */
  #stringTo(from: number): number {
    const text = this.#text;
    const end = this.#to;
    let hasEscape = false;
    let at = from + 1;
    while (at < end) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) {
        this.#hasEscape = hasEscape;
        return at + 1;
      }
      if (code < SPACE) return this.#fail('control-character', at, at + 1, null);
      if (code === BACKSLASH) {
        hasEscape = true;
        at = this.#escapeTo(at);
        if (at === FAILED) return FAILED;
      } else {
        at += 1;
      }
    }
    return this.#unexpected(end, null);
  }

  /** The text of the string literal that was just read. */
  #stringValue(from: number, to: number): string {
    // Its escapes are known to be good, so the engine's own decoder can take them.
    return this.#hasEscape ? (JSON.parse(this.#text.slice(from, to)) as string) : this.#text.slice(from + 1, to - 1);
  }

  /** `from` is a backslash; the result stands behind the escape. */
  #escapeTo(from: number): number {
    if (from + 1 >= this.#to) return this.#fail('unexpected-end', from, this.#to, null);
    const code = this.#text.charCodeAt(from + 1);
    if (code !== LOWER_U) {
      if (isSimpleEscape(code)) return from + 2;
      // Jason's jump table ends at `u`: for a character behind that it reports the backslash, else the character.
      return this.#fail('bad-escape', from, from + 2, null, code > LOWER_U ? from : from + 1);
    }
    const first = this.#hex(from + 2);
    if (first === FAILED) return FAILED;
    if (first < 0xd800 || first > 0xdfff) return from + 6;
    if (first > 0xdbff) return this.#fail('lone-surrogate', from, from + 6, null);
    // Jason reports the place where the second half should begin.
    if (!this.#text.startsWith('\\u', from + 6)) return this.#fail('lone-surrogate', from, from + 6, null, from + 6);
    const second = this.#hex(from + 8);
    if (second === FAILED) return FAILED;
    if (second < 0xdc00 || second > 0xdfff) return this.#fail('lone-surrogate', from, from + 12, null);
    return from + 12;
  }

  /** The value of the four hexadecimal digits at `from`. */
  #hex(from: number): number {
    if (from + 4 > this.#to) return this.#fail('unexpected-end', from - 2, this.#to, null);
    let value = 0;
    for (let at = from; at < from + 4; at += 1) {
      const code = this.#text.charCodeAt(at);
      const lower = code | 0x20;
      if (isDigit(code)) value = value * 16 + code - ZERO;
      else if (lower >= LOWER_A && lower <= LOWER_F) value = value * 16 + lower - LOWER_A + 10;
      else return this.#fail('bad-escape', from - 2, from + 4, null);
    }
    return value;
  }

  #spaceTo(from: number): number {
    const text = this.#text;
    const end = this.#to;
    let at = from;
    while (at < end && isSpace(text.charCodeAt(at))) at += 1;
    return at;
  }

  /** The character at `at`, or -1 at the end of the range. */
  #code(at: number): number {
    return at < this.#to ? this.#text.charCodeAt(at) : -1;
  }

  #unexpected(at: number, expected: JsonExpectation | null): typeof FAILED {
    return at < this.#to
      ? this.#fail('unexpected-character', at, at + 1, expected)
      : this.#fail('unexpected-end', this.#to, this.#to, expected);
  }

  #fail(code: JsonErrorCode, from: number, to: number, expected: JsonExpectation | null, at = from): typeof FAILED {
    this.#error = { code, at: Math.min(at, this.#to), span: { from, to: Math.min(to, this.#to) }, expected };
    return FAILED;
  }
}

/** An object below the levels of an outline. It was checked when the outline was made. */
class UnreadObject implements JsonObjectNode {
  readonly kind = 'object';
  readonly from: number;
  readonly to: number;
  readonly #text: string;
  #members: readonly JsonMember[] | null = null;

  constructor(text: string, from: number, to: number) {
    this.#text = text;
    this.from = from;
    this.to = to;
  }

  get members(): readonly JsonMember[] {
    if (this.#members === null) {
      const reading = readJson(this.#text, this.from, this.to);
      this.#members = reading.ok && reading.node.kind === 'object' ? reading.node.members : [];
    }
    return this.#members;
  }
}

/** An array below the levels of an outline. */
class UnreadArray implements JsonArrayNode {
  readonly kind = 'array';
  readonly from: number;
  readonly to: number;
  readonly #text: string;
  #items: readonly JsonNode[] | null = null;

  constructor(text: string, from: number, to: number) {
    this.#text = text;
    this.from = from;
    this.to = to;
  }

  get items(): readonly JsonNode[] {
    if (this.#items === null) {
      const reading = readJson(this.#text, this.from, this.to);
      this.#items = reading.ok && reading.node.kind === 'array' ? reading.node.items : [];
    }
    return this.#items;
  }
}

function isSpace(code: number): boolean {
  return code <= SPACE && (code === SPACE || code === LF || code === CR || code === TAB);
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}

function isSimpleEscape(code: number): boolean {
  return (
    code === QUOTE ||
    code === BACKSLASH ||
    code === LOWER_N ||
    code === SLASH ||
    code === LOWER_T ||
    code === LOWER_R ||
    code === LOWER_B ||
    code === LOWER_F
  );
}
