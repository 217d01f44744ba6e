import { rstrip } from '../../text/languages/index.ts';
import { isAlphanumeric, isLetter, isOneOf, isSpace, QUOTES, type RepairCursor } from './repair-cursor.ts';

/** A string that is being read. */
export interface OpenString {
  /** Its quotes; both are `"` where it has none. */
  readonly open: string;
  readonly close: string;
  readonly hasNoQuote: boolean;
  /** It began with two quotes, and may end with two. */
  readonly isDoubled: boolean;
}

/** What json-repair takes for the text of a string, up to where it ends. A quote or a comma may belong to it. */
export function repairedString(cursor: RepairCursor, string: OpenString): string {
  const text = new Scan(cursor, string).read();
  const last = cursor.at();
  if (string.hasNoQuote && cursor.place === 'key' && isSpace(last)) {
    cursor.skipSpace();
    if (!isOneOf(cursor.at(), ':,')) return '';
  }
  const isClosed = last === string.close;
  if (isClosed) cursor.index += 1;
  return !isClosed || string.hasNoQuote || text.endsWith('\n') ? rstrip(text) : text;
}

const ESCAPES: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', b: '\b' };

class Scan {
  readonly #cursor: RepairCursor;
  readonly #string: OpenString;
  readonly #text: string[] = [];
  #hasBrace = false;
  /** The next quote belongs to the text as well. */
  #isUnmatched = false;
  /** After a comma, a list or an object is expected that belongs to the text. */
  #isContainerNext = false;
  readonly #containers: string[] = [];

  constructor(cursor: RepairCursor, string: OpenString) {
    this.#cursor = cursor;
    this.#string = string;
  }

  read(): string {
    const cursor = this.#cursor;
    const { close } = this.#string;
    for (let char = cursor.at(); char !== '' && char !== close; char = cursor.at()) {
      if (this.#endsBare(char)) break;
      if (cursor.place === 'value' && char === ',') {
        const kind = commaIn(cursor);
        if (kind === 'member') break;
        this.#isContainerNext = kind === 'container';
        this.#keep();
        continue;
      }
      if (this.#closesContainer(char)) {
        this.#keep();
        continue;
      }
      if (this.#endsValue(char)) break;
      this.#keep();
      if (cursor.at() === '') break;
      if (this.#text.at(-1) === '\\' && this.#escape()) continue;
      if (cursor.at() === ':' && this.#endsKey()) break;
      if (cursor.at() !== close || this.#text.at(-1) === '\\') continue;
      if (this.#atQuote() === 'end') break;
    }
    return this.#text.join('');
  }

  #keep(): void {
    this.#add(this.#cursor.at());
    this.#cursor.index += 1;
  }

  #add(char: string): void {
    this.#text.push(char);
    if (char === '{') this.#hasBrace = true;
  }

  /** Whether the text without quotes ends here. */
  #endsBare(char: string): boolean {
    if (!this.#string.hasNoQuote) return false;
    const { place } = this.#cursor;
    return (place === 'key' && (char === ':' || isSpace(char))) || (place === 'item' && isOneOf(char, '],'));
  }

  /** Whether this closes a list or an object that belongs to the text. */
  #closesContainer(char: string): boolean {
    const containers = this.#containers;
    if (char === '{' || char === '[') {
      if (this.#isContainerNext || containers.length > 0) containers.push(char);
      this.#isContainerNext = false;
      return false;
    }
    const opener = char === '}' ? '{' : char === ']' ? '[' : '';
    if (opener === '' || containers.at(-1) !== opener) return false;
    containers.pop();
    return true;
  }

  /** Whether a bracket ends the string although no quote does. */
  #endsValue(char: string): boolean {
    const cursor = this.#cursor;
    const { close } = this.#string;
    const isAfterQuote = this.#text.at(-1) === close;
    if (char === ']') return !isAfterQuote && cursor.isWithin('item') && cursor.at(cursor.skipTo(close)) === '';
    if (char !== '}' || cursor.place !== 'value') return false;
    if (!isAfterQuote && this.#hasNoQuoteAhead()) return true;
    const next = cursor.afterSpace(1);
    return cursor.at(next) === '' || [0, 1, 2].every((more) => cursor.at(next + more) === '`');
  }

  /** Whether the closing quote is missing before the brace here. */
  #hasNoQuoteAhead(): boolean {
    const cursor = this.#cursor;
    const { open, close } = this.#string;
    const quote = cursor.skipTo(close, 1);
    const isEscaped = cursor.at(1) === '\\';
    if (cursor.at(quote) !== '') {
      let at = cursor.afterSpace(quote + 1);
      if (isEscaped || cursor.at(at) === '' || isOneOf(cursor.at(at), ',}')) return false;
      at = cursor.skipTo(open, at);
      if (cursor.at(at) === '') return false;
      const after = cursor.at(cursor.afterSpace(at + 1));
      return after === '' || after === ':';
    }
    if (cursor.at(cursor.skipTo(':', 1)) !== '') return true;
    const next = cursor.afterSpace(1);
    const brace = cursor.skipTo('}', next);
    return !isEscaped && brace - next <= 1 && (cursor.at(brace) === '' || !this.#hasBrace);
  }

  /** After a backslash; whether it was read as an escape. */
  #escape(): boolean {
    const cursor = this.#cursor;
    const { close } = this.#string;
    const char = cursor.at();
    if (char === close || isOneOf(char, 'tnrb\\')) {
      this.#unescape(ESCAPES[char] ?? char, 1);
      while (this.#text.at(-1) === '\\' && (cursor.at() === close || cursor.at() === '\\'))
        this.#unescape(cursor.at(), 1);
      return true;
    }
    if (char === 'u' || char === 'x') {
      const size = char === 'u' ? 4 : 2;
      const digits = cursor.slice(cursor.index + 1, cursor.index + 1 + size);
      if (digits.length !== size || !/^[\da-fA-F]+$/.test(digits)) return false;
      this.#unescape(String.fromCharCode(Number.parseInt(digits, 16)), 1 + size);
      return true;
    }
    if (!isOneOf(char, QUOTES)) return false;
    this.#unescape(char, 1);
    return true;
  }

  #unescape(char: string, size: number): void {
    this.#text.pop();
    this.#add(char);
    this.#cursor.index += size;
  }

  /** Whether the key ends at the colon here, its closing quote missing. */
  #endsKey(): boolean {
    const cursor = this.#cursor;
    const { open, close, hasNoQuote } = this.#string;
    if (hasNoQuote || cursor.place !== 'key') return false;
    const first = cursor.skipTo(open, 1);
    if (cursor.at(first) === '') return true;
    const second = cursor.skipTo(close, first + 1);
    return cursor.at(second) !== '' && isOneOf(cursor.at(cursor.afterSpace(second + 1)), ',}');
  }

  /** At a quote that may close the string: it is kept, or the string ends. */
  #atQuote(): 'kept' | 'end' {
    const cursor = this.#cursor;
    const { open, close, isDoubled, hasNoQuote } = this.#string;
    const { place } = cursor;
    if (isDoubled && cursor.at(1) === close) {
      cursor.index += 1;
      return 'end';
    }
    if (hasNoQuote && place === 'value') {
      let next = 1;
      while (cursor.at(next) !== '' && cursor.at(next) !== close && cursor.at(next) !== open) next += 1;
      // The quote opens the next key.
      if (cursor.at(next) !== '' && cursor.at(cursor.afterSpace(next + 1)) === ':') cursor.index -= 1;
      return 'end';
    }
    if (this.#isUnmatched) {
      this.#isUnmatched = false;
      return this.#kept();
    }
    const next = this.#candidate();
    const char = cursor.at(next);
    if (char === ',' && place === 'value') {
      const quote = cursor.skipTo(close, next + 1);
      return isOneOf(cursor.at(cursor.afterSpace(quote + 1)), '},') ? this.#kept() : 'end';
    }
    if (char !== close || cursor.at(next - 1) === '\\' || cursor.afterSpace(1) >= next) return 'end';
    if (place === 'key') return this.#kept();
    // In a list, the quotes up to its end have to come in pairs.
    if (place === 'value' ? !this.#isInValue(next) : !cursor.isOdd(close, next + 1)) return 'end';
    this.#isUnmatched = place !== 'value' || !this.#isBeforeKey(next);
    return this.#kept();
  }

  #kept(): 'kept' {
    this.#keep();
    return 'kept';
  }

  /** The next quote, or what comes before it and may follow a string. */
  #candidate(): number {
    const cursor = this.#cursor;
    const { open, close } = this.#string;
    const [inKey, inValue, inItem] = [cursor.isWithin('key'), cursor.isWithin('value'), cursor.isWithin('item')];
    let mayBeComma = cursor.place === 'value';
    let next = 1;
    for (let char = cursor.at(next); char !== '' && char !== close && char !== open; char = cursor.at(next)) {
      if (mayBeComma && isLetter(char)) mayBeComma = false;
      const isEnd =
        (inKey && isOneOf(char, ':}')) ||
        (inValue && char === '}') ||
        (inItem && isOneOf(char, '],')) ||
        (mayBeComma && char === ',');
      if (isEnd) break;
      next += 1;
    }
    return next;
  }

  /** Whether a comma and a key follow the next quote, so that both quotes belong to the value. */
  #isBeforeKey(next: number): boolean {
    const cursor = this.#cursor;
    const { open, close } = this.#string;
    const comma = cursor.afterSpace(next + 1);
    if (cursor.at(comma) !== ',') return false;
    const quote = cursor.skipTo(open, comma + 1) + 1;
    return cursor.at(cursor.afterSpace(cursor.skipTo(close, quote + 1) + 1)) === ':';
  }

  /** Whether a value goes on after the next quote. */
  #isInValue(next: number): boolean {
    const cursor = this.#cursor;
    const { open, close } = this.#string;
    if (this.#isBeforeKey(next)) return true;
    let at = cursor.afterSpace(next + 1);
    if (cursor.at(at) === ',') {
      at = cursor.skipTo(close, cursor.skipTo(open, at + 1) + 2) + 1;
      at = cursor.afterSpace(at);
    }
    at = cursor.skipTo(close, at + 1) + 1;
    for (let char = cursor.at(at); char !== '' && char !== ':'; char = cursor.at(at)) {
      if (isOneOf(char, ',]}') || (char === close && cursor.at(at - 1) !== '\\')) return true;
      at += 1;
    }
    return cursor.at(at) !== ':';
  }
}

/** What a comma in a value is: the end of the member, a part of the string, or that before a list or an object in it. */
function commaIn(cursor: RepairCursor): 'member' | 'string' | 'container' {
  const memberIf = (offset: number): 'member' | 'string' =>
    cursor.at(cursor.afterSpace(offset)) === ':' ? 'member' : 'string';
  const next = cursor.afterSpace(1);
  const char = cursor.at(next);
  if (char === '' || char === '}') return 'member';
  if (isOneOf(char, QUOTES)) return afterKey(char, next);
  if (char === '`') return memberIf(afterName(next + 1));
  if ((isAlphanumeric(char) || char === '_') && memberIf(afterName(next)) === 'member') return 'member';
  const quote = cursor.skipTo(QUOTES, next);
  if (cursor.at(quote) === '') return 'string';
  if (cursor.skipTo('{[', next) < quote) return 'container';
  return afterKey(cursor.at(quote), quote);

  function afterKey(close: string, open: number): 'member' | 'string' {
    const end = cursor.skipTo(close, open + 1);
    return cursor.at(end) === '' ? 'string' : memberIf(end + 1);
  }

  function afterName(from: number): number {
    let at = from;
    while (isAlphanumeric(cursor.at(at)) || isOneOf(cursor.at(at), '_-')) at += 1;
    return at;
  }
}
