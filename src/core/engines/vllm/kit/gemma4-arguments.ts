import { PythonDict, type PythonValue, stripPython } from '../../../text/languages/index.ts';
import type { Parameter } from '../table/format.ts';

// Gemma 4 writes arguments as `key:<|"|>text<|"|>,other:5,list:[…],object:{…}`.

const DELIMITER = '<|"|>';

/** What the two releases do differently. */
export interface Gemma4Rules {
  /** A value without delimiters. */
  bare(text: string): PythonValue;
  /** While the text grows, a string without an end does not end in the beginning of a delimiter. */
  readonly cutsDelimiter: boolean;
  /** Keys may be between delimiters too. */
  readonly quotesKeys: boolean;
}

/** Deeper values stay empty. Python raises RecursionError a little later. */
const DEEPEST = 900;

/**
 * Reads a range of arguments.
 *
 * @param partial whether more text may come: what may still change is left out
 */
export function readGemma4(
  text: string,
  from: number,
  to: number,
  partial: boolean,
  rules: Gemma4Rules,
): { readonly parameters: readonly Parameter[]; readonly stop: number | null } {
  const reader = new Reader(text, rules);
  return { parameters: reader.members(from, to, partial, 0), stop: reader.stop };
}

class Reader {
  /** Where the first malformed value ended the reading. */
  stop: number | null = null;
  readonly #text: string;
  readonly #rules: Gemma4Rules;
  /** The bracket that closes the one at a place. */
  readonly #closers = new Map<number, number>();

  constructor(text: string, rules: Gemma4Rules) {
    this.#text = text;
    this.#rules = rules;
  }

  members(from: number, to: number, partial: boolean, depth: number): Parameter[] {
    const text = this.#text;
    const found: Parameter[] = [];
    for (let at = from; ;) {
      at = this.#skip(at, to, ' ,\n\t');
      const colon = this.#find(':', at, to);
      if (colon < 0) return found;
      const keySpan = { from: at, to: colon };
      let key = stripPython(text.slice(at, colon));
      const isQuoted = this.#rules.quotesKeys && key.startsWith(DELIMITER) && key.endsWith(DELIMITER);
      if (isQuoted) key = key.slice(DELIMITER.length, -DELIMITER.length);
      const valueFrom = this.#skip(colon + 1, to, ' \n\t');
      if (valueFrom >= to) {
        if (!partial) found.push({ key, value: '', keySpan, valueSpan: { from: to, to } });
        return found;
      }
      const read = this.#value(valueFrom, to, partial, depth, ',}]');
      if (read === null) return found;
      found.push({ key, value: read.value, keySpan, valueSpan: { from: valueFrom, to: read.to } });
      at = read.to;
    }
  }

  #items(from: number, to: number, partial: boolean, depth: number): PythonValue[] {
    const items: PythonValue[] = [];
    for (let at = from; ;) {
      at = this.#skip(at, to, ' ,\n\t');
      if (at >= to) return items;
      const read = this.#value(at, to, partial, depth, ',]', true);
      if (read === null) return items;
      items.push(read.value);
      at = read.to;
    }
  }

  /** Null where the reading ends without a value. */
  #value(
    from: number,
    to: number,
    partial: boolean,
    depth: number,
    ends: string,
    isItem = false,
  ): { value: PythonValue; to: number } | null {
    const text = this.#text;
    if (text.startsWith(DELIMITER, from) && from + DELIMITER.length <= to) {
      const begin = from + DELIMITER.length;
      const end = this.#find(DELIMITER, begin, to);
      if (end >= 0) return { value: text.slice(begin, end), to: end + DELIMITER.length };
      const rest = text.slice(begin, to);
      return { value: partial && !isItem && this.#rules.cutsDelimiter ? withoutDelimiter(rest) : rest, to };
    }
    const first = text.charAt(from);
    if (first === '{' || first === '[') {
      const close = this.#closer(from, to);
      const isOpen = close < 0 || close >= to;
      const end = isOpen ? to : close;
      let value: PythonValue = first === '{' ? new PythonDict() : [];
      if (depth < DEEPEST) {
        if (first === '[') value = this.#items(from + 1, end, isOpen, depth + 1);
        else value = dictOf(this.members(from + 1, end, isOpen, depth + 1));
      }
      return { value, to: isOpen ? to : close + 1 };
    }
    let end = from;
    while (end < to && !ends.includes(text.charAt(end))) end += 1;
    if (partial && end >= to) return null;
    if (end === from) {
      this.stop ??= from;
      return null;
    }
    const bare = text.slice(from, end);
    if (partial && stripPython(bare).endsWith('.')) return null;
    return { value: this.#rules.bare(bare), to: end };
  }

  /** Counts only brackets of its own kind, and none between delimiters; -1 where none closes it. */
  #closer(from: number, to: number): number {
    const known = this.#closers.get(from);
    if (known !== undefined) return known;
    const text = this.#text;
    const braces: number[] = [];
    const brackets: number[] = [];
    for (let at = from; at < to;) {
      if (text.startsWith(DELIMITER, at)) {
        const next = this.#find(DELIMITER, at + DELIMITER.length, to);
        if (next < 0) break;
        at = next + DELIMITER.length;
        continue;
      }
      const code = text.charCodeAt(at);
      if (code === 0x7b) braces.push(at);
      else if (code === 0x5b) brackets.push(at);
      else if (code === 0x7d || code === 0x5d) {
        const open = (code === 0x7d ? braces : brackets).pop();
        if (open !== undefined) this.#closers.set(open, at);
        if (open === from) break;
      }
      at += 1;
    }
    for (const open of [...braces, ...brackets]) if (!this.#closers.has(open)) this.#closers.set(open, -1);
    return this.#closers.get(from) ?? -1;
  }

  /** Where a part begins that ends by `to`; -1 where there is none. */
  #find(part: string, from: number, to: number): number {
    const at = this.#text.slice(from, to).indexOf(part);
    return at < 0 ? -1 : from + at;
  }

  #skip(from: number, to: number, characters: string): number {
    let at = from;
    while (at < to && characters.includes(this.#text.charAt(at))) at += 1;
    return at;
  }
}

export function dictOf(parameters: readonly Parameter[]): PythonDict {
  return new PythonDict(parameters.map(({ key, value }) => [key, value]));
}

function withoutDelimiter(text: string): string {
  for (let length = DELIMITER.length; length > 0; length -= 1) {
    if (text.endsWith(DELIMITER.slice(0, length))) return text.slice(0, -length);
  }
  return text;
}
