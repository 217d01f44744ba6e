import { isSpaceCode } from './pattern.ts';

/** How JSON in one of llama.cpp's grammars ends: after it, at the end of the text that may go on, or where it is not JSON. */
export interface LooseJson {
  readonly kind: 'whole' | 'open' | 'none';
  readonly to: number;
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORDS = ['true', 'false', 'null'];

/**
 * One JSON value right at `from`, with the white space after it. Strings may hold control characters and half surrogate
 * pairs.
 */
export function readLooseJson(text: string, from: number, mayGoOn: boolean): LooseJson {
  return new LooseReader(text, from, mayGoOn).read();
}

class LooseReader {
  readonly #text: string;
  readonly #mayGoOn: boolean;
  #at: number;

  constructor(text: string, from: number, mayGoOn: boolean) {
    this.#text = text;
    this.#at = from;
    this.#mayGoOn = mayGoOn;
  }

  read(): LooseJson {
    const open: string[] = [];
    for (;;) {
      const isValue = this.#value(open);
      if (!isValue) return this.#stop();
      for (let closer = open.at(-1); closer !== undefined; closer = open.at(-1)) {
        if (this.#takes(',')) {
          if (closer === '}' && !this.#key()) return this.#stop();
          break;
        }
        if (!this.#takes(closer)) return this.#stop();
        open.pop();
      }
      if (open.length === 0) return { kind: 'whole', to: this.#at };
    }
  }

  /** A scalar, an empty container, or the beginning of one with more in it: then its first value is next. */
  #value(open: string[]): boolean {
    for (;;) {
      const opener = this.#text.charAt(this.#at);
      if (opener === '"') return this.#string();
      if (opener !== '{' && opener !== '[') return this.#scalar();
      const closer = opener === '{' ? '}' : ']';
      this.#at += 1;
      this.#skipSpace();
      if (this.#takes(closer)) return true;
      open.push(closer);
      if (closer === '}' && !this.#key()) return false;
    }
  }

  #key(): boolean {
    return this.#string() && this.#takes(':');
  }

  #string(): boolean {
    const text = this.#text;
    if (text.charAt(this.#at) !== '"') return false;
    let at = this.#at + 1;
    while (at < text.length && text.charAt(at) !== '"') {
      if (text.charAt(at) === '\\') {
        const escape = text.charAt(at + 1);
        if (escape === 'u') {
          const digits = text.slice(at + 2, at + 6);
          if (!/^[\da-fA-F]*$/.test(digits)) return this.#refuse(at);
          at += 4;
        } else if (!'"\\/bfnrt'.includes(escape)) {
          return this.#refuse(at);
        }
        at += 1;
      }
      at += 1;
    }
    if (at >= text.length) return this.#refuse(text.length);
    this.#at = at + 1;
    this.#skipSpace();
    return true;
  }

  #scalar(): boolean {
    const text = this.#text;
    const rest = text.slice(this.#at, this.#at + 5);
    const word = WORDS.find((one) => rest.startsWith(one));
    NUMBER.lastIndex = this.#at;
    const number = word === undefined ? NUMBER.exec(text)?.[0] : word;
    if (number === undefined) {
      const isOpen = rest.length < 5 && (rest === '-' || WORDS.some((one) => one.startsWith(rest)));
      return this.#refuse(isOpen ? text.length : this.#at);
    }
    this.#at += number.length;
    if (word === undefined && this.#mayGoOn && this.#isOpenNumber(number)) return this.#refuse(text.length);
    this.#skipSpace();
    return true;
  }

  /** The text ends in a fraction or an exponent that has no digit yet. */
  #isOpenNumber(number: string): boolean {
    const tail = this.#text.slice(this.#at, this.#at + 3);
    if (this.#at + tail.length < this.#text.length) return false;
    return (tail === '.' && !/[.eE]/.test(number)) || (/^[eE][+-]?$/.test(tail) && !/[eE]/.test(number));
  }

  /** A mark, with the white space around it. */
  #takes(mark: string): boolean {
    this.#skipSpace();
    if (this.#text.charAt(this.#at) !== mark) return false;
    this.#at += 1;
    this.#skipSpace();
    return true;
  }

  #skipSpace(): void {
    while (this.#at < this.#text.length && isSpaceCode(this.#text.charCodeAt(this.#at))) this.#at += 1;
  }

  #refuse(at: number): false {
    this.#at = at;
    return false;
  }

  #stop(): LooseJson {
    const isAtEnd = this.#at >= this.#text.length;
    return { kind: isAtEnd && this.#mayGoOn ? 'open' : 'none', to: this.#at };
  }
}
