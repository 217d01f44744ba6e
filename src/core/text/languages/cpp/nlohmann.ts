import type {
  JsonError,
  JsonErrorCode,
  JsonExpectation,
  JsonMember,
  JsonNode,
  JsonStringNode,
} from '../../json/index.ts';

// JSON as nlohmann::json 3.12 for C++ reads it.

/** What is open around the place of an error: a key is open from its end to the end of its value. */
export type OpenPart = 'object' | 'key' | 'array';

export type NlohmannReading =
  | { readonly ok: true; readonly node: JsonNode }
  | {
      readonly ok: false;
      readonly error: JsonError;
      /** How far the original has read, without the last character that it looked at. */
      readonly stop: number;
      readonly open: readonly OpenPart[];
      /** The value that the text ended inside of: a string, and what is around it. */
      readonly unclosed: UnclosedString | null;
    };

export interface UnclosedString {
  readonly from: number;
  /** The outermost first. */
  readonly containers: readonly OpenContainer[];
}

type Token =
  | { readonly kind: 'value'; readonly node: JsonNode }
  | { readonly kind: 'mark'; readonly mark: string; readonly from: number }
  | { readonly kind: 'end'; readonly from: number };

export interface OpenContainer {
  readonly isObject: boolean;
  readonly from: number;
  readonly items: JsonNode[];
  readonly members: JsonMember[];
  key: JsonStringNode | null;
}

/** Why a text is not JSON. */
interface Fault {
  readonly code: JsonErrorCode;
  readonly at: number;
  readonly expected: JsonExpectation | null;
}

/** Thrown where a text stops being JSON. One for all, as most of the time of making an error goes into its stack. */
const malformed = new Error('malformed');

const LITERALS = { t: 'true', f: 'false', n: 'null' } as const;
const SIMPLE_ESCAPES: ReadonlySet<string> = new Set('"\\/bfnrt');
const SPACE = 0x20;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** No character: the end of the text. */
const NOTHING = -1;

/**
 * Reads the one value that fills `text` from `from` to `to`. A character U+0000 ends the text. Duplicate keys are kept; see
 * `memberOf`.
 */
export function readNlohmann(text: string, from = 0, to = text.length): NlohmannReading {
  return new Reader(text, from, to).read();
}

class Reader {
  readonly #text: string;
  readonly #to: number;
  /** The next character. An error is one before it. */
  #at: number;
  readonly #open: OpenContainer[] = [];
  #fault: Fault | null = null;
  #isAtValue = false;
  #unclosed: UnclosedString | null = null;

  constructor(text: string, from: number, to: number) {
    this.#text = text;
    this.#at = from;
    this.#to = to;
  }

  read(): NlohmannReading {
    try {
      const node = this.#value();
      const after = this.#token();
      if (after.kind !== 'end') throw this.#unexpected(after, 'end');
      return { ok: true, node };
    } catch (error) {
      if (error !== malformed) throw error;
      const { code, at, expected } = this.#fault as Fault;
      const span = { from: Math.min(at, this.#to), to: Math.min(at + 1, this.#to) };
      const open = this.#open.flatMap(({ isObject, key }): OpenPart[] =>
        !isObject ? ['array'] : key === null ? ['object'] : ['object', 'key'],
      );
      return {
        ok: false,
        error: { code, at: span.from, span, expected },
        stop: this.#at - 1,
        open,
        unclosed: this.#unclosed,
      };
    }
  }

  #value(): JsonNode {
    for (;;) {
      this.#isAtValue = true;
      const token = this.#token();
      this.#isAtValue = false;
      let node: JsonNode;
      if (token.kind === 'value') {
        node = token.node;
      } else if (token.kind === 'mark' && (token.mark === '{' || token.mark === '[')) {
        const isObject = token.mark === '{';
        this.#open.push({ isObject, from: token.from, items: [], members: [], key: null });
        const first = this.#peekClose(isObject ? '}' : ']');
        if (!first) {
          if (isObject) this.#key();
          continue;
        }
        node = this.#close();
      } else {
        throw this.#unexpected(token, 'value');
      }
      const whole = this.#whole(node);
      if (whole !== null) return whole;
    }
  }

  /** A value goes into what is open; the outermost one is the answer. */
  #whole(value: JsonNode): JsonNode | null {
    let node = value;
    for (;;) {
      const container = this.#open.at(-1);
      if (container === undefined) return node;
      if (container.key === null) container.items.push(node);
      else container.members.push({ key: container.key, value: node });
      container.key = null;
      const token = this.#token();
      const mark = token.kind === 'mark' ? token.mark : '';
      if (mark === ',') {
        if (container.isObject) this.#key();
        return null;
      }
      if (mark !== (container.isObject ? '}' : ']')) throw this.#unexpected(token, 'comma-or-close');
      node = this.#close();
    }
  }

  #key(): void {
    const token = this.#token();
    if (token.kind !== 'value' || token.node.kind !== 'string') throw this.#unexpected(token, 'key');
    const container = this.#open.at(-1);
    if (container !== undefined) container.key = token.node;
    const colon = this.#token();
    if (colon.kind !== 'mark' || colon.mark !== ':') throw this.#unexpected(colon, 'colon');
  }

  #close(): JsonNode {
    const { isObject, from, items, members } = this.#open.pop() as OpenContainer;
    return isObject ? { kind: 'object', from, to: this.#at, members } : { kind: 'array', from, to: this.#at, items };
  }

  #peekClose(closer: string): boolean {
    this.#skipSpace();
    if (this.#at >= this.#to || this.#text.charAt(this.#at) !== closer) return false;
    this.#at += 1;
    return true;
  }

  #skipSpace(): void {
    while (this.#at < this.#to && ' \t\n\r'.includes(this.#text.charAt(this.#at))) this.#at += 1;
  }

  #token(): Token {
    this.#skipSpace();
    const from = this.#at;
    const character = this.#next();
    if (character === '' || character === '\0') return { kind: 'end', from };
    if ('{}[]:,'.includes(character)) return { kind: 'mark', mark: character, from };
    if (character === '"') return { kind: 'value', node: this.#string(from) };
    if (character === '-' || isDigit(character)) return { kind: 'value', node: this.#number(from) };
    if (character !== 't' && character !== 'f' && character !== 'n')
      throw this.#malformed('unexpected-character', from, 'value');
    const literal = LITERALS[character];
    for (const wanted of literal.slice(1)) {
      if (this.#next() !== wanted) throw this.#malformed(this.#overEnd('unexpected-character'), this.#at - 1, 'value');
    }
    return { kind: 'value', node: { kind: literal, from, to: this.#at } };
  }

  /** The next character, and nothing at the end; either counts as read. */
  #next(): string {
    const character = this.#at < this.#to ? this.#text.charAt(this.#at) : '';
    this.#at += 1;
    return character;
  }

  #malformed(code: JsonErrorCode, at: number, expected: JsonExpectation | null = null): Error {
    this.#fault = { code, at, expected };
    return malformed;
  }

  #overEnd(code: JsonErrorCode): JsonErrorCode {
    return this.#at > this.#to ? 'unexpected-end' : code;
  }

  #unexpected(token: Token, expected: JsonExpectation): Error {
    const at = token.kind === 'value' ? token.node.from : token.from;
    return this.#malformed(at >= this.#to ? 'unexpected-end' : 'unexpected-character', at, expected);
  }

  #string(from: number): JsonStringNode {
    const text = this.#text;
    const to = this.#to;
    let hasEscape = false;
    for (let at = this.#at; ; at += 1) {
      const code = at < to ? text.charCodeAt(at) : NOTHING;
      if (code >= SPACE && code !== QUOTE && code !== BACKSLASH) continue;
      this.#at = at + 1;
      if (code === QUOTE) break;
      if (code === NOTHING) throw this.#endedInside({ from, containers: this.#open });
      if (code !== BACKSLASH) throw this.#malformed('control-character', at);
      hasEscape = true;
      this.#escape();
      at = this.#at - 1;
    }
    const value = hasEscape
      ? (JSON.parse(this.#text.slice(from, this.#at)) as string)
      : this.#text.slice(from + 1, this.#at - 1);
    return { kind: 'string', from, to: this.#at, value };
  }

  #endedInside(string: UnclosedString): Error {
    if (this.#isAtValue && this.#open.length > 0) this.#unclosed = string;
    return this.#malformed('unexpected-end', this.#to);
  }

  #escape(): void {
    const character = this.#next();
    if (character !== 'u') {
      if (!SIMPLE_ESCAPES.has(character)) throw this.#badEscape();
      return;
    }
    const first = this.#hex();
    if (first < 0xd800 || first > 0xdfff) return;
    if (first > 0xdbff || this.#next() !== '\\' || this.#next() !== 'u') throw this.#badEscape('lone-surrogate');
    const second = this.#hex();
    if (second < 0xdc00 || second > 0xdfff) throw this.#badEscape('lone-surrogate');
  }

  #hex(): number {
    let value = 0;
    for (let digits = 0; digits < 4; digits += 1) {
      const digit = this.#next();
      if (!/^[\da-fA-F]$/.test(digit)) throw this.#badEscape();
      value = value * 16 + parseInt(digit, 16);
    }
    return value;
  }

  #badEscape(code: JsonErrorCode = 'bad-escape'): Error {
    return this.#malformed(this.#overEnd(code), this.#at - 1);
  }

  /** `from` is its first character, which was read. */
  #number(from: number): JsonNode {
    if (this.#text.charAt(from) === '-') this.#digit();
    if (this.#text.charAt(this.#at - 1) !== '0') this.#digits();
    if (this.#takes('.')) {
      this.#digit();
      this.#digits();
    }
    if (this.#takes('e') || this.#takes('E')) {
      if (!this.#takes('+')) this.#takes('-');
      this.#digit();
      this.#digits();
    }
    const literal = this.#text.slice(from, this.#at);
    if (!Number.isFinite(Number(literal))) throw this.#malformed('number-out-of-range', from);
    return { kind: 'number', from, to: this.#at, literal };
  }

  #takes(character: string): boolean {
    if (this.#at >= this.#to || this.#text.charAt(this.#at) !== character) return false;
    this.#at += 1;
    return true;
  }

  #digit(): void {
    if (!isDigit(this.#next())) throw this.#malformed(this.#overEnd('unexpected-character'), this.#at - 1, 'digit');
  }

  #digits(): void {
    while (this.#at < this.#to && isDigit(this.#text.charAt(this.#at))) this.#at += 1;
  }
}

function isDigit(character: string): boolean {
  return character >= '0' && character <= '9';
}

/** The last member of a key: it replaces the value of an earlier one, and has its place. */
export function memberOf(node: JsonNode, key: string): JsonNode | undefined {
  return node.kind === 'object' ? node.members.findLast((entry) => entry.key.value === key)?.value : undefined;
}

/** The members that count, each in the place of the first of its key. */
export function membersOf(members: readonly JsonMember[]): ReadonlyMap<string, JsonMember> {
  return new Map(members.map((entry) => [entry.key.value, entry]));
}
