import {
  PythonDict,
  type PythonValue,
  isDict,
  isList,
  pythonFloat,
  readPythonJson,
} from '../../text/languages/index.ts';

/**
 * What json-repair 0.60 makes of a text, as far as golden data show it: JSON as it is, else objects and lists that are mended. At the
 * top it skips all that is neither, so that plain text gives nothing. Null stands for nothing.
 */
export function repairedJson(text: string): { readonly value: PythonValue } | null {
  const strict = readPythonJson(text);
  if (strict.ok) return { value: strict.node.value };
  const repairer = new Repairer(text);
  const found: PythonValue[] = [];
  for (let value = repairer.next(); value !== undefined; value = repairer.next()) {
    const last = found.at(-1);
    // A value of the same shape is taken for an update of the last one.
    if (last !== undefined && (hasSameShape(last, value) || isEmpty(last))) found.pop();
    found.push(value);
  }
  const [first] = found;
  if (first === undefined) return null;
  return { value: found.length === 1 ? first : found };
}

function isEmpty(value: PythonValue): boolean {
  return isDict(value) ? value.size === 0 : isList(value) && value.length === 0;
}

function hasSameShape(one: PythonValue, other: PythonValue): boolean {
  if (isDict(one)) {
    if (!isDict(other) || one.size !== other.size) return false;
    return one.keys().every((key) => other.has(key) && hasSameShape(one.get(key) ?? null, other.get(key) ?? null));
  }
  if (isList(one)) {
    if (!isList(other) || one.length !== other.length) return false;
    return one.every((item, index) => hasSameShape(item, other[index] ?? null));
  }
  return !isDict(other) && !isList(other) && typeof one === typeof other;
}

const QUOTES: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ['“', '”'],
]);

const ESCAPES: ReadonlyMap<string, string> = new Map(
  Object.entries({ n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', '"': '"', "'": "'", '\\': '\\', '/': '/' }),
);

/** Nested deeper than this, a container is read as empty. */
const DEEPEST = 200;

type Context = 'key' | 'value' | 'item';

class Repairer {
  readonly #text: string;
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** The next object or list at the top. */
  next(): PythonValue | undefined {
    while (this.#at < this.#text.length) {
      const character = this.#text.charAt(this.#at);
      if (character === '{' || character === '[') return this.#container(character);
      if (this.#comment()) continue;
      this.#at += 1;
    }
    return undefined;
  }

  get #character(): string {
    return this.#text.charAt(this.#at);
  }

  #space(): void {
    for (;;) {
      while (/\s/.test(this.#character)) this.#at += 1;
      if (!this.#comment()) return;
    }
  }

  #comment(): boolean {
    const ends = this.#text.startsWith('/*', this.#at) ? '*/' : '\n';
    const isComment = this.#character === '#' || /^\/[/*]/.test(this.#text.slice(this.#at, this.#at + 2));
    if (!isComment) return false;
    const end = this.#text.indexOf(ends, this.#at);
    this.#at = end < 0 ? this.#text.length : end + ends.length;
    return true;
  }

  #container(character: string): PythonValue {
    this.#at += 1;
    this.#depth += 1;
    const value = this.#depth > DEEPEST ? [] : character === '{' ? this.#object() : this.#list();
    this.#depth -= 1;
    return value;
  }

  #object(): PythonDict {
    const result = new PythonDict();
    for (;;) {
      this.#space();
      while (this.#character === ',' || this.#character === ':') {
        this.#at += 1;
        this.#space();
      }
      if (this.#character === '' || this.#character === '}') break;
      const before = this.#at;
      const key = this.#string('key');
      this.#space();
      if (this.#character === ':') this.#at += 1;
      this.#space();
      const value = this.#value('value');
      if (key !== '' || value !== '') result.set(key, value);
      if (this.#at === before) this.#at += 1;
    }
    this.#at += 1;
    return result;
  }

  #list(): PythonValue[] {
    const items: PythonValue[] = [];
    for (;;) {
      this.#space();
      while (this.#character === ',') {
        this.#at += 1;
        this.#space();
      }
      if (this.#character === '' || this.#character === ']' || this.#character === '}') break;
      const before = this.#at;
      items.push(this.#value('item'));
      if (this.#at === before) this.#at += 1;
    }
    if (this.#character === ']') this.#at += 1;
    return items;
  }

  #value(context: Context): PythonValue {
    const character = this.#character;
    if (character === '' || character === ',' || character === '}' || character === ']') return '';
    if (character === '{' || character === '[') return this.#container(character);
    if (QUOTES.has(character)) return this.#string(context);
    return scalar(this.#bare(context));
  }

  #string(context: Context): string {
    const close = QUOTES.get(this.#character);
    if (close === undefined) return this.#bare(context);
    this.#at += 1;
    let out = '';
    for (; this.#at < this.#text.length; this.#at += 1) {
      const character = this.#character;
      if (character === '\\') {
        out += this.#escape();
        continue;
      }
      if (character === close && this.#isEnd(context)) {
        this.#at += 1;
        return out;
      }
      out += character;
    }
    return out.trimEnd();
  }

  /** Whether the quote here ends the string: what follows it has to go on as JSON would. */
  #isEnd(context: Context): boolean {
    let after = this.#at + 1;
    while (/\s/.test(this.#text.charAt(after))) after += 1;
    const next = this.#text.charAt(after);
    if (next === '' || next === ',' || next === '}' || next === ']') return true;
    if (next === ':') return context === 'key';
    if (context === 'key') return true;
    if (next === '/' || next === '#') return true;
    // A key that begins here: the comma between is missing.
    return after > this.#at + 1 && /^["'“][^"'”\n]*["'”]\s*:/.test(this.#text.slice(after, after + LONGEST_KEY));
  }

  #escape(): string {
    const letter = this.#text.charAt(this.#at + 1);
    this.#at += 1;
    const code = /^[\da-fA-F]{4}$/.exec(this.#text.slice(this.#at + 1, this.#at + 5))?.[0];
    if (letter === 'u' && code !== undefined) {
      this.#at += 4;
      return String.fromCharCode(Number.parseInt(code, 16));
    }
    return ESCAPES.get(letter) ?? `\\${letter}`;
  }

  #bare(context: Context): string {
    const ends = context === 'key' ? /[:,}\n]/ : context === 'value' ? /[,}\n]/ : /[,\]\n]/;
    const from = this.#at;
    while (this.#at < this.#text.length && !ends.test(this.#character)) this.#at += 1;
    return this.#text.slice(from, this.#at).trim();
  }
}

/** A key is looked for in so many characters. */
const LONGEST_KEY = 80;

function scalar(text: string): PythonValue {
  const word = text.toLowerCase();
  if (word === 'true' || word === 'false') return word === 'true';
  if (word === 'null') return null;
  const reading = readPythonJson(text);
  if (reading.ok && /^[-\d.]/.test(text)) return reading.node.value;
  const number = /^[-\d.]/.test(text) ? pythonFloat(text) : null;
  return number === null || text.includes('_') ? text.replace(/["'”]$/, '') : number;
}
