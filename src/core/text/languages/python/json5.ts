import { PythonDict, type PythonValue } from './value.ts';

/** `json5.loads` of the Python package json5 0.9.10: a value, or null where it refuses. */
export function readJson5(text: string): { readonly value: PythonValue } | null {
  const reader = new Json5Reader(text);
  const value = reader.document();
  return value === undefined ? null : { value };
}

const SPACE = /(?:[\s\ufeff]|\/\/[^\n\r\u2028\u2029]*|\/\*[^]*?\*\/)*/y;
const HEX = /0[xX][\da-fA-F]+/y;
/** No letter follows. */
const DECIMAL = /(?:(?:0(?!\d)|[1-9]\d*)(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?(?![$_\p{L}\p{Nl}])/uy;
const NAME = /[$_\p{L}\p{Nl}][$_\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}\p{Pc}\u200c\u200d]*/uy;

const words: ReadonlyMap<string, PythonValue> = new Map<string, PythonValue>([
  ['null', null],
  ['true', true],
  ['false', false],
  ['NaN', NaN],
  ['Infinity', Infinity],
]);

const escapes: ReadonlyMap<string, string> = new Map(
  Object.entries({ b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v', '0': '\0' }),
);

/** Deeper nesting raises RecursionError in Python, which is refused here as well. */
const DEEPEST = 120;

/** Undefined means that the text is refused: `null` is a value. */
class Json5Reader {
  readonly #text: string;
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  document(): PythonValue | undefined {
    const value = this.#value();
    this.#take(SPACE);
    return this.#at === this.#text.length ? value : undefined;
  }

  #take(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0] ?? null;
    if (found !== null) this.#at += found.length;
    return found;
  }

  /** Takes a character where it comes next, after space. */
  #takes(character: string): boolean {
    this.#take(SPACE);
    if (this.#text.charAt(this.#at) !== character) return false;
    this.#at += 1;
    return true;
  }

  #value(): PythonValue | undefined {
    this.#take(SPACE);
    const character = this.#text.charAt(this.#at);
    if (character === '"' || character === "'") return this.#string(character);
    if (character === '{' || character === '[') return this.#nested(character);
    if (character === '-' || character === '+' || /[\d.]/.test(character)) return this.#number();
    const name = this.#take(NAME);
    return name === null ? undefined : words.get(name);
  }

  #nested(character: string): PythonValue | undefined {
    this.#at += 1;
    this.#depth += 1;
    if (this.#depth > DEEPEST) return undefined;
    const value = character === '{' ? this.#object() : this.#array();
    this.#depth -= 1;
    return value;
  }

  #object(): PythonValue | undefined {
    const result = new PythonDict();
    while (!this.#takes('}')) {
      const key = this.#key();
      if (key === undefined || !this.#takes(':')) return undefined;
      const value = this.#value();
      if (value === undefined) return undefined;
      result.set(key, value);
      if (this.#takes(',')) continue;
      return this.#takes('}') ? result : undefined;
    }
    return result;
  }

  #key(): string | undefined {
    this.#take(SPACE);
    const character = this.#text.charAt(this.#at);
    if (character === '"' || character === "'") return this.#string(character);
    return this.#take(NAME) ?? undefined;
  }

  #array(): PythonValue | undefined {
    const items: PythonValue[] = [];
    while (!this.#takes(']')) {
      const value = this.#value();
      if (value === undefined) return undefined;
      items.push(value);
      if (this.#takes(',')) continue;
      return this.#takes(']') ? items : undefined;
    }
    return items;
  }

  /** A plus comes before decimal numbers alone, and a minus not before hexadecimal ones. */
  #number(): PythonValue | undefined {
    const isNegative = this.#take(/-/y) !== null;
    const name = this.#take(/NaN|Infinity/y);
    if (name !== null) return isNegative ? -Number(name) : Number(name);
    const hex = isNegative ? null : this.#take(HEX);
    if (hex !== null) return BigInt(hex);
    this.#take(/\+/y);
    const digits = this.#take(DECIMAL);
    if (digits === null) return undefined;
    const value = /^\d+$/.test(digits) ? BigInt(digits) : Number(digits);
    return isNegative ? -value : value;
  }

  #string(quote: string): string | undefined {
    this.#at += 1;
    let result = '';
    for (;;) {
      const plain = this.#take(quote === '"' ? /[^"\\\n\r\u2028\u2029]*/y : /[^'\\\n\r\u2028\u2029]*/y);
      result += plain ?? '';
      const character = this.#text.charAt(this.#at);
      this.#at += 1;
      if (character === quote) return result;
      if (character !== '\\') return undefined;
      const escaped = this.#escape();
      if (escaped === undefined) return undefined;
      result += escaped;
    }
  }

  #escape(): string | undefined {
    const code = this.#take(/u[\da-fA-F]{4}|x[\da-fA-F]{2}/y);
    if (code !== null) return String.fromCharCode(Number.parseInt(code.slice(1), 16));
    if (this.#take(/\r\n|[\n\r\u2028\u2029]/y) !== null) return '';
    const character = this.#text.charAt(this.#at);
    if (character === '' || /[ux1-9]/.test(character) || this.#take(/0(?=\d)/y) !== null) return undefined;
    this.#at += 1;
    return escapes.get(character) ?? character;
  }
}
