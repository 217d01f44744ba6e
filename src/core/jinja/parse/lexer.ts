import {
  decodeText,
  isNamePart,
  isNameStart,
  isPythonSpace,
  isRegexWord,
  pythonRepr,
} from '../../text/languages/index.ts';
import { SyntaxFault } from '../faults.ts';
import { Text, type Run } from '../values/text.ts';

/** The tokens of a template, as Jinja2's lexer makes them with `trim_blocks` and `lstrip_blocks`. */

export type TokenKind =
  | 'data'
  | 'variable_begin'
  | 'variable_end'
  | 'block_begin'
  | 'block_end'
  | 'name'
  | 'string'
  | 'integer'
  | 'float'
  | 'operator'
  | 'eof'
  /** Where the lexer could not go on: the parser raises when it comes here. */
  | 'fault';

export interface Token {
  readonly kind: TokenKind;
  readonly from: number;
  readonly to: number;
  /** The text; of a string as written. */
  readonly text: string;
  /** Of a string, an integer and a float. */
  readonly value?: Text | bigint | number | SyntaxFault;
}

/** All tokens; the last is `eof`, or a `fault` before it. */
export function tokenize(source: string): Token[] {
  return new Lexer(source).tokens();
}

const closers: ReadonlyMap<string, string> = new Map([
  ['{', '}'],
  ['(', ')'],
  ['[', ']'],
]);

/** The longest first. */
const operators = '// ** == != >= <= + - / * % ~ [ ] ( ) { } > < = . : | , ;'.split(' ');

const FLOAT = /\d+(?:_\d+)*(?:(?:\.\d+(?:_\d+)*)?e[+-]?\d+(?:_\d+)*|\.\d+(?:_\d+)*)/iy;
const INTEGER = /0b(?:_?[01])+|0o(?:_?[0-7])+|0x(?:_?[\da-f])+|[1-9](?:_?\d)*|0(?:_?0)*/iy;
const ESCAPE = /\\(?:[0-7]{1,3}|x[0-9a-f]{0,2}|u[0-9a-f]{0,4}|U[0-9a-f]{0,8}|N\{[^}]*\}?|[^])/giu;
const MOST_DIGITS = 4300;

class Lexer {
  readonly #source: string;
  readonly #tokens: Token[] = [];
  #at = 0;
  /** Whether what was read last ends with a line end, so that a tag may begin its line. */
  #isLineStart = true;

  constructor(source: string) {
    this.#source = source;
  }

  tokens(): Token[] {
    try {
      while (this.#at < this.#source.length) this.#root();
    } catch (fault) {
      if (!(fault instanceof SyntaxFault)) throw fault;
      this.#push('fault', this.#at, this.#at, fault);
    }
    this.#push('eof', this.#source.length, this.#source.length);
    return this.#tokens;
  }

  #push(kind: TokenKind, from: number, to: number, value?: Text | bigint | number | SyntaxFault): void {
    this.#tokens.push({ kind, from, to, text: this.#source.slice(from, to), value });
  }

  /** Text, and the tag after it. */
  #root(): void {
    const source = this.#source;
    const from = this.#at;
    let tag = source.indexOf('{', from);
    while (tag >= 0 && !'%{#'.includes(source.charAt(tag + 1) || ' ')) tag = source.indexOf('{', tag + 1);
    if (tag < 0) {
      this.#push('data', from, source.length);
      this.#at = source.length;
      return;
    }
    const kind = source.charAt(tag + 1);
    const next = source.charAt(tag + 2);
    const sign = next === '-' || next === '+' ? next : '';
    this.#data(from, tag, sign, kind === '{');
    const inside = tag + 2 + sign.length;
    if (kind === '#') this.#comment(tag, inside);
    else if (kind === '{') this.#expression('variable', tag, inside);
    else if (!this.#raw(inside)) this.#expression('block', tag, inside);
  }

  /** Text before a tag, stripped as the tag asks for. */
  #data(from: number, to: number, sign: string, isVariable: boolean): void {
    const source = this.#source;
    let end = to;
    if (sign === '-') {
      while (end > from && isPythonSpace(source.charCodeAt(end - 1))) end -= 1;
    } else if (sign === '' && !isVariable) {
      let line = to;
      while (line > from && isPythonSpace(source.charCodeAt(line - 1)) && source.charCodeAt(line - 1) !== 0x0a)
        line -= 1;
      const beginsLine = line > from ? source.charCodeAt(line - 1) === 0x0a : this.#isLineStart;
      if (beginsLine) end = line;
    }
    if (end > from) this.#push('data', from, end);
  }

  #comment(tag: number, inside: number): void {
    const source = this.#source;
    // A comment that is opened by the last characters of the template is none, for Jinja2.
    if (inside >= source.length) {
      this.#goTo(source.length);
      return;
    }
    const end = source.indexOf('#}', inside);
    if (end < 0) throw new SyntaxFault('Missing end of comment tag', tag, inside);
    const sign = end > inside ? source.charAt(end - 1) : '';
    this.#goTo(this.#afterTag(end + 2, sign, true));
  }

  /** Where a tag that ends at `to` takes what follows with it. */
  #afterTag(to: number, sign: string, isTrimmed: boolean): number {
    let at = to;
    if (sign === '-') while (isPythonSpace(this.#source.charCodeAt(at))) at += 1;
    else if (sign !== '+' && isTrimmed && this.#source.charCodeAt(at) === 0x0a) at += 1;
    return at;
  }

  #goTo(at: number): void {
    this.#isLineStart = this.#source.charCodeAt(at - 1) === 0x0a;
    this.#at = at;
  }

  #space(at: number): number {
    let to = at;
    while (isPythonSpace(this.#source.charCodeAt(to))) to += 1;
    return to;
  }

  /** Reads a raw block, if this is one. */
  #raw(inside: number): boolean {
    const source = this.#source;
    const word = this.#space(inside);
    if (!source.startsWith('raw', word)) return false;
    let at = this.#space(word + 3);
    const sign = source.startsWith('-%}', at) ? '-' : '';
    if (!source.startsWith('%}', at + sign.length)) return false;
    at = this.#afterTag(at + sign.length + 2, sign, false);
    this.#goTo(at);
    if (at >= source.length) return true;
    for (let tag = source.indexOf('{%', at); tag >= 0; tag = source.indexOf('{%', tag + 2)) {
      const end = this.#endRaw(tag);
      if (end === null) continue;
      this.#data(at, tag, end.sign, false);
      this.#goTo(end.to);
      return true;
    }
    throw new SyntaxFault('Missing end of raw directive', inside - 2, at);
  }

  #endRaw(tag: number): { readonly sign: string; readonly to: number } | null {
    const source = this.#source;
    const next = source.charAt(tag + 2);
    const sign = next === '-' || next === '+' ? next : '';
    const word = this.#space(tag + 2 + sign.length);
    if (!source.startsWith('endraw', word)) return null;
    const at = this.#space(word + 6);
    const last = source.charAt(at);
    const ending = last === '-' || last === '+' ? last : '';
    if (!source.startsWith('%}', at + ending.length)) return null;
    return { sign, to: this.#afterTag(at + ending.length + 2, ending, true) };
  }

  #expression(tag: 'block' | 'variable', from: number, inside: number): void {
    const source = this.#source;
    const end = tag === 'block' ? '%}' : '}}';
    this.#push(`${tag}_begin`, from, inside);
    const open: string[] = [];
    let at = inside;
    for (;;) {
      if (open.length === 0) {
        const first = source.charAt(at);
        const sign = first === '-' || (first === '+' && tag === 'block') ? first : '';
        if (source.startsWith(end, at + sign.length)) {
          const to = at + sign.length + 2;
          this.#push(`${tag}_end`, at, to);
          this.#goTo(this.#afterTag(to, sign, tag === 'block'));
          return;
        }
      }
      const code = source.charCodeAt(at);
      if (isPythonSpace(code)) at = this.#space(at);
      else if (code >= 0x30 && code <= 0x39) at = this.#number(at);
      else if (isRegexWord(source.codePointAt(at) ?? 0x20)) at = this.#name(at);
      else if ((code === 0x27 || code === 0x22) && this.#stringEnd(at) > 0) at = this.#string(at);
      else if (at >= source.length) {
        this.#at = at;
        return;
      } else at = this.#operator(at, open);
    }
  }

  #number(at: number): number {
    FLOAT.lastIndex = at;
    const float = this.#source.charAt(at - 1) === '.' ? null : FLOAT.exec(this.#source);
    if (float !== null) {
      this.#push('float', at, at + float[0].length, Number(float[0].replaceAll('_', '')));
      return at + float[0].length;
    }
    INTEGER.lastIndex = at;
    const digits = INTEGER.exec(this.#source)?.[0] ?? '0';
    if (digits.length > MOST_DIGITS && /^[1-9]/.test(digits)) {
      const message = `Exceeds the limit (4300 digits) for integer string conversion: value has ${digits.length} digits`;
      throw new SyntaxFault(message, at, at + digits.length, 'ValueError');
    }
    const literal = digits.replaceAll('_', '').toLowerCase();
    this.#push('integer', at, at + digits.length, BigInt(/^0+$/.test(literal) ? '0' : literal));
    return at + digits.length;
  }

  #name(from: number): number {
    let to = from;
    let isName = true;
    for (;;) {
      const code = this.#source.codePointAt(to);
      if (code === undefined || !(isRegexWord(code) || (code >= 0x80 && isNamePart(code)))) break;
      isName &&= code < 0x80 || (to === from ? isNameStart(code) : isNamePart(code));
      to += code > 0xffff ? 2 : 1;
    }
    if (!isName) throw new SyntaxFault('Invalid character in identifier', from, to);
    this.#push('name', from, to);
    return to;
  }

  /** After the closing quote; 0 when there is none. */
  #stringEnd(from: number): number {
    const quote = this.#source.charCodeAt(from);
    for (let at = from + 1; at < this.#source.length; at += 1) {
      const code = this.#source.charCodeAt(at);
      if (code === quote) return at + 1;
      if (code === 0x5c) at += 1;
    }
    return 0;
  }

  #string(from: number): number {
    const to = this.#stringEnd(from);
    this.#push('string', from, to, decodedString(this.#source, from + 1, to - 1));
    return to;
  }

  #operator(at: number, open: string[]): number {
    const source = this.#source;
    const operator = operators.find((one) => source.startsWith(one, at));
    if (operator === undefined) {
      const character = String.fromCodePoint(source.codePointAt(at) ?? 0);
      throw new SyntaxFault(
        `unexpected char ${pythonRepr(character)} at ${codePoints(source, at)}`,
        at,
        at + character.length,
      );
    }
    const closer = closers.get(operator);
    if (closer !== undefined) open.push(closer);
    else if ('})]'.includes(operator)) {
      const expected = open.pop();
      if (expected === undefined) throw new SyntaxFault(`unexpected '${operator}'`, at, at + 1);
      if (expected !== operator) throw new SyntaxFault(`unexpected '${operator}', expected '${expected}'`, at, at + 1);
    }
    this.#push('operator', at, at + operator.length);
    return at + operator.length;
  }
}

/** An offset as Python counts it. */
function codePoints(source: string, at: number): number {
  return Array.from(source.slice(0, at)).length;
}

/** The text of a string literal; each escape is a run of its own. */
function decodedString(source: string, from: number, to: number): Text {
  const body = source.slice(from, to);
  if (!body.includes('\\')) return Text.of(body, { kind: 'literal', from, to, written: 'as-is' });
  const parts: string[] = [];
  const runs: Run[] = [];
  const add = (text: string, at: number, end: number, isDecoded: boolean): void => {
    if (text === '') return;
    parts.push(text);
    const written = isDecoded ? 'decoded' : 'as-is';
    runs.push({ length: text.length, origin: { kind: 'literal', from: from + at, to: from + end, written }, step: -1 });
  };
  let copied = 0;
  for (const { 0: escape, index } of body.matchAll(ESCAPE)) {
    add(body.slice(copied, index), copied, index, false);
    copied = index + escape.length;
    add(decodedEscape(escape, from + index), index, copied, true);
  }
  add(body.slice(copied), copied, body.length, false);
  return new Text(parts.join(''), runs);
}

function decodedEscape(escape: string, at: number): string {
  const code = escape.codePointAt(1) ?? 0;
  // Jinja2 writes such a character as an escape before it reads escapes, so that only the backslash is one.
  if (code > 0x7f) {
    const hex = code.toString(16);
    if (code <= 0xff) return `\\x${hex}`;
    return code <= 0xffff ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`;
  }
  const decoded = decodeText(escape, false);
  if (decoded.ok) return decoded.value;
  throw new SyntaxFault(decoded.message.replace('(unicode error) ', ''), at, at + escape.length);
}
