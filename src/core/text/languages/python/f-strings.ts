import { type Decoded, decodeText } from './escapes.ts';
import { bodyOf } from './strings.ts';

/** The f-strings of Python 3.11, which are cut into text and fields after the literal was found. */

interface StringToken {
  readonly text: string;
  readonly prefix: string;
}

/** The expressions in the fields of an f-string, as written, or Python's words for what is wrong. */
export function fieldsOf(token: StringToken): Decoded<readonly string[]> {
  const isRaw = token.prefix.includes('r');
  const body = bodyOf(token);
  const fields: string[] = [];
  const message = new FieldReader(body, isRaw, fields).read();
  return message === null ? { ok: true, value: fields } : { ok: false, message };
}

const closers: ReadonlyMap<string, string> = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
]);

class FieldReader {
  readonly #body: string;
  readonly #isRaw: boolean;
  readonly #fields: string[];
  #at = 0;

  constructor(body: string, isRaw: boolean, fields: string[]) {
    this.#body = body;
    this.#isRaw = isRaw;
    this.#fields = fields;
  }

  /** Python's words for the first mistake, or null. */
  read(): string | null {
    const message = this.#parts(0);
    return message === null && this.#at < this.#body.length ? "f-string: single '}' is not allowed" : message;
  }

  /** Text and fields, up to the end or, inside of a field's format, its closing brace. */
  #parts(level: number): string | null {
    const body = this.#body;
    let from = this.#at;
    while (this.#at < body.length) {
      const character = body.charAt(this.#at);
      if (character === '\\' && !this.#isRaw) {
        // A name in braces belongs to the escape.
        const isNamed = body.startsWith('\\N{', this.#at);
        const end = isNamed ? body.indexOf('}', this.#at) : -1;
        // A backslash does not escape a brace.
        const isBrace = body.charAt(this.#at + 1) === '{' || body.charAt(this.#at + 1) === '}';
        this.#at = end >= 0 ? end + 1 : this.#at + (isBrace ? 1 : 2);
        continue;
      }
      if (character !== '{' && character !== '}') {
        this.#at += 1;
        continue;
      }
      if (level === 0 && body.charAt(this.#at + 1) === character) {
        this.#at += 2;
        continue;
      }
      const message = this.#text(from, this.#at);
      if (message !== null) return message;
      if (character === '}') return level === 0 ? "f-string: single '}' is not allowed" : null;
      const wrong = this.#field(level);
      if (wrong !== null) return wrong;
      from = this.#at;
    }
    return this.#text(from, this.#at);
  }

  #text(from: number, to: number): string | null {
    const decoded = decodeText(this.#body.slice(from, Math.min(to, this.#body.length)), this.#isRaw);
    return decoded.ok ? null : decoded.message;
  }

  /** From the opening brace to past the closing one. */
  #field(level: number): string | null {
    const body = this.#body;
    if (level >= 2) return 'f-string: expressions nested too deeply';
    const from = this.#at + 1;
    this.#at = from;
    const message = this.#expression();
    if (message !== null) return message;
    const expression = body.slice(from, this.#at);
    if (expression.trim() === '') return 'f-string: empty expression not allowed';
    this.#fields.push(expression);
    if (body.charAt(this.#at) === '=') {
      this.#at += 1;
      while (/[ \t\n\f\v]/.test(body.charAt(this.#at))) this.#at += 1;
    }
    if (body.charAt(this.#at) === '!') {
      const conversion = body.charAt(this.#at + 1);
      if (this.#at + 1 >= body.length) return "f-string: expecting '}'";
      if (!'sra'.includes(conversion)) return "f-string: invalid conversion character: expected 's', 'r', or 'a'";
      this.#at += 2;
    }
    if (body.charAt(this.#at) === ':') {
      this.#at += 1;
      const wrong = this.#parts(level + 1);
      if (wrong !== null) return wrong;
    }
    if (body.charAt(this.#at) !== '}') return "f-string: expecting '}'";
    this.#at += 1;
    return null;
  }

  /** To the character that ends the expression: `}`, `!`, `:` or `=`, outside of quotes and brackets. */
  #expression(): string | null {
    const body = this.#body;
    const open: string[] = [];
    let quote = '';
    for (; this.#at < body.length; this.#at += 1) {
      const character = body.charAt(this.#at);
      if (character === '\\') return 'f-string expression part cannot include a backslash';
      if (quote !== '') {
        if (!body.startsWith(quote, this.#at)) continue;
        this.#at += quote.length - 1;
        quote = '';
        continue;
      }
      if (character === '"' || character === "'") {
        const triple = character.repeat(3);
        quote = body.startsWith(triple, this.#at) ? triple : character;
        this.#at += quote.length - 1;
        continue;
      }
      if (closers.has(character)) {
        if (open.length >= 200) return 'f-string: too many nested parenthesis';
        open.push(character);
        continue;
      }
      if (character === '#') return "f-string expression part cannot include '#'";
      if (open.length === 0 && '!:}=<>'.includes(character)) {
        const next = body.charAt(this.#at + 1);
        if (next === '=' && '!=<>'.includes(character)) {
          this.#at += 1;
          continue;
        }
        if (character === '<' || character === '>') continue;
        break;
      }
      if (character === ')' || character === ']' || character === '}') {
        const opening = open.pop();
        if (opening === undefined) return `f-string: unmatched '${character}'`;
        if (closers.get(opening) !== character)
          return `f-string: closing parenthesis '${character}' does not match opening parenthesis '${opening}'`;
      }
    }
    if (quote !== '') return 'f-string: unterminated string';
    if (open.length > 0) return `f-string: unmatched '${open.at(-1) ?? ''}'`;
    return this.#at >= body.length ? "f-string: expecting '}'" : null;
  }
}
