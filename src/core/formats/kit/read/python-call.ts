import { isAsciiSpace, type Span } from '../../../text/document/index.ts';
import { readJson, valueToText } from '../../../text/json/index.ts';
import { isApostrophe } from './python-end.ts';

const BACKSLASH = 0x5c;
const LF = 0x0a;
const HASH = 0x23;

export interface PythonCall {
  readonly name: string;
  readonly nameSpan: Span;
  /** The whole expression. */
  readonly span: Span;
  readonly keywords: readonly {
    readonly key: string;
    readonly keySpan: Span;
    readonly json: string;
    readonly span: Span;
  }[];
  /** Arguments without a keyword, before the others. */
  readonly positional: readonly { readonly json: string; readonly span: Span }[];
  /** The place of its missing closing parenthesis; absent if it is written. */
  readonly lostAt?: number;
  /** The places of single quotes in words of its strings, which Python takes for their end. */
  readonly apostrophes: readonly number[];
  /** The places of colons between a keyword and its value. */
  readonly colons: readonly number[];
  /** The places of texts without quotes. */
  readonly words: readonly Span[];
}

/** The deepest nesting of literals: the reader calls itself for each level. */
const DEEPEST = 200;

class Refused extends Error {}

/** A text without quotes as a value, up to what ends the value. */
const WORDS = /\p{L}[\p{L}\p{N}_.-]{0,100}(?: [\p{L}\p{N}_.-]{1,100}){0,5}(?=\s*[,)])/uy;

/** The keywords that a dict stands for, which have its place. */
export function keywordsIn(json: string, span: Span): PythonCall['keywords'] {
  const reading = readJson(json);
  const members = reading.ok && reading.node.kind === 'object' ? reading.node.members : [];
  return members.map(({ key, value }) => ({
    key: key.value,
    keySpan: span,
    json: json.slice(value.from, value.to),
    span,
  }));
}

/**
 * Reads the calls in `text` from `from` to `to`: one, a list in brackets, or several with commas, semicolons or line
 * breaks between them. Null if the text has anything else, or an argument is no literal. Spans are shifted by `base`.
 */
export function readPythonCalls(text: string, from: number, to: number, base: number): PythonCall[] | null {
  try {
    return new PythonReader(text, from, to, base).calls();
  } catch (error) {
    if (error instanceof Refused) return null;
    throw error;
  }
}

class PythonReader {
  readonly #text: string;
  readonly #to: number;
  readonly #base: number;
  #at: number;
  #apostrophes: number[] = [];
  #colons: number[] = [];
  #words: Span[] = [];

  constructor(text: string, from: number, to: number, base: number) {
    this.#text = text;
    this.#to = to;
    this.#base = base;
    this.#at = from;
  }

  calls(): PythonCall[] {
    this.#space();
    const isList = this.#take('[');
    const calls: PythonCall[] = [];
    for (;;) {
      this.#space();
      if (isList && this.#take(']')) break;
      if (this.#at >= this.#to) break;
      calls.push(this.#call());
      this.#space();
      while (this.#take(',') || this.#take(';')) this.#space();
    }
    this.#space();
    if (this.#at < this.#to || calls.length === 0) throw new Refused();
    return calls;
  }

  #call(): PythonCall {
    const from = this.#at;
    this.#apostrophes = [];
    this.#colons = [];
    this.#words = [];
    const name = this.#word(/[\p{L}_][\p{L}\p{N}_.-]*/uy);
    const nameSpan = this.#span(from);
    this.#need('(');
    const keywords: PythonCall['keywords'][number][] = [];
    const positional: PythonCall['positional'][number][] = [];
    for (;;) {
      this.#space();
      if (this.#take(')')) break;
      const keyFrom = this.#at;
      if (this.#text.startsWith('**{', keyFrom)) {
        this.#at += 2;
        keywords.push(...keywordsIn(this.#dict(0), this.#span(keyFrom)));
        this.#space();
        if (!this.#take(',') && this.#text[this.#at] !== ')') throw new Refused();
        continue;
      }
      const key = this.#peek(/[\p{L}_][\p{L}\p{N}_-]*(?=\s*(?:=(?!=)|:))/uy);
      if (key !== null) {
        this.#at += key.length;
        const keySpan = this.#span(keyFrom);
        this.#space();
        if (this.#take(':')) this.#colons.push(this.#base + this.#at - 1);
        else this.#need('=');
        this.#space();
        const valueFrom = this.#at;
        const json = this.#withoutQuotes(key) ?? this.#value(0);
        keywords.push({ key, keySpan, json, span: this.#span(valueFrom) });
      } else {
        if (keywords.length > 0) throw new Refused();
        const json = this.#value(0);
        positional.push({ json, span: this.#span(keyFrom) });
      }
      this.#space();
      if (!this.#take(',') && this.#text[this.#at] !== ')') throw new Refused();
    }
    const [apostrophes, colons, words] = [this.#apostrophes, this.#colons, this.#words];
    return { name, nameSpan, span: this.#span(from), keywords, positional, apostrophes, colons, words };
  }

  /** Reads a text that lacks its quotes; null where there is none. A variable has the name of its keyword as a rule. */
  #withoutQuotes(key: string): string | null {
    const from = this.#at;
    const words = this.#peek(WORDS);
    if (words === null || words === key || /^(?:true|false|none|null|self|nan|inf)$/i.test(words)) return null;
    this.#at += words.length;
    this.#words.push(this.#span(from));
    return valueToText(words);
  }

  /** Reads a literal and returns it as JSON. */
  #value(depth: number): string {
    if (depth > DEEPEST) throw new Refused();
    const sign = this.#text[this.#at];
    if (sign === '[' || sign === '(') return this.#list(depth, sign === '[' ? ']' : ')');
    if (sign === '{') return this.#dict(depth);
    const string = this.#string();
    if (string !== null) return valueToText(string);
    const number = this.#peek(
      /[+-]?[ \t]{0,4}(?:0[xX][\da-fA-F]+|(?:\d[\d_]*)?\.?\d[\d_]*\.?(?:[eE][+-]?\d+)?)(?![\p{L}_])/uy,
    );
    if (number !== null) {
      this.#at += number.length;
      return jsonNumber(number);
    }
    const word = this.#word(/[\p{L}_]+/uy);
    const literal = { True: 'true', true: 'true', False: 'false', false: 'false', None: 'null', null: 'null' }[word];
    if (literal === undefined) throw new Refused();
    return literal;
  }

  #list(depth: number, close: string): string {
    this.#at += 1;
    const items: string[] = [];
    let commas = 0;
    for (;;) {
      this.#space();
      if (this.#take(close)) break;
      items.push(this.#value(depth + 1));
      this.#space();
      if (this.#take(',')) commas += 1;
      else if (this.#text[this.#at] !== close) throw new Refused();
    }
    // One value in parentheses is no tuple.
    return close === ')' && items.length === 1 && commas === 0 ? (items[0] as string) : `[${items.join(',')}]`;
  }

  #dict(depth: number): string {
    this.#at += 1;
    const members = new Map<string, string>();
    for (;;) {
      this.#space();
      if (this.#take('}')) break;
      const key = this.#string() ?? this.#peek(/-?\d+/y);
      if (key === null) throw new Refused();
      if (/^-?\d+$/.test(this.#text.slice(this.#at, this.#at + key.length)) && this.#text.startsWith(key, this.#at))
        this.#at += key.length;
      this.#space();
      this.#need(':');
      this.#space();
      const json = this.#value(depth + 1);
      if (!members.has(key)) members.set(key, json);
      this.#space();
      if (!this.#take(',') && this.#text[this.#at] !== '}') throw new Refused();
    }
    return `{${[...members].map(([key, json]) => `${valueToText(key)}:${json}`).join(',')}}`;
  }

  /** Reads one string, or several strings side by side; null if there is none. */
  #string(): string | null {
    const prefix = this.#peek(/[rRbBuUfF]{0,2}(?=["'])/y);
    if (prefix === null) return null;
    const pieces: string[] = [];
    for (let next: string | null = prefix; next !== null; next = this.#peek(/[rRbBuUfF]{0,2}(?=["'])/y)) {
      this.#at += next.length;
      pieces.push(this.#stringBody(/r/i.test(next)));
      this.#space();
    }
    return pieces.join('');
  }

  #stringBody(isRaw: boolean): string {
    const quote = this.#text[this.#at] as string;
    const triple = quote.repeat(3);
    const end = this.#text.startsWith(triple, this.#at) ? triple : quote;
    this.#at += end.length;
    const pieces: string[] = [];
    for (let from = this.#at; ; this.#at += 1) {
      if (this.#at >= this.#to) throw new Refused();
      const isEnd = this.#text.startsWith(end, this.#at);
      if (isEnd && end === "'" && this.#isApostrophe()) {
        this.#apostrophes.push(this.#base + this.#at);
      } else if (isEnd) {
        pieces.push(this.#text.slice(from, this.#at));
        this.#at += end.length;
        return pieces.join('');
      }
      if (this.#text.charCodeAt(this.#at) !== BACKSLASH) continue;
      if (isRaw) {
        this.#at += 1;
        continue;
      }
      pieces.push(this.#text.slice(from, this.#at));
      const { text, length } = escape(this.#text, this.#at);
      pieces.push(text);
      this.#at += length - 1;
      from = this.#at + 1;
    }
  }

  #isApostrophe(): boolean {
    const code = (offset: number): number => this.#text.charCodeAt(this.#at + offset);
    return isApostrophe(code(-1), code(1), code(2));
  }

  #space(): void {
    for (; this.#at < this.#to; this.#at += 1) {
      const code = this.#text.charCodeAt(this.#at);
      if (code === HASH) {
        while (this.#at < this.#to && this.#text.charCodeAt(this.#at) !== LF) this.#at += 1;
      } else if (!isAsciiSpace(code)) return;
    }
  }

  #take(sign: string): boolean {
    if (this.#at >= this.#to || this.#text[this.#at] !== sign) return false;
    this.#at += 1;
    return true;
  }

  #need(sign: string): void {
    if (!this.#take(sign)) throw new Refused();
  }

  #peek(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0] ?? null;
    return found === null || this.#at + found.length > this.#to ? null : found;
  }

  #word(pattern: RegExp): string {
    const word = this.#peek(pattern);
    if (word === null || word === '') throw new Refused();
    this.#at += word.length;
    return word;
  }

  #span(from: number): Span {
    return { from: from + this.#base, to: this.#at + this.#base };
  }
}

const SIMPLE: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  v: '\v',
  a: '\x07',
  '0': '\0',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '\n': '',
};

/** Decodes an escape. An escape that Python does not know stays as it is. */
function escape(text: string, at: number): { text: string; length: number } {
  const sign = text[at + 1] ?? '';
  const hex = /^(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8}))/.exec(text.slice(at + 1, at + 10));
  const digits = hex?.[1] ?? hex?.[2] ?? hex?.[3];
  if (digits !== undefined) {
    const code = parseInt(digits, 16);
    if (code <= 0x10ffff) return { text: String.fromCodePoint(code), length: digits.length + 2 };
  }
  const simple = SIMPLE[sign];
  return simple === undefined ? { text: `\\${sign}`, length: 2 } : { text: simple, length: 2 };
}

function jsonNumber(literal: string): string {
  const text = literal.replaceAll(/[_ \t]/g, '').replace(/^\+/, '');
  if (/^-?0[xX]/.test(text)) return String(BigInt(text.replace('-', ''))).replace(/^/, text.startsWith('-') ? '-' : '');
  const found = /^(-?)(\d*)(?:\.(\d*))?([eE][+-]?\d+)?$/.exec(text);
  if (found === null || !Number.isFinite(Number(text))) throw new Refused();
  const [, sign = '', whole = '', fraction, exponent = ''] = found;
  const digits = whole.replace(/^0+(?=\d)/, '') || '0';
  if (digits.length > 1000) return valueToText(literal);
  return sign + digits + (fraction === undefined ? '' : `.${fraction || '0'}`) + exponent;
}
