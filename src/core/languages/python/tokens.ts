import { areFewDigits } from './numbers.ts';
import { PythonComplex, type PythonValue } from './value.ts';
import { isNamePart, isNameStart, isPrintableCode } from './unicode.ts';

/** The tokenizer of CPython 3.11, as far as a text has what models write. */

export type Token =
  | {
      readonly kind: 'name';
      readonly from: number;
      readonly to: number;
      readonly text: string;
      readonly isKeyword: boolean;
    }
  | {
      readonly kind: 'number';
      readonly from: number;
      readonly to: number;
      readonly text: string;
      readonly value: PythonValue;
    }
  /** One literal with its prefix and its quotes, not yet decoded. */
  | {
      readonly kind: 'string';
      readonly from: number;
      readonly to: number;
      readonly text: string;
      readonly prefix: string;
    }
  | { readonly kind: 'operator'; readonly from: number; readonly to: number; readonly text: string }
  | {
      readonly kind: 'newline' | 'indent' | 'dedent' | 'end';
      readonly from: number;
      readonly to: number;
      readonly text: '';
    }
  /** What comes after it is not known. */
  | { readonly kind: 'error'; readonly from: number; readonly to: number; readonly text: ''; readonly message: string };

const keywords: ReadonlySet<string> = new Set(
  (
    'False None True and as assert async await break class continue def del elif else except finally for from global if ' +
    'import in is lambda nonlocal not or pass raise return try while with yield'
  ).split(' '),
);

/** What may follow a number without a space. */
const wordsAfterNumbers: ReadonlySet<string> = new Set(['and', 'else', 'for', 'if', 'in', 'is', 'not', 'or']);

const prefixes: ReadonlySet<string> = new Set(['', 'r', 'u', 'b', 'f', 'br', 'rb', 'fr', 'rf']);

/** By length, longest first. */
const operators: readonly ReadonlySet<string>[] = [
  new Set(['**=', '//=', '>>=', '<<=', '...']),
  new Set(
    '!= % %= & &= ** *= += -= -> // /= := << <= == >= >> @= ^= |='.split(' ').filter(({ length }) => length === 2),
  ),
  new Set('% & ( ) * + , - . / : ; < = > @ [ ] ^ { | } ~'.split(' ')),
];

/** What a longer one has in the second place. */
const SECOND = '=*/<>.';

const closers: ReadonlyMap<string, string> = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
]);

/** More open brackets are an error, and more levels of indentation. */
const MOST_BRACKETS = 200;
const MOST_INDENTATIONS = 100;

const BACKSLASH = 0x5c;
const LF = 0x0a;
const CR = 0x0d;

interface Indentation {
  /** With tabs that go to every eighth column. */
  readonly column: number;
  /** With tabs of one column: when the two disagree, the indentation is ambiguous. */
  readonly narrow: number;
}

/**
 * The tokens of a range, up to the end or the first error.
 *
 * @param isFile whether Python ends the last line of the text with a line end of its own, which it does for statements
 */
export function tokensOf(text: string, from: number, to: number, isFile: boolean): Token[] {
  return new Tokenizer(text, from, to, isFile).tokens();
}

/** Where the line ends, or the range. */
function lineEnd(text: string, from: number, to: number): number {
  let at = from;
  while (at < to && text.charCodeAt(at) !== LF && text.charCodeAt(at) !== CR) at += 1;
  return at;
}

/** After the line end at `at`. */
function afterLineEnd(text: string, at: number, to: number): number {
  return text.charCodeAt(at) === CR && at + 1 < to && text.charCodeAt(at + 1) === LF ? at + 2 : at + 1;
}

class Tokenizer {
  readonly #text: string;
  readonly #from: number;
  readonly #to: number;
  readonly #isFile: boolean;
  readonly #tokens: Token[] = [];
  readonly #brackets: { readonly open: string; readonly at: number }[] = [];
  readonly #indentations: Indentation[] = [{ column: 0, narrow: 0 }];
  #at: number;

  constructor(text: string, from: number, to: number, isFile: boolean) {
    this.#text = text;
    this.#isFile = isFile;
    this.#from = from;
    this.#to = to;
    this.#at = from;
  }

  tokens(): Token[] {
    const text = this.#text;
    let isLineStart = true;
    while (this.#failed === null) {
      if (isLineStart) {
        if (!this.#lineStart()) continue;
        isLineStart = false;
      }
      const code = this.#code(this.#at);
      if (code === 0x20 || code === 0x09 || code === 0x0c) this.#at += 1;
      else if (code === 0x23) this.#at = lineEnd(text, this.#at, this.#to);
      else if (code === -1) {
        this.#end();
        break;
      } else if (code === LF || code === CR) {
        const next = afterLineEnd(text, this.#at, this.#to);
        if (this.#brackets.length === 0) {
          this.#add('newline', this.#at, next);
          isLineStart = true;
        }
        this.#at = next;
      } else if (code === BACKSLASH) this.#continuation();
      else this.#token(code);
    }
    return this.#tokens;
  }

  get #failed(): Token | null {
    const last = this.#tokens.at(-1);
    return last?.kind === 'error' ? last : null;
  }

  /** Goes past the indentation of a line, and past blank lines; false when it has to be asked again. */
  #lineStart(): boolean {
    const text = this.#text;
    let column = 0;
    let narrow = 0;
    for (;;) {
      const code = this.#code(this.#at);
      if (code === 0x20) {
        column += 1;
        narrow += 1;
      } else if (code === 0x09) {
        column = (Math.floor(column / 8) + 1) * 8;
        narrow += 1;
      } else if (code === 0x0c) {
        column = 0;
        narrow = 0;
      } else if (code === BACKSLASH && this.#isLineEnd(this.#at + 1)) {
        // The line goes on, and so does its indentation: as far as it went before the backslash, where there was one.
        const before = { column, narrow };
        if (!this.#continuation()) return false;
        if (before.column > 0) {
          while (this.#isBlank(this.#code(this.#at))) this.#at += 1;
          column = before.column;
          narrow = before.narrow;
          break;
        }
        continue;
      } else break;
      this.#at += 1;
    }
    const isComment = this.#code(this.#at) === 0x23;
    if (isComment) this.#at = lineEnd(text, this.#at, this.#to);
    if (this.#isLineEnd(this.#at)) {
      this.#at = afterLineEnd(text, this.#at, this.#to);
      return false;
    }
    // Space alone on the last line is indentation too, unless a line end was added to it.
    if (this.#at < this.#to || !(this.#isFile || isComment)) this.#indent(column, narrow);
    return this.#failed === null;
  }

  #indent(column: number, narrow: number): void {
    const top = this.#indentations.at(-1) as Indentation;
    const inconsistent = 'inconsistent use of tabs and spaces in indentation';
    if (column === top.column) {
      if (narrow !== top.narrow) this.#fail(inconsistent, this.#at);
      return;
    }
    if (column > top.column) {
      if (narrow <= top.narrow) this.#fail(inconsistent, this.#at);
      else if (this.#indentations.length >= MOST_INDENTATIONS) this.#fail('too many levels of indentation', this.#at);
      else {
        this.#indentations.push({ column, narrow });
        this.#add('indent', this.#at, this.#at);
      }
      return;
    }
    while ((this.#indentations.at(-1) as Indentation).column > column) {
      this.#indentations.pop();
      this.#add('dedent', this.#at, this.#at);
    }
    const left = this.#indentations.at(-1) as Indentation;
    if (left.column !== column) this.#fail('unindent does not match any outer indentation level', this.#at);
    else if (left.narrow !== narrow) this.#fail(inconsistent, this.#at);
  }

  /** Goes past a backslash and its line end, after which there must be something; false once there is an error. */
  #continuation(): boolean {
    const next = this.#at + 1;
    if (!this.#isLineEnd(next)) {
      const isEnd = next >= this.#to && this.#isFile;
      this.#fail(
        isEnd ? 'unexpected EOF while parsing' : 'unexpected character after line continuation character',
        next,
      );
      return false;
    }
    this.#at = afterLineEnd(this.#text, next, this.#to);
    // Python adds a line end to statements that end in CRLF, although they have one.
    const isFollowed = this.#at < this.#to || (this.#isFile && this.#at === next + 2);
    if (!isFollowed) this.#fail('unexpected EOF while parsing', this.#at);
    return isFollowed;
  }

  #end(): void {
    const open = this.#brackets.at(-1);
    if (open !== undefined) {
      this.#fail(`'${open.open}' was never closed`, open.at);
      return;
    }
    const last = this.#tokens.at(-1);
    if (last !== undefined && last.kind !== 'newline' && last.kind !== 'dedent')
      this.#add('newline', this.#to, this.#to);
    for (let level = 1; level < this.#indentations.length; level += 1) this.#add('dedent', this.#to, this.#to);
    this.#add('end', this.#to, this.#to);
  }

  #token(code: number): void {
    if (isDigit(code) || (code === 0x2e && isDigit(this.#code(this.#at + 1)))) this.#number();
    else if (code === 0x22 || code === 0x27) this.#string(this.#at, '');
    else if (isAsciiNameStart(code) || code >= 0x80) this.#name();
    else this.#operator();
  }

  #name(): void {
    const text = this.#text;
    const from = this.#at;
    let to = from;
    let isAscii = true;
    for (let code = this.#code(to); isAsciiNameStart(code) || isDigit(code) || code >= 0x80; code = this.#code(to)) {
      if (code >= 0x80) isAscii = false;
      to += 1;
    }
    const quote = this.#code(to);
    if ((quote === 0x22 || quote === 0x27) && to - from <= 2) {
      const prefix = text.slice(from, to).toLowerCase();
      if (prefixes.has(prefix)) {
        this.#string(to, prefix, from);
        return;
      }
    }
    this.#at = to;
    const name = text.slice(from, to);
    if (isAscii) {
      this.#tokens.push({ kind: 'name', from, to, text: name, isKeyword: keywords.has(name) });
      return;
    }
    for (let at = from; at < to;) {
      const code = text.codePointAt(at) as number;
      const isPart = at === from ? isNameStart(code) : isNamePart(code);
      if (!isPart) {
        const hex = code.toString(16).toUpperCase().padStart(4, '0');
        const character = String.fromCodePoint(code);
        const message = isPrintableCode(code)
          ? `invalid character '${character}' (U+${hex})`
          : `invalid non-printable character U+${hex}`;
        this.#fail(message, at);
        return;
      }
      at += code > 0xffff ? 2 : 1;
    }
    this.#tokens.push({ kind: 'name', from, to, text: name.normalize('NFKC'), isKeyword: false });
  }

  #operator(): void {
    const from = this.#at;
    // Most are one character, and then the sets of longer ones need no look.
    const isLong = from + 1 < this.#to && SECOND.includes(this.#text.charAt(from + 1));
    for (let index = isLong ? 0 : 2; index < 3; index += 1) {
      const set = operators[index] as ReadonlySet<string>;
      const text = this.#text.slice(from, Math.min(from + 3 - index, this.#to));
      if (!set.has(text)) continue;
      this.#at += text.length;
      if (closers.has(text)) {
        if (this.#brackets.length >= MOST_BRACKETS) {
          this.#fail('too many nested parentheses', from);
          return;
        }
        this.#brackets.push({ open: text, at: from });
      } else if (text === ')' || text === ']' || text === '}') {
        const open = this.#brackets.pop();
        if (open === undefined) {
          this.#fail(`unmatched '${text}'`, from);
          return;
        }
        if (closers.get(open.open) !== text) {
          this.#fail(`closing parenthesis '${text}' does not match opening parenthesis '${open.open}'`, from);
          return;
        }
      }
      this.#tokens.push({ kind: 'operator', from, to: this.#at, text });
      return;
    }
    const code = this.#code(from);
    const isShown = code >= 0x20 && code < 0x7f;
    this.#fail(
      isShown
        ? 'invalid syntax'
        : `invalid non-printable character U+${code.toString(16).toUpperCase().padStart(4, '0')}`,
      from,
    );
  }

  /** `from` is the opening quote. */
  #string(from: number, prefix: string, tokenFrom = from): void {
    const text = this.#text;
    const to = this.#to;
    const quote = text.charCodeAt(from);
    const isTriple = this.#code(from + 1) === quote && this.#code(from + 2) === quote;
    let at = isTriple ? from + 3 : from + 1;
    while (at < to) {
      const code = text.charCodeAt(at);
      if (code === quote && (!isTriple || (this.#code(at + 1) === quote && this.#code(at + 2) === quote))) {
        this.#at = isTriple ? at + 3 : at + 1;
        this.#tokens.push({
          kind: 'string',
          from: tokenFrom,
          to: this.#at,
          text: text.slice(tokenFrom, this.#at),
          prefix,
        });
        return;
      }
      if (!isTriple && (code === LF || code === CR)) break;
      if (code === BACKSLASH && at + 1 < to) at = this.#isLineEnd(at + 1) ? afterLineEnd(text, at + 1, to) : at + 2;
      else at += 1;
    }
    const what = isTriple ? 'unterminated triple-quoted string literal' : 'unterminated string literal';
    this.#fail(`${what} (detected at line ${String(this.#lineOf(Math.min(at, to)))})`, tokenFrom);
  }

  #number(): void {
    const text = this.#text;
    const from = this.#at;
    const base = (this.#code(from + 1) | 0x20) & 0x7f;
    const literal = this.#code(from) === 0x30 ? bases.get(base) : undefined;
    if (literal !== undefined) {
      this.#based(from, literal);
      return;
    }
    const integerTo = this.#digits(from);
    if (integerTo < 0) return;
    let to = integerTo;
    let isFloat = false;
    if (this.#code(to) === 0x2e) {
      isFloat = true;
      to = isDigit(this.#code(to + 1)) ? this.#digits(to + 1) : to + 1;
      if (to < 0) return;
    }
    if ((this.#code(to) | 0x20) === 0x65) {
      const sign = this.#code(to + 1);
      const digitsFrom = sign === 0x2b || sign === 0x2d ? to + 2 : to + 1;
      if (isDigit(this.#code(digitsFrom))) {
        isFloat = true;
        to = this.#digits(digitsFrom);
        if (to < 0) return;
      } else if (digitsFrom === to + 2) {
        this.#fail('invalid decimal literal', to);
        return;
      }
    }
    const digits = text.slice(from, to).replaceAll('_', '');
    if ((this.#code(to) | 0x20) === 0x6a) {
      if (this.#mayFollow(to + 1, 'imaginary')) this.#push(from, to + 1, new PythonComplex(0, Number(digits)));
      return;
    }
    if (isFloat) {
      if (this.#mayFollow(to, 'decimal')) this.#push(from, to, Number(digits));
      return;
    }
    if (digits.startsWith('0') && /[1-9]/.test(digits)) {
      this.#fail(
        'leading zeros in decimal integer literals are not permitted; use an 0o prefix for octal integers',
        from,
      );
    } else if (this.#mayFollow(to, 'decimal')) {
      if (areFewDigits(digits.length)) this.#push(from, to, BigInt(digits));
      else
        this.#fail(
          `Exceeds the limit (4300 digits) for integer string conversion: value has ${String(digits.length)} digits`,
          from,
        );
    }
  }

  #push(from: number, to: number, value: PythonValue): void {
    this.#at = to;
    this.#tokens.push({ kind: 'number', from, to, text: this.#text.slice(from, to), value });
  }

  /** After the digits, with single underscores between them; -1 where an underscore is out of place. */
  #digits(from: number): number {
    let at = from;
    for (;;) {
      while (isDigit(this.#code(at))) at += 1;
      if (this.#code(at) !== 0x5f) return at;
      if (!isDigit(this.#code(at + 1))) {
        this.#fail('invalid decimal literal', at);
        return -1;
      }
      at += 1;
    }
  }

  /** A literal with `0x`, `0o` or `0b`. */
  #based(from: number, { name, digits }: Base): void {
    let at = from + 2;
    const digitsAt = (place: number): boolean =>
      place < this.#to && digits.includes(this.#text.charAt(place).toLowerCase());
    for (;;) {
      if (this.#code(at) === 0x5f) at += 1;
      if (!digitsAt(at)) {
        const isDigitOfOthers = isDigit(this.#code(at));
        this.#fail(
          isDigitOfOthers ? `invalid digit '${this.#text.charAt(at)}' in ${name} literal` : `invalid ${name} literal`,
          at,
        );
        return;
      }
      while (digitsAt(at)) at += 1;
      if (this.#code(at) !== 0x5f) break;
    }
    if (isDigit(this.#code(at))) {
      this.#fail(`invalid digit '${this.#text.charAt(at)}' in ${name} literal`, at);
    } else if (this.#mayFollow(at, name)) {
      this.#push(from, at, BigInt(this.#text.slice(from, at).replaceAll('_', '')));
    }
  }

  /** Whether what stands at `at` may follow a number. */
  #mayFollow(at: number, name: string): boolean {
    let to = at;
    while (to - at < 5 && isAsciiNameStart(this.#code(to))) to += 1;
    const code = this.#code(at);
    if (code === -1 || !(isAsciiNameStart(code) || code >= 0x80)) return true;
    const word = this.#text.slice(at, to);
    for (const known of wordsAfterNumbers) if (word.startsWith(known)) return true;
    this.#fail(`invalid ${name} literal`, at);
    return false;
  }

  #lineOf(at: number): number {
    let line = 1;
    for (let end = lineEnd(this.#text, this.#from, at); end < at; end = lineEnd(this.#text, end, at)) {
      line += 1;
      end = afterLineEnd(this.#text, end, at);
    }
    return line;
  }

  #add(kind: 'newline' | 'indent' | 'dedent' | 'end', from: number, to: number): void {
    this.#tokens.push({ kind, from, to, text: '' });
  }

  #fail(message: string, at: number): void {
    this.#tokens.push({ kind: 'error', from: at, to: Math.min(at + 1, this.#to), text: '', message });
  }

  #isLineEnd(at: number): boolean {
    const code = this.#code(at);
    return code === LF || code === CR;
  }

  #isBlank(code: number): boolean {
    return code === 0x20 || code === 0x09 || code === 0x0c;
  }

  /** The character at `at`, or -1 at the end of the range. */
  #code(at: number): number {
    return at < this.#to ? this.#text.charCodeAt(at) : -1;
  }
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

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function isAsciiNameStart(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || code === 0x5f;
}
