import { isPythonSpace, isRegexWord } from '../../text/languages/index.ts';

/** Where json-repair is: in a key, in the value of a key, or in a list. */
export type Place = 'key' | 'value' | 'item';

export const QUOTES = '"\'“”';

/** Nested deeper than this, nothing is mended. Python gives up a little later. */
const DEEPEST = 200;

/**
 * A text in characters, a place in it, and what json-repair looks at ahead. It looks far ahead at every comma and quote, so what it
 * looks for is found once for all places; and it may read a part again, so it has a budget. Where that is spent, the text is over.
 */
export class RepairCursor {
  index = 0;
  #text: string[];
  #budget: number;
  readonly #places: Place[] = [];
  #depth = 0;
  /** By what is looked for: at each place, where the next one is that no backslash escapes. */
  readonly #next = new Map<string, Int32Array>();
  /** By a quote: at each place, whether an odd number of them comes before the next `]`. */
  readonly #odd = new Map<string, Uint8Array>();
  #escaped: Uint8Array | null = null;

  constructor(text: string) {
    this.#text = Array.from(text);
    this.#budget = 20 * (this.#text.length + 5000);
  }

  get length(): number {
    return this.#text.length;
  }

  /** Whether the budget is spent, so that the answer is none. */
  get isSpent(): boolean {
    return this.#budget < 0;
  }

  /** The character so far from here; '' outside of the text. */
  at(offset = 0): string {
    return this.#text[this.index + offset] ?? '';
  }

  slice(from: number, to?: number): string {
    return this.#text.slice(from, to).join('');
  }

  replace(from: number, to: number, text: string): void {
    this.spend(2 * this.#text.length);
    this.#text = [...this.#text.slice(0, from), ...Array.from(text), ...this.#text.slice(to)];
    this.#forget();
  }

  /** Writes over a character before this place, which nothing looks ahead to any more. */
  put(at: number, character: string): void {
    this.#text[at] = character;
  }

  spend(amount = 1): void {
    this.#budget -= amount;
    if (!this.isSpent) return;
    this.#text = [];
    this.#forget();
  }

  #forget(): void {
    this.#next.clear();
    this.#odd.clear();
    this.#escaped = null;
  }

  /** The innermost place; undefined at the top. */
  get place(): Place | undefined {
    return this.#places.at(-1);
  }

  isWithin(place: Place): boolean {
    return this.#places.includes(place);
  }

  within<Result>(places: readonly Place[], read: () => Result): Result {
    const before = this.#places.length;
    this.#places.push(...places);
    this.#depth += 1;
    if (this.#depth > DEEPEST) this.spend(Infinity);
    const result = read();
    this.#depth -= 1;
    this.#places.length = before;
    return result;
  }

  skipSpace(): void {
    this.index += this.afterSpace(0);
  }

  /** The first offset from `offset` on that holds no space. */
  afterSpace(offset: number): number {
    let at = offset;
    while (isSpace(this.at(at))) at += 1;
    return at;
  }

  /** The offset of the first of `targets` from `offset` on, where an even number of backslashes is before it; else the end. */
  skipTo(targets: string, offset = 0): number {
    const begin = this.index + offset;
    let at = begin;
    while (this.#text[at] === '\\') at += 1;
    // Backslashes before the beginning do not count.
    if ((at - begin) % 2 === 0 && isOneOf(this.#text[at] ?? '', targets)) return at - this.index;
    return (this.#nextOf(targets)[at + 1] ?? this.#text.length) - this.index;
  }

  /** Whether an odd number of quotes is between `offset`, right after one, and the next `]` or the end. */
  isOdd(quote: string, offset: number): boolean {
    return this.#oddOf(quote)[this.index + offset] === 1;
  }

  #oddOf(quote: string): Uint8Array {
    const known = this.#odd.get(quote);
    if (known !== undefined) return known;
    const text = this.#text;
    const escaped = (this.#escaped ??= escapedIn(text));
    const odd = new Uint8Array(text.length + 1);
    for (let at = text.length - 1; at >= 0; at -= 1) {
      const after = odd[at + 1] ?? 0;
      const isFree = escaped[at] === 0;
      odd[at] = isFree && text[at] === ']' ? 0 : isFree && text[at] === quote ? 1 - after : after;
    }
    this.#odd.set(quote, odd);
    return odd;
  }

  #nextOf(targets: string): Int32Array {
    const known = this.#next.get(targets);
    if (known !== undefined) return known;
    const text = this.#text;
    const escaped = (this.#escaped ??= escapedIn(text));
    const next = new Int32Array(text.length + 1).fill(text.length);
    for (let at = text.length - 1; at >= 0; at -= 1) {
      const isTarget = escaped[at] === 0 && isOneOf(text[at] ?? '', targets);
      next[at] = isTarget ? at : (next[at + 1] ?? text.length);
    }
    this.#next.set(targets, next);
    return next;
  }
}

function escapedIn(text: readonly string[]): Uint8Array {
  const escaped = new Uint8Array(text.length);
  let backslashes = 0;
  for (const [at, character] of text.entries()) {
    if (character === '\\') backslashes += 1;
    else {
      escaped[at] = backslashes % 2;
      backslashes = 0;
    }
  }
  return escaped;
}

export function isOneOf(character: string, characters: string): boolean {
  return character !== '' && characters.includes(character);
}

export function isSpace(character: string): boolean {
  return character !== '' && isPythonSpace(character.charCodeAt(0));
}

/** `str.isalnum` of a character. */
export function isAlphanumeric(character: string): boolean {
  return character !== '' && character !== '_' && isRegexWord(character.codePointAt(0) ?? 0);
}

const NUMERIC = /\p{N}/u;

/** `str.isalpha` of a character. */
export function isLetter(character: string): boolean {
  return isAlphanumeric(character) && !NUMERIC.test(character);
}

const DIGIT = /[\p{Nd}²³¹⁰⁴-⁹₀-₉]/u;

/** `str.isdigit` of a character, but for those in circles and the like. */
export function isDigitCharacter(character: string): boolean {
  return DIGIT.test(character);
}
