import { isDigit } from '../../document/index.ts';
import { areFewDigits } from './numbers.ts';
import { PythonDict, type PythonMember, type PythonNode, type PythonValue } from './value.ts';
import type { JsonError, JsonErrorCode, JsonExpectation } from '../../json/index.ts';

/** JSON as the `json` module of Python 3.11 reads it. */

export interface PythonJsonError extends JsonError {
  /** Python's own words, without the place: `Expecting value`. */
  readonly message: string;
  /** Where Python says that it is (its `pos`), in UTF-16 units. For an open string that is its first quote. */
  readonly at: number;
}

export type PythonReading =
  | {
      readonly ok: true;
      readonly node: PythonNode;
      /** After the value; `readPythonJson` also goes past the space after it. */
      readonly end: number;
    }
  | { readonly ok: false; readonly error: PythonJsonError };

export interface PythonJsonOptions {
  /** `strict=False`: strings may hold unescaped characters below U+0020. */
  readonly controlCharacters?: boolean;
}

/** The text of a JSONDecodeError in a text that begins at `from`. Python counts code points. */
export function decodeErrorText(text: string, { message, at }: { message: string; at: number }, from = 0): string {
  const before = text.slice(from, at);
  const lines = before.split('\n');
  const columns = Array.from(lines.at(-1) ?? '').length + 1;
  return `${message}: line ${String(lines.length)} column ${String(columns)} (char ${String(Array.from(before).length)})`;
}

/** `json.loads` of a range: one value with space around it. */
export function readPythonJson(text: string, from = 0, to = text.length, options?: PythonJsonOptions): PythonReading {
  const reader = new Reader(text, to, options?.controlCharacters === true);
  if (from < to && text.charCodeAt(from) === 0xfeff) {
    return reader.failed('Unexpected UTF-8 BOM (decode using utf-8-sig)', from, 'unexpected-character', 'value');
  }
  const reading = reader.read(reader.blankTo(from));
  if (!reading.ok) return reading;
  const end = reader.blankTo(reading.end);
  return end === to ? { ...reading, end } : reader.failed('Extra data', end, 'unexpected-character', 'end');
}

/** `JSONDecoder().raw_decode(text, at)`: the value that begins right at `at`, whatever follows it. */
export function rawDecode(text: string, at: number, to = text.length): PythonReading {
  return new Reader(text, to, false).read(at);
}

/** Containers nest no deeper: Python 3.11 raises RecursionError. Called from inside of a program, it does so a little earlier. */
const DEEPEST = 994;

const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

const VALUE = 'Expecting value';
const COLON_DELIMITER = "Expecting ':' delimiter";
const COMMA_DELIMITER = "Expecting ',' delimiter";
const PROPERTY_NAME = 'Expecting property name enclosed in double quotes';

const literals: ReadonlyMap<number, readonly (readonly [text: string, value: PythonValue])[]> = new Map([
  [0x6e, [['null', null]]],
  [0x74, [['true', true]]],
  [0x66, [['false', false]]],
  [0x4e, [['NaN', NaN]]],
  [0x49, [['Infinity', Infinity]]],
  [MINUS, [['-Infinity', -Infinity]]],
]);

interface OpenObject {
  readonly from: number;
  readonly members: Map<string, PythonMember>;
  readonly dict: PythonDict;
  key: { readonly from: number; readonly to: number; readonly value: string };
}

interface OpenArray {
  readonly from: number;
  readonly members: null;
  readonly items: PythonNode[];
  readonly values: PythonValue[];
}

type OpenContainer = OpenObject | OpenArray;
type Failure = Extract<PythonReading, { ok: false }>;

class Reader {
  readonly #text: string;
  readonly #to: number;
  readonly #controlCharacters: boolean;
  #at = 0;
  #failure: Failure | null = null;

  constructor(text: string, to: number, controlCharacters: boolean) {
    this.#text = text;
    this.#to = to;
    this.#controlCharacters = controlCharacters;
  }

  failed(message: string, at: number, code: JsonErrorCode, expected: JsonExpectation | null, to = at + 1): Failure {
    const isEnd = code === 'unexpected-character' && at >= this.#to;
    return {
      ok: false,
      error: {
        code: isEnd ? 'unexpected-end' : code,
        at,
        span: { from: Math.min(at, this.#to), to: Math.min(to, this.#to) },
        expected,
        message,
      },
    };
  }

  blankTo(from: number): number {
    let at = from;
    for (let code = this.#code(at); code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;) {
      at += 1;
      code = this.#code(at);
    }
    return at;
  }

  /** The value that begins at `from`. */
  read(from: number): PythonReading {
    this.#at = from;
    const open: OpenContainer[] = [];
    for (;;) {
      let node: PythonNode;
      const at = this.#at;
      const code = this.#code(at);
      if (code === OPEN_BRACE || code === OPEN_BRACKET) {
        if (open.length === DEEPEST) return this.#tooDeep(at, code === OPEN_BRACE);
        this.#at = this.blankTo(at + 1);
        const container: OpenContainer =
          code === OPEN_BRACE
            ? { from: at, members: new Map(), dict: new PythonDict(), key: { from: at, to: at, value: '' } }
            : { from: at, members: null, items: [], values: [] };
        if (this.#code(this.#at) !== (code === OPEN_BRACE ? CLOSE_BRACE : CLOSE_BRACKET)) {
          if (container.members !== null && !this.#key(container)) return this.#failure as Failure;
          open.push(container);
          continue;
        }
        node = this.#closed(container);
      } else {
        const scalar = this.#scalar(at, code);
        if (scalar === null) return this.#failure as Failure;
        node = scalar;
        this.#at = scalar.to;
      }

      // The value is whole: close as many containers as end here.
      for (;;) {
        const container = open.at(-1);
        if (container === undefined) return { ok: true, node, end: this.#at };
        keep(container, node);
        this.#at = this.blankTo(this.#at);
        const after = this.#code(this.#at);
        const isObject = container.members !== null;
        if (after === (isObject ? CLOSE_BRACE : CLOSE_BRACKET)) {
          open.pop();
          node = this.#closed(container);
          continue;
        }
        if (after !== COMMA) return this.failed(COMMA_DELIMITER, this.#at, 'unexpected-character', 'comma-or-close');
        this.#at = this.blankTo(this.#at + 1);
        if (isObject && !this.#key(container)) return this.#failure as Failure;
        break;
      }
    }
  }

  /** The container whose closing bracket is at the reader's place, which goes past it. */
  #closed(container: OpenContainer): PythonNode {
    this.#at += 1;
    const { from, members } = container;
    return members === null
      ? { from, to: this.#at, value: container.values, items: container.items }
      : { from, to: this.#at, value: container.dict, members };
  }

  /** Reads a key and its colon; false once there is a failure. */
  #key(container: OpenObject): boolean {
    const from = this.#at;
    if (this.#code(from) !== QUOTE) return this.#refuse(PROPERTY_NAME, from, 'key');
    const string = this.#string(from);
    if (string === null) return false;
    container.key = { from, to: string.to, value: string.value };
    const colon = this.blankTo(string.to);
    if (this.#code(colon) !== COLON) return this.#refuse(COLON_DELIMITER, colon, 'colon');
    this.#at = this.blankTo(colon + 1);
    return true;
  }

  #refuse(message: string, at: number, expected: JsonExpectation): false {
    this.#failure = this.failed(message, at, 'unexpected-character', expected);
    return false;
  }

  #tooDeep(at: number, isObject: boolean): Failure {
    const what = isObject ? 'object' : 'array';
    const message = `maximum recursion depth exceeded while decoding a JSON ${what} from a unicode string`;
    return this.failed(message, at, 'unexpected-character', null);
  }

  #scalar(from: number, code: number): PythonNode | null {
    if (code === QUOTE) return this.#string(from);
    for (const [literal, value] of literals.get(code) ?? []) {
      const to = from + literal.length;
      if (to <= this.#to && this.#text.startsWith(literal, from)) return { from, to, value };
    }
    if (code === MINUS || isDigit(code)) return this.#number(from);
    this.#refuse(VALUE, from, 'value');
    return null;
  }

  #number(from: number): PythonNode | null {
    const digitsFrom = this.#code(from) === MINUS ? from + 1 : from;
    const integerTo = this.#code(digitsFrom) === 0x30 ? digitsFrom + 1 : this.#digitsTo(digitsFrom);
    if (integerTo === digitsFrom) {
      this.#refuse(VALUE, from, 'value');
      return null;
    }
    let to = integerTo;
    if (this.#code(to) === 0x2e) {
      const fractionTo = this.#digitsTo(to + 1);
      if (fractionTo > to + 1) to = fractionTo;
    }
    if ((this.#code(to) | 0x20) === 0x65) {
      const sign = this.#code(to + 1);
      const exponentFrom = sign === 0x2b || sign === MINUS ? to + 2 : to + 1;
      const exponentTo = this.#digitsTo(exponentFrom);
      if (exponentTo > exponentFrom) to = exponentTo;
    }
    const literal = this.#text.slice(from, to);
    if (to > integerTo) return { from, to, value: Number(literal) };
    if (areFewDigits(to - digitsFrom)) return { from, to, value: BigInt(literal) };
    const message = `Exceeds the limit (4300 digits) for integer string conversion: value has ${String(to - digitsFrom)} digits; use sys.set_int_max_str_digits() to increase the limit`;
    this.#failure = this.failed(message, from, 'number-out-of-range', null, to);
    return null;
  }

  #digitsTo(from: number): number {
    let at = from;
    while (isDigit(this.#code(at))) at += 1;
    return at;
  }

  /** `from` is the opening quote. */
  #string(from: number): { from: number; to: number; value: string } | null {
    const text = this.#text;
    const end = this.#to;
    const pieces: string[] = [];
    let copied = from + 1;
    let at = copied;
    while (at < end) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) {
        const last = text.slice(copied, at);
        return { from, to: at + 1, value: pieces.length === 0 ? last : pieces.join('') + last };
      }
      if (code < 0x20 && !this.#controlCharacters) {
        this.#failure = this.failed('Invalid control character at', at, 'control-character', null);
        return null;
      }
      if (code !== BACKSLASH) {
        at += 1;
        continue;
      }
      if (pieces.length === 0) {
        const to = this.#closingQuote(at) + 1;
        const value = to - from < NATIVE_FROM ? null : nativeString(text, from, to);
        if (value !== null) return { from, to, value };
      }
      if (at + 1 >= end) break;
      const letter = text.charAt(at + 1);
      pieces.push(text.slice(copied, at));
      if (letter === 'u') {
        // The C code wants a character after the digits as well.
        const unit = at + 6 < end ? hexUnit(text, at + 2) : -1;
        if (unit < 0) {
          this.#failure = this.failed('Invalid \\uXXXX escape', at + 1, 'bad-escape', null, at + 2);
          return null;
        }
        pieces.push(String.fromCharCode(unit));
        at += 6;
      } else {
        const character = escapes.get(letter);
        if (character === undefined) {
          this.#failure = this.failed('Invalid \\escape', at, 'bad-escape', null, at + 2);
          return null;
        }
        pieces.push(character);
        at += 2;
      }
      copied = at;
    }
    this.#failure = this.failed('Unterminated string starting at', from, 'unexpected-end', null, end);
    return null;
  }

  /** The quote that ends a string without unescaped control characters; -1 where there is none. */
  #closingQuote(from: number): number {
    const text = this.#text;
    const end = this.#to;
    for (let at = from; at < end; at += 1) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) return at;
      if (code < 0x20) return -1;
      if (code === BACKSLASH) at += 1;
    }
    return -1;
  }

  /** The character at `at`, or -1 at the end of the range. */
  #code(at: number): number {
    return at < this.#to ? this.#text.charCodeAt(at) : -1;
  }
}

function keep(container: OpenContainer, node: PythonNode): void {
  if (container.members === null) {
    container.items.push(node);
    container.values.push(node.value);
  } else {
    const { from, to, value } = container.key;
    container.members.set(value, { key: { from, to }, node });
    container.dict.set(value, node.value);
  }
}

/** Strings with escapes that are so long are left to `JSON.parse`, which is several times as fast. */
const NATIVE_FROM = 32;

/** A string literal without unescaped control characters; null where it has a wrong escape. */
function nativeString(text: string, from: number, to: number): string | null {
  try {
    return JSON.parse(text.slice(from, to)) as string;
  } catch {
    return null;
  }
}

const escapes: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['\\', '\\'],
  ['/', '/'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);

/** The value of four hexadecimal digits; -1 where they are none. */
function hexUnit(text: string, from: number): number {
  let value = 0;
  for (let at = from; at < from + 4; at += 1) {
    const code = text.charCodeAt(at);
    const lower = code | 0x20;
    if (isDigit(code)) value = value * 16 + code - 0x30;
    else if (lower >= 0x61 && lower <= 0x66) value = value * 16 + lower - 0x57;
    else return -1;
  }
  return value;
}
