import type { Span } from '../span.ts';
import type { JsonMember, JsonNode, JsonStringNode } from './node.ts';

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

interface OpenContainer {
  readonly from: number;
  /** Null for an array. */
  readonly members: JsonMember[] | null;
  /** Null for an object. */
  readonly items: JsonNode[] | null;
  key: JsonStringNode | null;
  /** The keys so far; null while they are few enough to be compared one by one. */
  keys: Set<string> | null;
}

const FEW_KEYS = 12;

/**
 * Reads the one JSON value that fills `text` from `from` to `to`, by the rules of Jason 1.4.4 (the parser under
 * ExAthena): lone surrogate escapes and out-of-range numbers are errors, integers are exact, duplicate keys are kept
 * in order (see `member`). Linear time, no recursion: nesting is bounded by memory only.
 */
export function readJson(text: string, from = 0, to = text.length): JsonReading {
  const reader = new StrictReader(text, to);
  const node = reader.readDocument(from);
  if (node === null) return { ok: false, error: reader.error as JsonError };
  return { ok: true, node, duplicateKeys: reader.duplicateKeys };
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

/** Like `readJson`; a failure also says what stood before it, so that nobody reads those characters again. */
export function readJsonPartially(
  text: string,
  from: number,
  to: number,
): JsonSuccess | ({ readonly ok: false } & PartialReading) {
  const reader = new StrictReader(text, to);
  const node = reader.readDocument(from);
  if (node !== null) return { ok: true, node, duplicateKeys: reader.duplicateKeys };
  const complete = reader.open.flatMap(({ members, items }) => members?.map(({ value }) => value) ?? items ?? []);
  return {
    ok: false,
    error: reader.error as JsonError,
    complete,
    openAt: reader.open.map(({ from: at }) => at),
    duplicateKeys: reader.duplicateKeys,
  };
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
const LOWER_U = 0x75;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

const SIMPLE_ESCAPES = new Map<number, string>([
  [QUOTE, '"'],
  [BACKSLASH, '\\'],
  [SLASH, '/'],
  [0x62, '\b'],
  [0x66, '\f'],
  [0x6e, '\n'],
  [0x72, '\r'],
  [0x74, '\t'],
]);

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}

function hasKey(members: readonly JsonMember[], key: string): boolean {
  for (const member of members) if (member.key.value === key) return true;
  return false;
}

class StrictReader {
  readonly #text: string;
  readonly #to: number;
  #at = 0;
  /** The containers around the reader, outermost first. */
  readonly open: OpenContainer[] = [];
  readonly duplicateKeys: JsonStringNode[] = [];
  error: JsonError | null = null;

  constructor(text: string, to: number) {
    this.#text = text;
    this.#to = to;
  }

  readDocument(from: number): JsonNode | null {
    this.#at = from;
    const node = this.#readValue();
    if (node === null) return null;
    this.#skipSpace();
    return this.#at < this.#to ? this.#unexpected('end') : node;
  }

  /** Null once `error` is set. */
  #readValue(): JsonNode | null {
    const { open } = this;
    for (;;) {
      // A value, or the closer of a container that has nothing in it yet.
      this.#skipSpace();
      const start = this.#at;
      const code = this.#code();
      let value: JsonNode | null;
      const top = open.length > 0 ? open[open.length - 1] : undefined;
      if (code === OPEN_BRACE || code === OPEN_BRACKET) {
        this.#at = start + 1;
        const container: OpenContainer = {
          from: start,
          members: code === OPEN_BRACE ? [] : null,
          items: code === OPEN_BRACE ? null : [],
          key: null,
          keys: null,
        };
        if (container.members === null) {
          open.push(container);
          continue;
        }
        this.#skipSpace();
        if (this.#code() === CLOSE_BRACE) {
          this.#at += 1;
          value = { kind: 'object', from: start, to: this.#at, members: container.members };
        } else {
          open.push(container);
          if (!this.#readKey(container)) return null;
          continue;
        }
      } else if (code === CLOSE_BRACKET && top?.items?.length === 0) {
        this.#at = start + 1;
        open.pop();
        value = { kind: 'array', from: top.from, to: this.#at, items: top.items };
      } else {
        value = this.#readScalar(code);
      }
      if (value === null) return null;

      // The value is whole: hand it to its container, and close as many containers as end here.
      for (;;) {
        const container = open.length > 0 ? open[open.length - 1] : undefined;
        if (container === undefined) return value;
        const { members, items } = container;
        if (members !== null) this.#addMember(container, members, value);
        else items?.push(value);
        this.#skipSpace();
        const after = this.#code();
        if (after === COMMA) {
          this.#at += 1;
          if (members !== null && !this.#readKey(container)) return null;
          break;
        }
        if (after !== (members === null ? CLOSE_BRACKET : CLOSE_BRACE)) return this.#unexpected('comma-or-close');
        this.#at += 1;
        open.pop();
        value =
          members === null
            ? { kind: 'array', from: container.from, to: this.#at, items: items ?? [] }
            : { kind: 'object', from: container.from, to: this.#at, members };
      }
    }
  }

  #addMember(container: OpenContainer, members: JsonMember[], value: JsonNode): void {
    const key = container.key as JsonStringNode;
    if (container.keys === null && members.length >= FEW_KEYS) container.keys = new Set(members.map((entry) => entry.key.value));
    const isDuplicate = container.keys === null ? hasKey(members, key.value) : container.keys.has(key.value);
    if (isDuplicate) this.duplicateKeys.push(key);
    container.keys?.add(key.value);
    members.push({ key, value });
  }

  /** Reads `"key" :` and leaves the reader before the value. */
  #readKey(container: OpenContainer): boolean {
    this.#skipSpace();
    if (this.#code() !== QUOTE) {
      this.#unexpected('key');
      return false;
    }
    container.key = this.#readString();
    if (container.key === null) return false;
    this.#skipSpace();
    if (this.#code() !== COLON) {
      this.#unexpected('colon');
      return false;
    }
    this.#at += 1;
    return true;
  }

  #readScalar(code: number): JsonNode | null {
    if (code === QUOTE) return this.#readString();
    if (code === MINUS || isDigit(code)) return this.#readNumber();
    if (code === 0x74) return this.#readLiteral('true');
    if (code === 0x66) return this.#readLiteral('false');
    if (code === 0x6e) return this.#readLiteral('null');
    return this.#unexpected('value');
  }

  #readLiteral(kind: 'true' | 'false' | 'null'): JsonNode | null {
    const from = this.#at;
    const to = from + kind.length;
    if (to > this.#to || !this.#text.startsWith(kind, from)) return this.#unexpected('value');
    this.#at = to;
    return { kind, from, to };
  }

  #readNumber(): JsonNode | null {
    const from = this.#at;
    if (this.#code() === MINUS) this.#at += 1;
    if (this.#code() === ZERO) this.#at += 1;
    else if (!this.#skipDigits()) return this.#unexpected('digit');
    let isFloat = false;
    if (this.#code() === DOT) {
      isFloat = true;
      this.#at += 1;
      if (!this.#skipDigits()) return this.#unexpected('digit');
    }
    if ((this.#code() | 0x20) === 0x65) {
      isFloat = true;
      this.#at += 1;
      if (this.#code() === PLUS || this.#code() === MINUS) this.#at += 1;
      if (!this.#skipDigits()) return this.#unexpected('digit');
    }
    const to = this.#at;
    const literal = this.#text.slice(from, to);
    if (isFloat ? !Number.isFinite(Number(literal)) : literal.length > INTEGER_LIMIT) {
      return this.#fail('number-out-of-range', from, to, null);
    }
    return { kind: 'number', from, to, literal };
  }

  #skipDigits(): boolean {
    const from = this.#at;
    while (isDigit(this.#code())) this.#at += 1;
    return this.#at > from;
  }

  /** The reader stands on the opening quote. */
  #readString(): JsonStringNode | null {
    const text = this.#text;
    const end = this.#to;
    const from = this.#at;
    let at = from + 1;
    let pieceFrom = at;
    let pieces: string[] | null = null;
    for (;;) {
      if (at >= end) {
        this.#at = end;
        return this.#unexpected(null);
      }
      const code = text.charCodeAt(at);
      if (code === QUOTE) break;
      if (code < SPACE) return this.#fail('control-character', at, at + 1, null);
      if (code !== BACKSLASH) {
        at += 1;
        continue;
      }
      pieces ??= [];
      pieces.push(text.slice(pieceFrom, at));
      this.#at = at;
      const decoded = this.#readEscape();
      if (decoded === null) return null;
      pieces.push(decoded);
      at = this.#at;
      pieceFrom = at;
    }
    this.#at = at + 1;
    const last = text.slice(pieceFrom, at);
    let value = last;
    if (pieces !== null) {
      pieces.push(last);
      value = pieces.join('');
    }
    return { kind: 'string', from, to: at + 1, value };
  }

  /** The reader stands on a backslash; on success it stands behind the escape. */
  #readEscape(): string | null {
    const from = this.#at;
    if (from + 1 >= this.#to) return this.#fail('unexpected-end', from, this.#to, null);
    const code = this.#text.charCodeAt(from + 1);
    if (code !== LOWER_U) {
      const simple = SIMPLE_ESCAPES.get(code);
      // Jason's jump table ends at `u`: for a character behind that it reports the backslash, else the character.
      if (simple === undefined) return this.#fail('bad-escape', from, from + 2, null, code > LOWER_U ? from : from + 1);
      this.#at = from + 2;
      return simple;
    }
    const first = this.#hex(from + 2);
    if (first === null) return null;
    if (first < 0xd800 || first > 0xdfff) {
      this.#at = from + 6;
      return String.fromCharCode(first);
    }
    if (first > 0xdbff) return this.#fail('lone-surrogate', from, from + 6, null);
    // Jason reports the place where the second half should begin.
    if (!this.#text.startsWith('\\u', from + 6)) return this.#fail('lone-surrogate', from, from + 6, null, from + 6);
    const second = this.#hex(from + 8);
    if (second === null) return null;
    if (second < 0xdc00 || second > 0xdfff) return this.#fail('lone-surrogate', from, from + 12, null);
    this.#at = from + 12;
    return String.fromCharCode(first, second);
  }

  /** The four hexadecimal digits at `from`. */
  #hex(from: number): number | null {
    if (from + 4 > this.#to) return this.#fail('unexpected-end', from - 2, this.#to, null);
    let value = 0;
    for (let at = from; at < from + 4; at += 1) {
      const code = this.#text.charCodeAt(at);
      const lower = code | 0x20;
      if (isDigit(code)) value = value * 16 + code - ZERO;
      else if (lower >= 0x61 && lower <= 0x66) value = value * 16 + lower - 0x57;
      else return this.#fail('bad-escape', from - 2, from + 4, null);
    }
    return value;
  }

  #skipSpace(): void {
    for (;;) {
      const code = this.#code();
      if (code !== SPACE && code !== LF && code !== CR && code !== TAB) return;
      this.#at += 1;
    }
  }

  /** The character under the reader, or -1 at the end of the range. */
  #code(): number {
    return this.#at < this.#to ? this.#text.charCodeAt(this.#at) : -1;
  }

  #unexpected(expected: JsonExpectation | null): null {
    return this.#at < this.#to
      ? this.#fail('unexpected-character', this.#at, this.#at + 1, expected)
      : this.#fail('unexpected-end', this.#to, this.#to, expected);
  }

  #fail(code: JsonErrorCode, from: number, to: number, expected: JsonExpectation | null, at = from): null {
    this.error = { code, at: Math.min(at, this.#to), span: { from, to: Math.min(to, this.#to) }, expected };
    return null;
  }
}
