import {
  AFTER_STRING,
  ATOM,
  CAPTURE,
  constants,
  COUNT,
  ELLIPSIS,
  ELLIPSIS_OF_STRING,
  ENUM,
  GO_CAST,
  GO_TYPE,
  KEY_SIGN,
  KEYWORD,
  NULL_PROTOTYPE,
  OBJECT,
  OMITTED,
  REFERENCE,
  REMARK,
  SIGIL,
  SYMBOL_KEY,
  wrappers,
} from './signs.ts';
import { closedAngle, decodedString, nameAt, numberAt, pieceOfString, snakeCase } from './tokens.ts';

/** Under what key the JSON of `AIMessage(content='…')` has the name of the class. */
export const CLASS_KEY = 'printed class';

/** A printed value as JSON text. */
export interface PrintedValue {
  readonly json: string;
  /** Offset after the value. */
  readonly end: number;
}

/** What a reading of a printed value came to. */
export type PrintedReading =
  | ({ readonly ok: true } & PrintedValue)
  /** Where it was given up: what was read until there cost work. */
  | { readonly ok: false; readonly at: number };

/** So deep are values in values; what is deeper is no print that a person looks at. */
const MOST_LEVELS = 120;

/**
 * Reads a value as a language prints it: `repr` of Python (dicts, dataclasses, pydantic, enums, `<objects>`), the consoles of
 * Node, Deno and browsers (class names, `[Object]`, cut lists), `inspect` of Elixir and Ruby, `%#v` and spew of Go, `{:?}` and
 * `dbg!` of Rust, literals of PowerShell. They share one grammar: strings, numbers, names and brackets, with a name before a
 * bracket, and `:`, `=` or `=>` after a key. Objects have their class under `CLASS_KEY`; arguments without a key count from 0;
 * what has no value in JSON is null. A value that the text cuts off ends with it. Linear.
 */
export function readPrinted(text: string, from = 0, to = text.length): PrintedReading {
  const reader = new PrintedReader(text, from, to);
  const json = reader.value(0);
  return json === null ? { ok: false, at: reader.at } : { ok: true, json, end: reader.at };
}

/** JSON of the value that is all of a text; null for what is none. */
export function printedJson(text: string): string | null {
  const reading = readPrinted(text);
  return reading.ok && reading.end === text.length ? reading.json : null;
}

/** Reads fields without brackets: `content='…' additional_kwargs={}`, as `print` of pydantic does. Null for fewer than two. */
export function readPrintedFields(text: string): string | null {
  const reader = new PrintedReader(text, 0, text.length);
  const members = reader.members('', 0);
  if (members === null || members.keyed.length < 2 || members.plain.length > 0) return null;
  const isMessage = members.keyed.some(([key]) => key === 'additional_kwargs' || key === 'response_metadata');
  return objectText(isMessage ? 'AIMessage' : null, members);
}

/** Reads a message of LangChain, or an answer of Ollama's client, as its fields, which are the rest of their line. */
export function readMessageFields(text: string, from: number, end: number): PrintedReading {
  const line = text.slice(from, end);
  const json = / (?:additional_kwargs|message)=/.test(line) ? readPrintedFields(line) : null;
  return json === null ? { ok: false, at: from } : { ok: true, json, end };
}

/** What is in brackets: with keys, and without. */
interface Members {
  readonly keyed: (readonly [string, string])[];
  readonly plain: string[];
  /** A comma is after the last one. */
  isOpen: boolean;
}

class PrintedReader {
  readonly #text: string;
  readonly #to: number;
  at: number;

  constructor(text: string, from: number, to: number) {
    this.#text = text;
    this.at = from;
    this.#to = to;
  }

  /** JSON of the value at the place of the reader; null where none begins. */
  value(level: number): string | null {
    if (level > MOST_LEVELS) return null;
    this.#skipSpace();
    this.#take(REFERENCE);
    switch (this.#next()) {
      case '"':
      case "'":
      case '`':
        return this.#string();
      case '{':
        return this.#group('}', null, level);
      case '[':
        if (this.#take(OMITTED) !== null) return 'null';
        if (this.#take(NULL_PROTOTYPE) !== null || this.#take(GO_TYPE) !== null) return this.value(level + 1);
        return this.#list(']', level);
      case '(':
        return this.#parentheses(level);
      case '%': {
        this.at += 1;
        // A struct of Elixir is known by its whole name.
        const struct = nameAt(this.#text, this.at);
        this.at = Math.min(this.at + struct.length, this.#to);
        return this.#next() === '{' ? this.#group('}', struct === '' ? null : struct, level) : null;
      }
      case '@':
        this.at += 1;
        return this.#named(nameAt(this.#text, this.at), level);
      case '<':
      case '#':
        return this.#angle(level);
      case ':': {
        const atom = this.#take(ATOM);
        if (atom === null) return null;
        return atom[1] === undefined ? this.#string() : JSON.stringify(atom[1]);
      }
      case '~': {
        const sigil = this.#take(SIGIL);
        return sigil === null ? null : JSON.stringify(sigil[1]);
      }
      case '&':
        if (this.#take(CAPTURE) !== null) return 'null';
        this.at += 1;
        return this.value(level + 1);
      case '$':
        this.at += 1;
        return this.#named(nameAt(this.#text, this.at), level);
      default:
        return this.#plain(level);
    }
  }

  /** The members up to a bracket; `''` reads to the end. Null where something is none. */
  members(close: string, level: number): Members | null {
    const found: Members = { keyed: [], plain: [], isOpen: false };
    for (;;) {
      this.#skipSpace();
      if (this.at >= this.#to) return found;
      if (close !== '' && this.#text.startsWith(close, this.at)) {
        this.at += close.length;
        return found;
      }
      if (this.#take(ELLIPSIS) === null) {
        const key = this.#key();
        const value = this.value(level + 1);
        if (value === null) {
          if (this.at < this.#to) return null;
          return found;
        }
        if (key === null) found.plain.push(value);
        else found.keyed.push([key, value]);
      }
      this.#skipSpace();
      found.isOpen = ',;'.includes(this.#next()) && this.at < this.#to;
      if (found.isOpen) this.at += 1;
    }
  }

  #next(): string {
    return this.at < this.#to ? this.#text.charAt(this.at) : '';
  }

  /** White space and remarks. */
  #skipSpace(): void {
    do {
      while (this.at < this.#to && /\s/.test(this.#text.charAt(this.at))) this.at += 1;
    } while (this.#take(REMARK) !== null);
  }

  #take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.#text);
    if (found === null || this.at + found[0].length > this.#to) return null;
    this.at += found[0].length;
    return found;
  }

  /** A string, and those that go on with it: Python writes them side by side, Node with ` +` between them. */
  #string(): string | null {
    const pieces: string[] = [];
    for (;;) {
      const quote = this.#next();
      const end = pieceOfString(this.#text, this.at, this.#to);
      if (end === null) return null;
      const decoded = decodedString(this.#text.slice(this.at + 1, end), quote);
      if (decoded === null) return null;
      pieces.push(decoded);
      this.at = Math.min(end + 1, this.#to);
      // A quote without an escape in front of it: Java prints strings like this, and nothing tells where they end.
      if (!AFTER_STRING.test(this.#next())) return null;
      const before = this.at;
      this.#take(ELLIPSIS_OF_STRING);
      this.#skipSpace();
      if (this.#next() === '+') this.at += 1;
      this.#skipSpace();
      if (this.#next() === '' || !`'"\``.includes(this.#next())) {
        this.at = before;
        this.#take(ELLIPSIS_OF_STRING);
        return JSON.stringify(pieces.join(''));
      }
    }
  }

  #group(close: string, name: string | null, level: number): string | null {
    this.at += 1;
    const members = this.members(close, level);
    if (members === null) return null;
    const { keyed, plain } = members;
    if (name !== null || keyed.length > 0 || plain.length === 0) return objectText(name, members);
    // A tuple of Elixir says whether it went well before it says what came of it.
    if (plain[0] === '"ok"' && plain[1] !== undefined && plain.length === 2) return plain[1];
    return listText(plain);
  }

  #list(close: string, level: number): string | null {
    this.at += 1;
    const members = this.members(close, level);
    if (members === null) return null;
    // A keyword list of Elixir.
    if (members.keyed.length > 0) return members.plain.length > 0 ? null : objectText(null, members);
    return listText(members.plain);
  }

  /** A tuple, a value in brackets, or a type before a value: `(string) (len=9) "a"`. */
  #parentheses(level: number): string | null {
    this.at += 1;
    if (this.#take(GO_CAST) !== null) return this.value(level + 1);
    const members = this.members(')', level);
    if (members === null) return null;
    const { keyed, plain, isOpen } = members;
    if (keyed.length > 0) return objectText(null, members);
    return plain.length === 1 && !isOpen ? (plain[0] ?? null) : listText(plain);
  }

  /** `<Name key='…'>` and `#<Name key: …>` are objects, `<Role.USER: 'user'>` is its value, any other is nothing. */
  #angle(level: number): string | null {
    if (this.#take(ENUM) !== null) {
      const value = this.value(level + 1);
      this.#skipSpace();
      if (value === null || this.#next() !== '>') return null;
      this.at += 1;
      return value;
    }
    const object = this.#take(OBJECT);
    if (object !== null) {
      const members = this.members('>', level);
      return members === null ? null : objectText(lastPart(object[1] ?? ''), members);
    }
    const end = closedAngle(this.#text, this.at, this.#to);
    if (end === null) return null;
    this.at = end;
    return 'null';
  }

  /** A number, or a name with what it is the name of. */
  #plain(level: number): string | null {
    const number = numberAt(this.#text, this.at, this.#to);
    if (number !== null) {
      this.at = number.end;
      return number.json;
    }
    const name = nameAt(this.#text, this.at);
    return name === '' ? null : this.#named(name, level);
  }

  /** Reads on after a name. Without a bracket the name is a constant, or the member of an enum. */
  #named(name: string, level: number): string | null {
    this.at = Math.min(this.at + name.length, this.#to);
    if (name === 'map' && this.#next() === '[') {
      this.at -= name.length;
      return this.#take(GO_TYPE) === null ? null : this.value(level + 1);
    }
    // `Map(2) { … }`, `Array(3) [ … ]`, and `Array(3)` where nothing of it is shown.
    const counted = this.#take(COUNT);
    if (counted !== null && '{['.includes(this.#next()) && this.#next() !== '') return this.value(level + 1);
    if (counted !== null)
      return /^(?:Array|Map|Set|Object|Buffer|\w{1,20}Array)$/.test(name) ? 'null' : (counted[1] ?? 'null');
    const constant = constants.get(name);
    if (constant !== undefined) return constant;
    // serde_json, as `{:?}` of Rust prints its values.
    if (name === 'Array' && this.#text.startsWith(' [', this.at)) {
      this.at += 1;
      return this.#list(']', level);
    }
    if (this.#next() === '(') return this.#called(name, level);
    const spaces = /^ {0,2}(?=\{)/.exec(this.#text.slice(this.at, this.at + 3))?.[0].length;
    if (spaces !== undefined) {
      this.at += spaces;
      return this.#group('}', name === '' ? null : lastPart(name), level);
    }
    // A type with parameters is code, and Java prints `Optional[…]` without quotes.
    return name === '' || this.#next() === '<' || (name === 'Optional' && this.#next() === '[')
      ? null
      : JSON.stringify(lastPart(name));
  }

  #called(name: string, level: number): string | null {
    this.at += 1;
    const members = this.members(')', level);
    if (members === null) return null;
    const { keyed, plain } = members;
    const inner = plain.length === 1 && keyed.length === 0 ? plain[0] : undefined;
    // A list of PowerShell is `@( … )`.
    if (name === '') return keyed.length > 0 ? null : listText(plain);
    // `protos.GenerateContentResponse({…})` of Google.
    if (inner !== undefined && (wrappers.has(lastPart(name)) || name.startsWith('protos.'))) return inner;
    const [only, second] = keyed;
    // Pydantic AI of 2024: `ArgsJson(args_json='…')`.
    if (name.startsWith('Args') && only !== undefined && second === undefined) return only[1];
    return objectText(lastPart(name), members);
  }

  /** A key with the sign after it; null where none is. */
  #key(): string | null {
    const keyword = this.#take(KEYWORD);
    if (keyword !== null) return keyword[1] ?? null;
    const start = this.at;
    const key = this.#keyText();
    if (key !== null) {
      this.#skipSpace();
      const sign = this.#take(KEY_SIGN);
      if (sign !== null) return key;
    }
    this.at = start;
    return null;
  }

  #keyText(): string | null {
    const symbol = this.#take(SYMBOL_KEY);
    if (symbol !== null) return symbol[0];
    const quote = this.#next();
    if (quote === '"' || quote === "'") {
      const end = pieceOfString(this.#text, this.at, this.#to);
      if (end === null || end >= this.#to) return null;
      const key = decodedString(this.#text.slice(this.at + 1, end), quote);
      this.at = end + 1;
      return key;
    }
    if (quote === ':' || quote === '@') this.at += 1;
    const number = numberAt(this.#text, this.at, this.#to);
    const name = number === null ? nameAt(this.#text, this.at) : this.#text.slice(this.at, number.end);
    this.at += name.length;
    // Small letters are those of a language that leaves them so.
    return name === '' ? null : /^[A-Z]/.test(name) ? snakeCase(name) : name;
  }
}

function lastPart(name: string): string {
  return name.slice(Math.max(name.lastIndexOf('.'), name.lastIndexOf(':')) + 1);
}

/** Texts are added and not joined: a value is in many others. */
function objectText(name: string | null, { keyed, plain }: Members): string {
  let text = name === null ? '{' : `{${JSON.stringify(CLASS_KEY)}:${JSON.stringify(name)}`;
  const add = (key: string, value: string): void => {
    text += `${text === '{' ? '' : ','}${JSON.stringify(key)}:${value}`;
  };
  for (const [index, value] of plain.entries()) add(String(index), value);
  for (const [key, value] of keyed) add(key, value);
  return text + '}';
}

function listText(items: readonly string[]): string {
  let text = '[';
  for (const [index, item] of items.entries()) text += index === 0 ? item : `,${item}`;
  return text + ']';
}
