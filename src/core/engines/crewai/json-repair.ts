import {
  isDict,
  isList,
  lstrip,
  PythonDict,
  pythonFloat,
  pythonInt,
  type PythonValue,
  readPythonJson,
  truthy,
} from '../../text/languages/index.ts';
import { isAlphanumeric, isDigitCharacter, isLetter, isOneOf, isSpace, QUOTES, RepairCursor } from './repair-cursor.ts';
import { mayBeValue, opensTuple } from './repair-parentheses.ts';
import { repairedString } from './repair-string.ts';

/** `repair_json` of json-repair: JSON as it is, else repaired; null where nothing is left. */
export function repairedJson(text: string): { readonly value: PythonValue } | null {
  const strict = readPythonJson(text);
  return strict.ok ? { value: strict.node.value } : mendedJson(text);
}

/** The same with `skip_json_loads`. */
export function mendedJson(text: string): { readonly value: PythonValue } | null {
  const value = new Repairer(text).all();
  return value === '' ? null : { value };
}

const NUMBER = '0123456789-.eE/,';

/** Heuristics as the original has them, one by one. An empty string stands for nothing. */
class Repairer {
  readonly #cursor: RepairCursor;
  /** Whether the next value is read as in a key, as it is after an object without members. */
  #isKeyNext = false;

  constructor(text: string) {
    this.#cursor = new RepairCursor(text);
  }

  /** All values at the top: one, or a list of them. */
  all(): PythonValue {
    const cursor = this.#cursor;
    const found = [this.#value()];
    while (cursor.index < cursor.length) {
      this.#isKeyNext = false;
      const value = this.#value();
      if (!truthy(value)) {
        cursor.index += 1;
        continue;
      }
      const last = found.at(-1) ?? '';
      // A value of the same shape is taken for an update of the last one.
      if (!truthy(last) || hasSameShape(last, value)) found.pop();
      found.push(value);
    }
    if (cursor.isSpent) return '';
    return found.length === 1 ? (found[0] ?? null) : found;
  }

  #value(): PythonValue {
    const cursor = this.#cursor;
    cursor.spend();
    if (this.#isKeyNext) {
      this.#isKeyNext = false;
      return cursor.within(['key'], () => this.#value());
    }
    const isInside = cursor.place !== undefined;
    for (;;) {
      const char = cursor.at();
      if (char === '') return '';
      if (char === '{' || char === '[') {
        cursor.index += 1;
        return char === '{' ? this.#object() : this.#list(']');
      }
      if (char === '(' && (isInside || mayBeValue(cursor))) return this.#parenthesised();
      if (isInside && (isOneOf(char, QUOTES) || isLetter(char))) return this.#string();
      if (isInside && (isDigitCharacter(char) || char === '-' || char === '.')) return this.#number();
      if (char === '#' || char === '/') {
        this.#comment();
        if (isInside) return '';
      } else cursor.index += 1;
    }
  }

  #parenthesised(): PythonValue {
    const isTuple = opensTuple(this.#cursor);
    this.#cursor.index += 1;
    const values = this.#list(')');
    const [first] = values;
    return isTuple || values.length !== 1 || first === undefined ? values : first;
  }

  #comment(): void {
    const cursor = this.#cursor;
    const ends = `\n\r${cursor.isWithin('item') ? ']' : ''}${cursor.isWithin('value') ? '}' : ''}${cursor.isWithin('key') ? ':' : ''}`;
    if (cursor.at() === '/' && cursor.at(1) === '*') {
      // As in the original, the star that opens it may be the one that closes it.
      let size = 1;
      while (cursor.at(size) !== '' && !(cursor.at(size) === '*' && cursor.at(size + 1) === '/')) size += 1;
      cursor.index += cursor.at(size) === '' ? size : size + 2;
      return;
    }
    const isLine = cursor.at() === '#' || cursor.at(1) === '/';
    cursor.index += cursor.at() === '#' ? 0 : isLine ? 2 : 1;
    while (isLine && cursor.at() !== '' && !isOneOf(cursor.at(), ends)) cursor.index += 1;
  }

  #number(): PythonValue {
    const cursor = this.#cursor;
    const isItem = cursor.place === 'item';
    let text = '';
    while (isOneOf(cursor.at(), NUMBER) && !(isItem && cursor.at() === ',')) {
      text += cursor.at();
      cursor.index += 1;
    }
    if (/[-eE/,]$/.test(text)) {
      text = text.slice(0, -1);
      cursor.index -= 1;
    } else if (isLetter(cursor.at())) {
      cursor.index -= text.length;
      return this.#string();
    }
    if (text.includes(',')) return text;
    return (/[.eE]/.test(text) ? pythonFloat(text) : pythonInt(text)) ?? text;
  }

  #list(close: string): PythonValue[] {
    const cursor = this.#cursor;
    return cursor.within(['item'], () => {
      const items: PythonValue[] = [];
      cursor.skipSpace();
      for (let char = cursor.at(); char !== '' && char !== close && char !== '}'; char = cursor.at()) {
        const value = this.#item(char);
        const isNothing = value === '' || (isList(value) && value.length === 0) || (isDict(value) && value.size === 0);
        if (isNothing && cursor.at() !== close && cursor.at() !== ',') cursor.index += 1;
        else if (value !== '...' || cursor.at(-1) !== '.') items.push(value);
        while (cursor.at() !== close && (isSpace(cursor.at()) || cursor.at() === ',')) cursor.index += 1;
      }
      cursor.index += 1;
      return items;
    });
  }

  #item(char: string): PythonValue {
    const cursor = this.#cursor;
    if (!isOneOf(char, QUOTES)) return this.#value();
    // A string with a colon after it begins an object whose brace is missing.
    return cursor.at(cursor.afterSpace(cursor.skipTo(char, 1) + 1)) === ':' ? this.#object() : this.#string();
  }

  /** After its brace. */
  #object(): PythonValue {
    const cursor = this.#cursor;
    const members = new PythonDict();
    const start = cursor.index;
    const isValue = cursor.place === 'value';
    while (cursor.at() !== '' && cursor.at() !== '}') {
      cursor.spend();
      cursor.skipSpace();
      if (cursor.at() === ':') cursor.index += 1;
      const { key, from } = this.#key(members);
      if (cursor.isWithin('item') && members.has(key) && !isValue && this.#beginsAnother(from)) {
        // Its missing brace takes the place of what is before the key.
        cursor.put(from - 1, '{');
        cursor.index = from - 2;
        break;
      }
      cursor.skipSpace();
      if (cursor.at() === '' || cursor.at() === '}') continue;
      cursor.index += 1;
      members.set(key, this.#memberValue());
      if (isOneOf(cursor.at(), ',\'"')) cursor.index += 1;
      if (cursor.at() === ']' && cursor.isWithin('item')) {
        cursor.index -= 1;
        break;
      }
      cursor.skipSpace();
    }
    cursor.index += 1;
    if (members.size === 0 && cursor.index - start > 2) {
      const other = this.#otherThanObject(start);
      if (other !== null) return other;
    }
    if (cursor.place !== undefined) {
      if (cursor.at() === '}' && cursor.place === 'item') cursor.index += 1;
      return members;
    }
    cursor.skipSpace();
    if (cursor.at() !== ',') return members;
    cursor.index += 1;
    cursor.skipSpace();
    const more = isOneOf(cursor.at(), QUOTES) ? cursor.within([], () => this.#object()) : null;
    if (isDict(more)) for (const key of more.keys()) members.set(key, more.get(key) ?? null);
    return members;
  }

  #memberValue(): PythonValue {
    const cursor = this.#cursor;
    return cursor.within(['value'], () => {
      cursor.skipSpace();
      return isOneOf(cursor.at(), ',}') ? '' : this.#value();
    });
  }

  #key(members: PythonDict): { readonly key: string; readonly from: number } {
    const cursor = this.#cursor;
    return cursor.within(['key'], () => {
      let from = cursor.index;
      while (cursor.at() !== '') {
        from = cursor.index;
        if (cursor.at() === '[' && this.#goesOn(members)) continue;
        const key = this.#string();
        // The original fails where a block of JSON is in the place of a key.
        if (typeof key !== 'string') cursor.spend(Infinity);
        else if (key !== '') return { key, from };
        cursor.skipSpace();
        if (cursor.at() === ':' || cursor.at() === '}') break;
      }
      return { key: '', from };
    });
  }

  /** Whether a key that is there already begins another object, whose brace is missing. */
  #beginsAnother(from: number): boolean {
    const cursor = this.#cursor;
    let before = from - cursor.index - 1;
    while (isSpace(cursor.at(before))) before -= 1;
    const isMember = cursor.at(before) === ',' && cursor.at(cursor.afterSpace(0)) === ':';
    return !(isMember && isOneOf(cursor.at(from - cursor.index), QUOTES));
  }

  /** A list in the place of a key goes on with the list that is the last value. */
  #goesOn(members: PythonDict): boolean {
    const cursor = this.#cursor;
    cursor.spend(members.size);
    const last = members.keys().at(-1);
    const before = last === undefined || last === '' ? undefined : members.get(last);
    if (last === undefined || !isList(before)) return false;
    cursor.spend(before.length);
    cursor.index += 1;
    members.set(last, joined(before, this.#list(']')));
    cursor.skipSpace();
    if (cursor.at() === ',') cursor.index += 1;
    cursor.skipSpace();
    return true;
  }

  /** What is read in place of an object without members: one with escaped quotes, or a list. */
  #otherThanObject(start: number): PythonValue {
    const cursor = this.#cursor;
    const text = cursor.slice(start - 1, cursor.index + 1);
    cursor.spend(text.length);
    const body = lstrip(text.slice(1).replace(/\}$/, ''));
    if (body === '') return null;
    const isEscaped = ['"', "'"].some((quote) => body.startsWith(`\\${quote}`) && body.includes(`\\${quote}:`));
    if (!isEscaped && hasColon(body)) return null;
    if (isEscaped) cursor.replace(start - 1, cursor.index + 1, text.replaceAll(/\\(["'])/g, '$1'));
    cursor.index = start;
    const value = cursor.within(['key'], () => (isEscaped ? this.#object() : this.#list(']')));
    this.#isKeyNext = true;
    return value;
  }

  #string(): PythonValue {
    const cursor = this.#cursor;
    cursor.spend();
    if (isOneOf(cursor.at(), '#/')) {
      this.#comment();
      return '';
    }
    while (cursor.at() !== '' && !isOneOf(cursor.at(), QUOTES) && !isAlphanumeric(cursor.at())) cursor.index += 1;
    const quote = cursor.at();
    if (quote === '') return '';
    const plain = this.#plainString();
    if (plain !== null) return plain;
    const open = isOneOf(quote, "'“") ? quote : '"';
    const close = open === '“' ? '”' : open;
    const hasNoQuote = !isOneOf(quote, QUOTES);
    if (hasNoQuote) {
      const word = cursor.place === 'key' ? undefined : this.#word();
      if (word !== undefined) return word;
    } else cursor.index += 1;
    const block = cursor.at() === '`' ? this.#block() : undefined;
    if (block !== undefined) return block;
    let isDoubled = false;
    if (cursor.at() === open) {
      const next = cursor.at(1);
      const { place } = cursor;
      if (isOneOf(next, place === 'key' ? ':' : place === 'value' ? ',}' : ',]')) {
        cursor.index += 1;
        return '';
      }
      if (next === open) return '';
      isDoubled = cursor.at(cursor.skipTo(close, 1) + 1) === close;
      const after = cursor.at(cursor.afterSpace(1));
      if (isDoubled || !isOneOf(after, ',]}')) cursor.index += 1;
      if (!isDoubled && isOneOf(after, `${QUOTES}{[`)) return '';
    }
    return repairedString(cursor, { open, close, hasNoQuote, isDoubled });
  }

  /** A string in double quotes, on one line and without escapes, that ends where JSON goes on. */
  #plainString(): string | null {
    const cursor = this.#cursor;
    if (cursor.at() !== '"') return null;
    let size = 1;
    while (cursor.at(size) !== '' && !isOneOf(cursor.at(size), '"\\\n\r')) size += 1;
    if (cursor.at(size) !== '"') return null;
    const after = cursor.at(cursor.afterSpace(size + 1));
    const { place } = cursor;
    const isEnd = place === 'key' ? after === ':' : after === '' || isOneOf(after, place === 'value' ? ',}' : ',]');
    if (!isEnd) return null;
    cursor.index += size + 1;
    return cursor.slice(cursor.index - size, cursor.index - 1);
  }

  /** `true`, `false` or `null`, in letters of any case, whatever follows; undefined where there is none. */
  #word(): boolean | null | undefined {
    const cursor = this.#cursor;
    const text = cursor.slice(cursor.index, cursor.index + 5).toLowerCase();
    const word = ['true', 'false', 'null'].find((one) => text.startsWith(one));
    cursor.index += word?.length ?? 0;
    return word === undefined ? undefined : word === 'null' ? null : word === 'true';
  }

  /** A fence of JSON in a string; undefined where there is none. */
  #block(): PythonValue | undefined {
    const cursor = this.#cursor;
    const from = cursor.index;
    const end = from + cursor.skipTo('`', 7);
    if (cursor.slice(from, from + 7) !== '```json' || cursor.slice(end, end + 3) !== '```') return undefined;
    cursor.index += 7;
    return cursor.within([], () => this.#value());
  }
}

/** A colon outside of quotes and escapes. */
function hasColon(text: string): boolean {
  let quote = '';
  let backslashes = 0;
  for (const char of text) {
    if (char === '\\') {
      backslashes += 1;
      continue;
    }
    const isEscaped = backslashes % 2 === 1;
    backslashes = 0;
    if (isEscaped) continue;
    if (quote !== '') quote = char === quote ? '' : quote;
    else if (isOneOf(char, QUOTES)) quote = char;
    else if (char === ':') return true;
  }
  return false;
}

/** A list and what goes on with it. Rows of one length stay rows, and single values at the end become rows. */
function joined(before: readonly PythonValue[], more: readonly PythonValue[]): PythonValue[] {
  const rows = before.filter(isList);
  const [size = 0] = rows.map(({ length }) => length);
  const [only] = more;
  if (size === 0 || rows.some(({ length }) => length !== size))
    return [...before, ...(more.length === 1 && isList(only) ? only : more)];
  const ends = before.findLastIndex(isList) + 1;
  const tail = before.slice(ends);
  const added: PythonValue[] = [];
  if (tail.length % size !== 0) added.push(...tail);
  else for (let at = 0; at < tail.length; at += size) added.push(tail.slice(at, at + size));
  const items = more.length === 0 || more.every(isList) ? more : [more];
  return [...before.slice(0, ends), ...added, ...items];
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
