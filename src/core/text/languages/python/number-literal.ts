import { isDigit } from '../../document/index.ts';
import { areFewDigits } from './numbers.ts';
import { isAsciiNameStart } from './unicode.ts';
import { PythonComplex, type PythonValue } from './value.ts';

/** Numbers as they are written in the source text of Python 3.11. */

export type NumberLiteral =
  | { readonly ok: true; readonly to: number; readonly value: PythonValue }
  /** The message is in Python's words. */
  | { readonly ok: false; readonly message: string; readonly at: number };

/** The number at `from`, where there is a digit, or a point and a digit. */
export function numberLiteralAt(text: string, from: number, to: number): NumberLiteral {
  return new LiteralReader(text, from, to).read();
}

interface Base {
  readonly name: string;
  readonly digits: string;
}

const bases: ReadonlyMap<number, Base> = new Map([
  [0x78, { name: 'hexadecimal', digits: '0123456789abcdef' }],
  [0x6f, { name: 'octal', digits: '01234567' }],
  [0x62, { name: 'binary', digits: '01' }],
]);

/** What may follow a number without a space. */
const wordsAfterNumbers: readonly string[] = ['and', 'else', 'for', 'if', 'in', 'is', 'not', 'or'];

const POINT = 0x2e;
const UNDERSCORE = 0x5f;

class LiteralReader {
  readonly #text: string;
  readonly #from: number;
  readonly #to: number;

  constructor(text: string, from: number, to: number) {
    this.#text = text;
    this.#from = from;
    this.#to = to;
  }

  read(): NumberLiteral {
    const letter = (this.#code(this.#from + 1) | 0x20) & 0x7f;
    const base = this.#code(this.#from) === 0x30 ? bases.get(letter) : undefined;
    return base === undefined ? this.#decimal() : this.#based(base);
  }

  #decimal(): NumberLiteral {
    let to = this.#digitsTo(this.#from);
    let isFloat = false;
    if (this.#code(to) === POINT) {
      isFloat = true;
      to = this.#digitsTo(to + 1);
    }
    if ((this.#code(to) | 0x20) === 0x65) {
      const sign = this.#code(to + 1);
      const exponentFrom = sign === 0x2b || sign === 0x2d ? to + 2 : to + 1;
      if (isDigit(this.#code(exponentFrom))) {
        isFloat = true;
        to = this.#digitsTo(exponentFrom);
      } else if (exponentFrom === to + 2) return failed('invalid decimal literal', to);
    }
    // It is not between two digits.
    if (this.#code(to) === UNDERSCORE) return failed('invalid decimal literal', to);
    const digits = this.#text.slice(this.#from, to).replaceAll('_', '');
    if ((this.#code(to) | 0x20) === 0x6a)
      return this.#ended(to + 1, 'imaginary') ?? { ok: true, to: to + 1, value: new PythonComplex(0, Number(digits)) };
    if (isFloat) return this.#ended(to, 'decimal') ?? { ok: true, to, value: Number(digits) };
    if (digits.startsWith('0') && /[1-9]/.test(digits)) {
      const message =
        'leading zeros in decimal integer literals are not permitted; use an 0o prefix for octal integers';
      return failed(message, this.#from);
    }
    const wrong = this.#ended(to, 'decimal');
    if (wrong !== null) return wrong;
    if (areFewDigits(digits.length)) return { ok: true, to, value: BigInt(digits) };
    const message = `Exceeds the limit (4300 digits) for integer string conversion: value has ${String(digits.length)} digits`;
    return failed(message, this.#from);
  }

  /** After the digits, with single underscores between them. */
  #digitsTo(from: number): number {
    let at = from;
    for (;;) {
      while (isDigit(this.#code(at))) at += 1;
      if (at === from || this.#code(at) !== UNDERSCORE || !isDigit(this.#code(at + 1))) return at;
      at += 1;
    }
  }

  /** A literal with `0x`, `0o` or `0b`. */
  #based({ name, digits }: Base): NumberLiteral {
    let at = this.#from + 2;
    const isOwnDigit = (place: number): boolean =>
      place < this.#to && digits.includes(this.#text.charAt(place).toLowerCase());
    const invalidDigit = (): NumberLiteral => failed(`invalid digit '${this.#text.charAt(at)}' in ${name} literal`, at);
    for (;;) {
      if (this.#code(at) === UNDERSCORE) at += 1;
      if (!isOwnDigit(at)) return isDigit(this.#code(at)) ? invalidDigit() : failed(`invalid ${name} literal`, at);
      while (isOwnDigit(at)) at += 1;
      if (this.#code(at) !== UNDERSCORE) break;
    }
    if (isDigit(this.#code(at))) return invalidDigit();
    const literal = this.#text.slice(this.#from, at).replaceAll('_', '');
    return this.#ended(at, name) ?? { ok: true, to: at, value: BigInt(literal) };
  }

  /** Null where what follows may follow a number. */
  #ended(at: number, name: string): NumberLiteral | null {
    const code = this.#code(at);
    if (code === -1 || !(isAsciiNameStart(code) || code >= 0x80)) return null;
    const isWord = wordsAfterNumbers.some((word) => at + word.length <= this.#to && this.#text.startsWith(word, at));
    return isWord ? null : failed(`invalid ${name} literal`, at);
  }

  /** The character at `at`, or -1 at the end of the range. */
  #code(at: number): number {
    return at < this.#to ? this.#text.charCodeAt(at) : -1;
  }
}

function failed(message: string, at: number): NumberLiteral {
  return { ok: false, message, at };
}
