import { isDigit } from '../../document/index.ts';
import { Indentations } from './indentation.ts';
import { numberLiteralAt } from './number-literal.ts';
import type { Token } from './token.ts';
import { isAsciiNameStart, isNamePart, isNameStart, isPrintableCode } from './unicode.ts';

/** The tokenizer of CPython 3.11, as far as a text has what models write. */

const keywords: ReadonlySet<string> = new Set(
  (
    'False None True and as assert async await break class continue def del elif else except finally for from global if ' +
    'import in is lambda nonlocal not or pass raise return try while with yield'
  ).split(' '),
);

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

/** More open brackets are an error. */
const MOST_BRACKETS = 200;

const BACKSLASH = 0x5c;
const LF = 0x0a;
const CR = 0x0d;

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
  readonly #indentations = new Indentations();
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
    const { levels, message } = this.#indentations.next({ column, narrow });
    if (levels > 0) this.#add('indent', this.#at, this.#at);
    for (let left = levels; left < 0; left += 1) this.#add('dedent', this.#at, this.#at);
    if (message !== null) this.#fail(message, this.#at);
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
    for (let level = 0; level < this.#indentations.depth; level += 1) this.#add('dedent', this.#to, this.#to);
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
    const from = this.#at;
    const literal = numberLiteralAt(this.#text, from, this.#to);
    if (!literal.ok) {
      this.#fail(literal.message, literal.at);
      return;
    }
    const { to, value } = literal;
    this.#at = to;
    this.#tokens.push({ kind: 'number', from, to, text: this.#text.slice(from, to), value });
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
