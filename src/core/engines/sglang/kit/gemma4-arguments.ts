import type { Span } from '../../../text/document/index.ts';
import { PythonDict, pythonFloat, pythonInt, type PythonValue, stripPython } from '../../../text/languages/index.ts';
import { NextMarks } from './next-marks.ts';

// Gemma 4 writes arguments as `key:<|"|>text<|"|>,other:5,list:[…],object:{…}`.

const DELIMITER = '<|"|>';

export interface Gemma4Member {
  readonly key: Span;
  readonly value: Span;
}

export type Gemma4Reading =
  | {
      readonly value: PythonDict;
      /** Of the outermost level. */
      readonly members: readonly Gemma4Member[];
      /** Where a key without a colon ended the reading. */
      readonly stop: number | null;
    }
  | { readonly raises: 'RecursionError' | 'MemoryError'; readonly at: number };

/** Python gives up a little deeper; how much depends on who called. */
const DEEPEST = 950;

/** The brace that closes the one before `from`, strings left out; null where there is none. */
export function closingBrace(text: string, from: number, to: number): number | null {
  return new Brackets(text, '{', '}', true).closing(from - 1, to);
}

/** `_parse_gemma4_args` of a range. */
export function readGemma4(text: string, from: number, to: number): Gemma4Reading {
  const reader = new Reader(text);
  const { dict, members, stop } = reader.members(from, to, 0);
  return reader.fault ?? { value: dict, members, stop };
}

/** Which bracket closes which, each found once. */
class Brackets {
  readonly #text: string;
  readonly #open: string;
  readonly #close: string;
  readonly #skipsStrings: boolean;
  /** Of brackets that nothing closes: -1. */
  readonly #closers = new Map<number, number>();

  constructor(text: string, open: string, close: string, skipsStrings: boolean) {
    this.#text = text;
    this.#open = open;
    this.#close = close;
    this.#skipsStrings = skipsStrings;
  }

  /** The bracket that closes the one at `from`, before `to`. */
  closing(from: number, to: number): number | null {
    if (!this.#closers.has(from)) this.#scan(from, to);
    const found = this.#closers.get(from) ?? -1;
    return found >= 0 && found < to ? found : null;
  }

  #scan(from: number, to: number): void {
    const text = this.#text;
    const open = [from];
    for (let at = from + 1; at < to && open.length > 0;) {
      if (this.#skipsStrings && text.startsWith(DELIMITER, at)) {
        const end = text.indexOf(DELIMITER, at + DELIMITER.length);
        at = end < 0 ? to : end + DELIMITER.length;
        continue;
      }
      const character = text.charAt(at);
      if (character === this.#open) open.push(at);
      else if (character === this.#close) this.#closers.set(open.pop() as number, at);
      at += 1;
    }
    for (const one of open) this.#closers.set(one, -1);
  }
}

class Reader {
  fault: { readonly raises: 'RecursionError' | 'MemoryError'; readonly at: number } | null = null;
  readonly #text: string;
  readonly #marks: NextMarks;
  readonly #braces: Brackets;
  readonly #brackets: Brackets;
  /** In a list inside of a list strings are not respected. */
  readonly #rawBrackets: Brackets;

  constructor(text: string) {
    this.#text = text;
    this.#marks = new NextMarks(text);
    this.#braces = new Brackets(text, '{', '}', true);
    this.#brackets = new Brackets(text, '[', ']', true);
    this.#rawBrackets = new Brackets(text, '[', ']', false);
  }

  members(
    from: number,
    to: number,
    depth: number,
  ): { readonly dict: PythonDict; readonly members: readonly Gemma4Member[]; readonly stop: number | null } {
    const text = this.#text;
    const dict = new PythonDict();
    const members: Gemma4Member[] = [];
    for (let at = this.#skip(from, to, ' ,\n\t'); at < to && this.fault === null; at = this.#skip(at, to, ' ,\n\t')) {
      const colon = this.#marks.from(':', at);
      if (colon >= to) return { dict, members, stop: at };
      const valueFrom = this.#skip(colon + 1, to, ' \n\t');
      const read = valueFrom >= to ? { value: '', end: to } : this.#value(valueFrom, to, depth, false);
      dict.set(stripPython(text.slice(at, colon)), read.value);
      members.push({ key: { from: at, to: colon }, value: { from: Math.min(valueFrom, read.end), to: read.end } });
      at = read.end;
    }
    return { dict, members, stop: null };
  }

  #items(from: number, to: number, depth: number): PythonValue[] {
    const items: PythonValue[] = [];
    for (let at = this.#skip(from, to, ' ,\n\t'); at < to && this.fault === null; at = this.#skip(at, to, ' ,\n\t')) {
      if (this.#text.charAt(at) === ']') {
        this.fault = { raises: 'MemoryError', at };
        break;
      }
      const read = this.#value(at, to, depth, true);
      items.push(read.value);
      at = read.end;
    }
    return items;
  }

  #value(
    from: number,
    to: number,
    depth: number,
    inList: boolean,
  ): { readonly value: PythonValue; readonly end: number } {
    const text = this.#text;
    if (text.startsWith(DELIMITER, from) && from + DELIMITER.length <= to) {
      const begin = from + DELIMITER.length;
      const end = text.indexOf(DELIMITER, begin);
      if (end < 0 || end + DELIMITER.length > to) return { value: text.slice(begin, to), end: to };
      return { value: text.slice(begin, end), end: end + DELIMITER.length };
    }
    const first = text.charAt(from);
    if (first === '{' || first === '[') {
      if (depth >= DEEPEST) {
        this.fault ??= { raises: 'RecursionError', at: from };
        return { value: null, end: to };
      }
      const brackets = first === '{' ? this.#braces : inList ? this.#rawBrackets : this.#brackets;
      const closing = brackets.closing(from, to);
      // Without a closer the last character is taken for one.
      const inner = closing ?? before(text, Math.max(from + 1, to));
      const value =
        first === '{' ? this.members(from + 1, inner, depth + 1).dict : this.#items(from + 1, inner, depth + 1);
      return { value, end: closing === null ? to : closing + 1 };
    }
    let end = from;
    while (end < to && !(inList ? ',]' : ',}]').includes(text.charAt(end))) end += 1;
    return { value: bare(text.slice(from, end)), end };
  }

  #skip(from: number, to: number, characters: string): number {
    let at = from;
    while (at < to && characters.includes(this.#text.charAt(at))) at += 1;
    return at;
  }
}

/** The place before the last character. */
function before(text: string, to: number): number {
  const isPair = to >= 2 && (text.codePointAt(to - 2) ?? 0) > 0xffff;
  return to - (isPair ? 2 : 1);
}

/** `_parse_gemma4_value`: true and false, numbers, else text. */
function bare(raw: string): PythonValue {
  const text = stripPython(raw);
  if (text === 'true' || text === 'false') return text === 'true';
  return (text.includes('.') ? pythonFloat(text) : pythonInt(text)) ?? text;
}
