import type { JsonObject, JsonValue } from '../../../text/json/index.ts';
import { DEEPEST, emptyRecord, put } from './values.ts';

export const relaxedWords = {
  'relaxed-character': 'No value of relaxed JSON starts with this character',
  'relaxed-string': 'This string is invalid: it has no end, an invalid escape or a raw control character',
  'relaxed-value': 'Relaxed JSON needs a value here',
  'relaxed-key': 'A key must be a string or a bare word: numbers, `true`, `false` and `null` are no keys',
  'relaxed-colon': 'A colon must follow a key',
  'relaxed-comma': 'A comma or the closing bracket must follow a value',
  'relaxed-duplicate': 'The object already has this key: relaxed JSON refuses it',
  'relaxed-rest': 'Text follows the value, and relaxed JSON allows none',
  'relaxed-end': 'The text ends before the value is complete',
  'relaxed-deep': 'The value is nested too deeply for the original',
} as const;

type RelaxedCode = keyof typeof relaxedWords;

export type RelaxedReading =
  | { readonly ok: true; readonly value: JsonValue }
  /** `at` is where the text could not be accepted. */
  | { readonly ok: false; readonly code: RelaxedCode; readonly at: number };

type Kind = '[' | ']' | '{' | '}' | ':' | ',' | 'atom' | 'number' | 'string' | 'space' | 'end';

interface Token {
  readonly kind: Kind;
  readonly at: number;
  readonly value: JsonValue;
}

class Refused extends Error {
  readonly code: RelaxedCode;
  readonly at: number;

  constructor(code: RelaxedCode, at: number) {
    super(code);
    this.code = code;
    this.at = at;
  }
}

/**
 * The JSON of the package `relaxed-json`, as the original uses it: strings in single quotes, bare words as strings,
 * comments and one comma before a closing bracket; keys may not repeat. The words `true`, `false`, `null` and numbers end
 * where they are complete, so `1px` is a number and a word.
 */
export function readRelaxed(text: string): RelaxedReading {
  try {
    return { ok: true, value: new Parser(withoutTrailingCommas(tokensOf(text)), text.length).whole() };
  } catch (error) {
    if (error instanceof Refused) return { ok: false, code: error.code, at: error.at };
    throw error;
  }
}

const SPACE = /\s+/y;
const ATOM = /true|false|null/y;
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /[$a-zA-Z0-9_\-+.*?!|&%^/#\\]+/y;
const LINE_END = /[\n\r\u2028\u2029]/g;
const PUNCTUATION: ReadonlySet<string> = new Set('[]{}:,');

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  const comments = new Comments(text);
  /** The end of a match at `at`; -1 where there is none. */
  const matched = (pattern: RegExp, at: number): number => {
    pattern.lastIndex = at;
    return pattern.test(text) ? pattern.lastIndex : -1;
  };
  let at = 0;
  const take = (kind: Kind, to: number, value: JsonValue = null): void => {
    tokens.push({ kind, at, value });
    at = to;
  };
  while (at < text.length) {
    const character = text.charAt(at);
    let to: number;
    if ((to = matched(SPACE, at)) > 0) {
      take('space', to);
    } else if (PUNCTUATION.has(character)) {
      take(character as Kind, at + 1);
    } else if ((to = matched(ATOM, at)) > 0) {
      take('atom', to, JSON.parse(text.slice(at, to)) as JsonValue);
    } else if ((to = matched(NUMBER, at)) > 0) {
      take('number', to, Number.parseFloat(text.slice(at, to)));
    } else if (character === '"' || character === "'") {
      to = stringEnd(text, at);
      take('string', to, decoded(text, at, to));
    } else if ((to = comments.endAt(at)) > 0) {
      take('space', to);
    } else if ((to = matched(WORD, at)) > 0) {
      take('string', to, text.slice(at, to));
    } else {
      throw new Refused('relaxed-character', at);
    }
  }
  return tokens;
}

/** Finds the ends of comments, and looks at no part of the text twice for it. */
class Comments {
  readonly #text: string;
  #lineEnd = -1;
  #blockEnd = -1;

  constructor(text: string) {
    this.#text = text;
  }

  /** -1 where no comment begins, and where it has no end: then its first characters are a word. */
  endAt(at: number): number {
    const text = this.#text;
    if (text.startsWith('//', at)) {
      if (this.#lineEnd < at) {
        LINE_END.lastIndex = at;
        this.#lineEnd = LINE_END.test(text) ? LINE_END.lastIndex - 1 : text.length;
      }
      const end = text.charAt(this.#lineEnd);
      if (end === '\r' && text.charAt(this.#lineEnd + 1) === '\n') return this.#lineEnd + 2;
      return end === '\n' || end === '\r' ? this.#lineEnd + 1 : -1;
    }
    if (!text.startsWith('/*', at)) return -1;
    if (this.#blockEnd < at + 2) {
      const end = text.indexOf('*/', at + 2);
      this.#blockEnd = end < 0 ? text.length : end;
    }
    return this.#blockEnd < text.length ? this.#blockEnd + 2 : -1;
  }
}

const HEX = /^[0-9a-fA-F]{4}$/;

/** Past the closing quote. */
function stringEnd(text: string, from: number): number {
  const quote = text.charAt(from);
  for (let at = from + 1; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === quote) return at + 1;
    if (character !== '\\') continue;
    at += 1;
    const escaped = text.charAt(at);
    if (escaped === 'u' && HEX.test(text.slice(at + 1, at + 5))) at += 4;
    else if (escaped !== quote && (escaped === '' || !'bnrtf\\/'.includes(escaped))) break;
  }
  throw new Refused('relaxed-string', from);
}

function decoded(text: string, from: number, to: number): string {
  const inner = text.slice(from + 1, to - 1);
  const strict = text.charAt(from) === '"' ? inner : inner.replace(/\\[^]|"/g, requoted);
  try {
    return JSON.parse(`"${strict}"`) as string;
  } catch {
    throw new Refused('relaxed-string', from);
  }
}

/** An escape or a double quote of a string in single quotes, for one in double quotes. */
function requoted(piece: string): string {
  if (piece === '"') return '\\"';
  return piece === "\\'" ? "'" : piece;
}

/** Of several commas before a closing bracket only the last goes, and only where something is before it. */
function withoutTrailingCommas(tokens: readonly Token[]): Token[] {
  const kept: Token[] = [];
  for (const token of tokens) {
    if (token.kind === 'space') continue;
    const before = kept.at(-2)?.kind;
    if (
      (token.kind === ']' || token.kind === '}') &&
      kept.at(-1)?.kind === ',' &&
      before !== undefined &&
      before !== '[' &&
      before !== '{'
    ) {
      kept.pop();
    }
    kept.push(token);
  }
  return kept;
}

class Parser {
  readonly #tokens: readonly Token[];
  readonly #end: Token;
  #next = 0;
  #depth = 0;

  constructor(tokens: readonly Token[], end: number) {
    this.#tokens = tokens;
    this.#end = { kind: 'end', at: end, value: null };
  }

  whole(): JsonValue {
    const value = this.#value();
    const rest = this.#tokens[this.#next];
    if (rest !== undefined) throw new Refused('relaxed-rest', rest.at);
    return value;
  }

  #take(): Token {
    const token = this.#tokens[this.#next] ?? this.#end;
    this.#next += 1;
    return token;
  }

  #value(): JsonValue {
    const token = this.#take();
    if (token.kind === 'string' || token.kind === 'number' || token.kind === 'atom') return token.value;
    if (token.kind !== '{' && token.kind !== '[')
      throw new Refused(token.kind === 'end' ? 'relaxed-end' : 'relaxed-value', token.at);
    this.#depth += 1;
    if (this.#depth > DEEPEST) throw new Refused('relaxed-deep', token.at);
    const value = token.kind === '{' ? this.#object() : this.#array();
    this.#depth -= 1;
    return value;
  }

  #object(): JsonObject {
    const object = emptyRecord();
    if (this.#tokens[this.#next]?.kind === '}') {
      this.#next += 1;
      return object;
    }
    do {
      const key = this.#take();
      if (key.kind !== 'string') throw new Refused(key.kind === 'end' ? 'relaxed-end' : 'relaxed-key', key.at);
      const name = key.value as string;
      if (Object.hasOwn(object, name)) throw new Refused('relaxed-duplicate', key.at);
      const colon = this.#take();
      if (colon.kind !== ':') throw new Refused(colon.kind === 'end' ? 'relaxed-end' : 'relaxed-colon', colon.at);
      put(object, name, this.#value());
    } while (this.#goesOn('}'));
    return object;
  }

  #array(): JsonValue[] {
    const array: JsonValue[] = [];
    if (this.#tokens[this.#next]?.kind === ']') {
      this.#next += 1;
      return array;
    }
    do array.push(this.#value());
    while (this.#goesOn(']'));
    return array;
  }

  #goesOn(closer: '}' | ']'): boolean {
    const token = this.#take();
    if (token.kind === closer) return false;
    if (token.kind !== ',') throw new Refused(token.kind === 'end' ? 'relaxed-end' : 'relaxed-comma', token.at);
    return true;
  }
}
