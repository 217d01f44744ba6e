/** A container that is open. */
interface Open {
  readonly isObject: boolean;
  /** Whether nothing is written in it yet. */
  isEmpty: boolean;
  /** Where what is written ends without the member that is being read, if that member does not count. */
  dropTo: number | null;
}

/** `null`, `true` and `false` are taken by their beginning where the text ends in it. */
const literals = ['null', 'true', 'false'];

/**
 * LangChain's `parsePartialJson` on a text that `JSON.parse` refuses: what is open is closed, a key without a value is left
 * out, `-` is 0, and a literal may be cut. Strings may hold line breaks. Returns the completed JSON, or null where LangChain
 * gives null. Unlike the original, which then gives null, it does not run out of stack on deep nesting.
 *
 * Source: `utils/json.ts` of @langchain/core 1.4.0.
 */
export function completePartialJson(text: string): string | null {
  return new PartialReader(text.trim()).read();
}

class PartialReader {
  readonly #text: string;
  #at = 0;
  /** What is written. One list for all levels: joined level by level, deep nesting would be copied again and again. */
  readonly #json: string[] = [];
  readonly #open: Open[] = [];
  #failed = false;

  constructor(text: string) {
    this.#text = text;
  }

  read(): string | null {
    let hasOpened = this.#value();
    for (let top = this.#open.at(-1); top !== undefined && !this.#failed; top = this.#open.at(-1)) {
      if (!hasOpened && top.dropTo !== null) this.#json.length = top.dropTo;
      top.dropTo = null;
      if (this.#ends() || this.#takes(top.isObject ? '}' : ']')) {
        this.#close();
        hasOpened = false;
      } else if (!hasOpened && !this.#takes(',')) {
        this.#failed = true;
      } else if (this.#ends() || (top.isObject && !this.#key(top))) {
        this.#close();
        hasOpened = false;
      } else {
        if (!top.isObject) this.#separate(top);
        hasOpened = this.#value();
      }
    }
    return this.#failed || !this.#ends() ? null : this.#json.join('');
  }

  /** The key and its colon; whether a value follows. */
  #key(top: Open): boolean {
    if (this.#text.charAt(this.#at) !== '"') return this.#fail();
    const key = this.#string();
    if (this.#ends()) return false;
    if (!this.#takes(':')) return this.#fail();
    if (this.#ends()) return false;
    // The original assigns: under this name that sets the prototype, and the value is not a part of the arguments.
    if (key === '__proto__') top.dropTo = this.#json.length;
    else this.#separate(top);
    this.#json.push(JSON.stringify(key), ':');
    return true;
  }

  #separate(top: Open): void {
    if (!top.isEmpty) this.#json.push(',');
    top.isEmpty = false;
  }

  #close(): void {
    this.#json.push(this.#open.pop()?.isObject === true ? '}' : ']');
  }

  #fail(): boolean {
    this.#failed = true;
    return false;
  }

  /** A value that is whole, or the beginning of a container; whether it is that. */
  #value(): boolean {
    if (this.#ends()) return this.#fail();
    const first = this.#text.charAt(this.#at);
    if (first === '{' || first === '[') {
      this.#at += 1;
      this.#json.push(first);
      this.#open.push({ isObject: first === '{', isEmpty: true, dropTo: null });
      return true;
    }
    this.#json.push(first === '"' ? JSON.stringify(this.#string()) : (this.#literal() ?? this.#number()));
    return false;
  }

  #literal(): string | null {
    for (const literal of literals) {
      if (!literal.startsWith(this.#text.slice(this.#at, this.#at + literal.length))) continue;
      this.#at = Math.min(this.#at + literal.length, this.#text.length);
      return literal;
    }
    return null;
  }

  #string(): string {
    const text = this.#text;
    const pieces: string[] = [];
    let from = this.#at + 1;
    let at = from;
    for (; at < text.length && text.charAt(at) !== '"'; at += 1) {
      if (text.charAt(at) !== '\\') continue;
      pieces.push(text.slice(from, at));
      if (at + 1 === text.length) {
        from = at;
        continue;
      }
      const { character, length } = escapeAt(text, at + 1);
      if (character === null) {
        this.#failed = true;
        return '';
      }
      pieces.push(character);
      at += length;
      from = at + 1;
    }
    pieces.push(text.slice(from, at));
    this.#at = Math.min(at + 1, text.length);
    return pieces.join('');
  }

  #number(): string {
    const found = /^-?(?:0(?!\d)|[1-9]\d*|(?!\d))(?:\.\d*)?(?:[eE][+-]?\d*)?/.exec(this.#numberText())?.[0] ?? '';
    const value = found === '-' ? 0 : Number.parseFloat(found);
    if (Number.isNaN(value) || !/^[-\d]/.test(found)) this.#failed = true;
    this.#at += found.length;
    return Number.isFinite(value) ? String(value) : value > 0 ? '1e999' : '-1e999';
  }

  /** What of the text may belong to the number here: a pattern should not look at all of the rest. */
  #numberText(): string {
    let to = this.#at;
    while (to < this.#text.length && /[-+.\deE]/.test(this.#text.charAt(to))) to += 1;
    return this.#text.slice(this.#at, to);
  }

  /** Goes past white space; whether nothing follows. */
  #ends(): boolean {
    while (this.#at < this.#text.length && /\s/.test(this.#text.charAt(this.#at))) this.#at += 1;
    return this.#at >= this.#text.length;
  }

  #takes(character: string): boolean {
    const isThere = this.#text.charAt(this.#at) === character;
    if (isThere) this.#at += 1;
    return isThere;
  }
}

const escapes = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['b', '\b'],
  ['f', '\f'],
  ['\\', '\\'],
  ['"', '"'],
  ['/', '/'],
]);

/** What the escape after a backslash stands for, null where there is no such escape, and its length without the backslash. */
function escapeAt(text: string, at: number): { readonly character: string | null; readonly length: number } {
  const letter = text.charAt(at);
  if (letter !== 'u') return { character: escapes.get(letter) ?? null, length: 1 };
  const digits = text.slice(at + 1, at + 5);
  if (!/^[\dA-Fa-f]*$/.test(digits)) return { character: null, length: 1 };
  // Cut at the end of the text: the letter and the digits stay as text.
  const character = digits.length === 4 ? String.fromCharCode(Number.parseInt(digits, 16)) : `u${digits}`;
  return { character, length: 1 + digits.length };
}
