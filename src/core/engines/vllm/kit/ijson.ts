// What `ijson.parse_coro` tells a Python program while JSON comes in piece by piece, with yajl as its reader: an event for
// each key, string, object and array, and the first error, after which it reads nothing more.

export type IjsonEvent = 'start_map' | 'end_map' | 'start_array' | 'end_array' | 'map_key' | 'string';

/** @param prefix where the event is, as `item.name`; null for a place that takes more than 40 characters */
export type IjsonListener = (prefix: string | null, event: IjsonEvent, value: string) => void;

interface Container {
  readonly isMap: boolean;
  /** Where it is. */
  readonly prefix: string | null;
  /** Where its current value is. */
  inside: string | null;
}

/** What may come next. After `first-item` and `first-key` the container may also end. */
type Wanted = 'value' | 'first-item' | 'first-key' | 'key' | 'colon' | 'comma' | 'nothing';

/** A token that is not whole yet. */
type Token =
  | { readonly kind: 'string'; raw: string; escape: number }
  | { readonly kind: 'literal'; rest: string }
  | { readonly kind: 'number'; part: NumberPart };

/** What of a number came last. */
type NumberPart = 'minus' | 'zero' | 'integer' | 'dot' | 'fraction' | 'e' | 'sign' | 'exponent';

const BLANK = ' \t\n\v\f\r';
const LONGEST_PREFIX = 40;
/** In `escape`, right after the backslash; above 0 it counts the missing digits of `\u`. */
const BACKSLASH = -1;

export class Ijson {
  readonly #listen: IjsonListener;
  readonly #containers: Container[] = [];
  #wanted: Wanted = 'value';
  #token: Token | null = null;
  #failed = false;

  constructor(listen: IjsonListener) {
    this.#listen = listen;
  }

  /** Reads on; false where ijson raises, which it then does again for whatever comes. */
  send(text: string): boolean {
    for (let at = 0; at < text.length && !this.#failed;) {
      const character = text.charAt(at);
      const isTaken = this.#token === null ? this.#begin(character) : this.#goOn(this.#token, character);
      if (isTaken) at += 1;
    }
    return !this.#failed;
  }

  /** A character outside of tokens. */
  #begin(character: string): true {
    if (BLANK.includes(character)) return true;
    const container = this.#containers.at(-1);
    if (character === '"') {
      this.#token = { kind: 'string', raw: '', escape: 0 };
    } else if (character === '-' || isDigit(character)) {
      this.#token = { kind: 'number', part: character === '-' ? 'minus' : character === '0' ? 'zero' : 'integer' };
    } else if (character === 't' || character === 'f' || character === 'n') {
      this.#token = { kind: 'literal', rest: character === 't' ? 'rue' : character === 'f' ? 'alse' : 'ull' };
    } else if (character === '{' || character === '[') {
      if (this.#wanted === 'value' || this.#wanted === 'first-item') this.#enter(character === '{');
      else this.#failed = true;
    } else if (character === '}' || character === ']') {
      const isEmpty = this.#wanted === (character === '}' ? 'first-key' : 'first-item');
      const isIn = container?.isMap === (character === '}');
      if (isIn && (isEmpty || this.#wanted === 'comma')) this.#leave(container);
      else this.#failed = true;
    } else if (character === ',' && this.#wanted === 'comma') {
      this.#wanted = container?.isMap === true ? 'key' : 'value';
    } else if (character === ':' && this.#wanted === 'colon') {
      this.#wanted = 'value';
    } else {
      this.#failed = true;
    }
    return true;
  }

  /** A character inside a token, or right after it: then it is not taken. */
  #goOn(token: Token, character: string): boolean {
    if (token.kind === 'number') {
      const part = numberPart(token.part, character);
      if (part === 'end') {
        this.#scalar();
        return false;
      }
      if (part === 'error') this.#failed = true;
      else token.part = part;
    } else if (token.kind === 'literal') {
      if (!token.rest.startsWith(character)) this.#failed = true;
      token.rest = token.rest.slice(1);
      if (token.rest === '') this.#scalar();
    } else {
      this.#inString(token, character);
    }
    return true;
  }

  #inString(token: Extract<Token, { kind: 'string' }>, character: string): void {
    if (token.escape === 0 && character === '"') {
      this.#string(token.raw);
      return;
    }
    token.raw += character;
    if (token.escape === BACKSLASH) {
      token.escape = character === 'u' ? 4 : 0;
      if (!'"\\/bfnrtu'.includes(character)) this.#failed = true;
    } else if (token.escape > 0) {
      token.escape -= 1;
      if (!/[\da-f]/i.test(character)) this.#failed = true;
    } else if (character === '\\') {
      token.escape = BACKSLASH;
    } else if (character < ' ') {
      this.#failed = true;
    }
  }

  #string(raw: string): void {
    const value = decoded(raw);
    const container = this.#containers.at(-1);
    if (value === null) {
      this.#failed = true;
    } else if (container !== undefined && (this.#wanted === 'key' || this.#wanted === 'first-key')) {
      this.#token = null;
      this.#wanted = 'colon';
      container.inside = joined(container.prefix, value);
      this.#listen(container.prefix, 'map_key', value);
    } else if (this.#scalar()) {
      this.#listen(this.#place, 'string', value);
    }
  }

  /** The end of a string, a number or a literal; false where there may be no value. */
  #scalar(): boolean {
    this.#token = null;
    if (this.#wanted === 'value' || this.#wanted === 'first-item') this.#valueEnded();
    else this.#failed = true;
    return !this.#failed;
  }

  #enter(isMap: boolean): void {
    const prefix = this.#place;
    this.#containers.push({ isMap, prefix, inside: isMap ? prefix : joined(prefix, 'item') });
    this.#wanted = isMap ? 'first-key' : 'first-item';
    this.#listen(prefix, isMap ? 'start_map' : 'start_array', '');
  }

  #leave({ isMap, prefix }: Container): void {
    this.#containers.pop();
    this.#valueEnded();
    this.#listen(prefix, isMap ? 'end_map' : 'end_array', '');
  }

  #valueEnded(): void {
    this.#wanted = this.#containers.length === 0 ? 'nothing' : 'comma';
  }

  /** Where a value would be now. */
  get #place(): string | null {
    const container = this.#containers.at(-1);
    return container === undefined ? '' : container.inside;
  }
}

function joined(prefix: string | null, name: string): string | null {
  if (prefix === null || prefix.length + name.length > LONGEST_PREFIX) return null;
  return prefix === '' ? name : `${prefix}.${name}`;
}

function isDigit(character: string): boolean {
  return character >= '0' && character <= '9';
}

/** What a character makes of a number: yajl sees an error in it only where a digit is missing. */
function numberPart(part: NumberPart, character: string): NumberPart | 'end' | 'error' {
  const digit = isDigit(character);
  switch (part) {
    case 'minus':
      return character === '0' ? 'zero' : digit ? 'integer' : 'error';
    case 'dot':
      return digit ? 'fraction' : 'error';
    case 'sign':
      return digit ? 'exponent' : 'error';
    case 'e':
      return digit ? 'exponent' : character === '+' || character === '-' ? 'sign' : 'error';
    default:
      if (digit && part !== 'zero') return part;
      if (character === '.' && (part === 'zero' || part === 'integer')) return 'dot';
      return (character === 'e' || character === 'E') && part !== 'exponent' ? 'e' : 'end';
  }
}

const shortEscapes: ReadonlyMap<string, string> = new Map([
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);

/**
 * The value of a string, whose escapes are right. A first half of a pair takes whatever `\u` follows for the second;
 * without one it becomes `?` and swallows a character. A second half alone cannot be written in UTF-8: null.
 */
function decoded(raw: string): string | null {
  if (!raw.includes('\\')) return raw;
  const out: string[] = [];
  for (let at = 0; at < raw.length; at += 1) {
    const next = raw.indexOf('\\', at);
    if (next < 0) {
      out.push(raw.slice(at));
      break;
    }
    out.push(raw.slice(at, next));
    const letter = raw.charAt(next + 1);
    at = next + 1;
    if (letter !== 'u') {
      out.push(shortEscapes.get(letter) ?? letter);
      continue;
    }
    const code = Number.parseInt(raw.slice(next + 2, next + 6), 16);
    at = next + 5;
    if (code >= 0xdc00 && code <= 0xdfff) return null;
    if (code < 0xd800 || code > 0xdfff) {
      out.push(String.fromCharCode(code));
    } else if (raw.startsWith('\\u', at + 1)) {
      const second = Number.parseInt(raw.slice(at + 3, at + 7), 16);
      out.push(String.fromCharCode(code, 0xdc00 | (second & 0x3ff)));
      at += 6;
    } else {
      out.push('?');
      at += 1;
    }
  }
  return out.join('');
}
