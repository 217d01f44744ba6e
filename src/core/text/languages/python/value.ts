import type { Span } from '../../document/index.ts';
import { areFewDigits, floatRepr } from './numbers.ts';
import { isPrintableCode } from './unicode.ts';

/** Values as Python has them, and what `bool`, `==`, `hash`, `repr` and `str` make of them. */

/** `None`, bool, int (always a bigint), float (always a number), str, list, and the classes below. */
export type PythonValue =
  | null
  | boolean
  | bigint
  | number
  | string
  | readonly PythonValue[]
  | PythonDict
  | PythonTuple
  | PythonSet
  | PythonBytes
  | PythonComplex
  | PythonEllipsis;

/** What Python read and where: one kind of tree for everything that it reads. */
export interface PythonNode {
  /** UTF-16 offsets into the text that was read. */
  readonly from: number;
  readonly to: number;
  readonly value: PythonValue;
  /** Of a list, a tuple or a set. */
  readonly items?: readonly PythonNode[];
  /** Of a dict: what counts under each key that is a str, in the order of the dict. */
  readonly members?: ReadonlyMap<string, PythonMember>;
}

export interface PythonMember {
  /** Of duplicate keys the one whose value counts, the last. */
  readonly key: Span;
  readonly node: PythonNode;
}

export class PythonTuple {
  readonly items: readonly PythonValue[];
  constructor(items: readonly PythonValue[]) {
    this.items = items;
  }
}

/** A set with its members in the order in which they came: Python's own order depends on hashes. */
export class PythonSet {
  readonly items: readonly PythonValue[];
  /** Of equal members the first is kept. */
  constructor(items: readonly PythonValue[]) {
    const kept = new Map<unknown, PythonValue>();
    for (const item of items) {
      const key = keyOf(item);
      if (!kept.has(key)) kept.set(key, item);
    }
    this.items = [...kept.values()];
  }
}

export class PythonBytes {
  readonly bytes: readonly number[];
  constructor(bytes: readonly number[]) {
    this.bytes = bytes;
  }
}

export class PythonComplex {
  readonly real: number;
  readonly imaginary: number;
  constructor(real: number, imaginary: number) {
    this.real = real;
    this.imaginary = imaginary;
  }
}

/** The value of `...`. */
export class PythonEllipsis {
  readonly name = 'Ellipsis';
}

/** A dict: keys in the order in which they came first, and equal keys (`1`, `1.0`, `True`) are one. */
export class PythonDict {
  readonly #entries = new Map<unknown, [key: PythonValue, value: PythonValue]>();

  constructor(entries: Iterable<readonly [PythonValue, PythonValue]> = []) {
    for (const [key, value] of entries) this.set(key, value);
  }

  get size(): number {
    return this.#entries.size;
  }

  /** The value under a key; undefined where there is none, since `None` is null. */
  get(key: PythonValue): PythonValue | undefined {
    return this.#entries.get(keyOf(key))?.[1];
  }

  has(key: PythonValue): boolean {
    return this.#entries.has(keyOf(key));
  }

  /** A key that is there keeps its place, and its first spelling. The key must be hashable (`isHashable`). */
  set(key: PythonValue, value: PythonValue): void {
    const hash = keyOf(key);
    const entry = this.#entries.get(hash);
    if (entry === undefined) this.#entries.set(hash, [key, value]);
    else entry[1] = value;
  }

  delete(key: PythonValue): boolean {
    return this.#entries.delete(keyOf(key));
  }

  keys(): PythonValue[] {
    return Array.from(this.#entries.values(), ([key]) => key);
  }

  values(): PythonValue[] {
    return Array.from(this.#entries.values(), ([, value]) => value);
  }

  entries(): IterableIterator<readonly [key: PythonValue, value: PythonValue]> {
    return this.#entries.values();
  }
}

/** Something that is the same for equal values. A str is itself, so that most keys cost nothing. */
function keyOf(value: PythonValue): unknown {
  if (typeof value === 'string') return value.startsWith('\0') ? `\0s${value}` : value;
  if (typeof value === 'boolean') return value ? 1n : 0n;
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value) : value;
  if (value === null || typeof value === 'bigint') return value;
  if (value instanceof PythonComplex) {
    return value.imaginary === 0 ? keyOf(value.real) : `\0c${floatRepr(value.real + 0)} ${floatRepr(value.imaginary)}`;
  }
  if (value instanceof PythonBytes) return `\0b${value.bytes.join()}`;
  if (value instanceof PythonTuple) return `\0t${value.items.map((item) => keyText(keyOf(item))).join()}`;
  if (value instanceof PythonEllipsis) return '\0e';
  // Not hashable: equal to itself alone.
  return value;
}

function keyText(key: unknown): string {
  if (typeof key === 'string') return JSON.stringify(key);
  return typeof key === 'bigint' || typeof key === 'number' ? String(key) : 'None';
}

export function isDict(value: PythonValue | undefined): value is PythonDict {
  return value instanceof PythonDict;
}

export function isList(value: PythonValue | undefined): value is readonly PythonValue[] {
  return Array.isArray(value);
}

/** Whether `hash(value)` answers, so that the value may be a key of a dict and a member of a set. */
export function isHashable(value: PythonValue): boolean {
  if (value instanceof PythonTuple) return value.items.every(isHashable);
  return !(isList(value) || isDict(value) || value instanceof PythonSet);
}

/** `bool(value)`. */
export function truthy(value: PythonValue): boolean {
  if (value === null || typeof value === 'boolean') return value === true;
  if (typeof value === 'bigint') return value !== 0n;
  if (typeof value === 'number') return value !== 0;
  if (typeof value === 'string' || isList(value)) return value.length > 0;
  if (value instanceof PythonDict) return value.size > 0;
  if (value instanceof PythonBytes) return value.bytes.length > 0;
  if (value instanceof PythonComplex) return value.real !== 0 || value.imaginary !== 0;
  return value instanceof PythonEllipsis || value.items.length > 0;
}

/** `type(value).__name__`. */
export function typeName(value: PythonValue): string {
  if (value === null) return 'NoneType';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'bigint') return 'int';
  if (typeof value === 'number') return 'float';
  if (typeof value === 'string') return 'str';
  if (isList(value)) return 'list';
  if (value instanceof PythonDict) return 'dict';
  if (value instanceof PythonTuple) return 'tuple';
  if (value instanceof PythonSet) return 'set';
  if (value instanceof PythonBytes) return 'bytes';
  return value instanceof PythonComplex ? 'complex' : 'ellipsis';
}

/** `one == other`: numbers and bools by value, containers part by part, and a list is never a tuple. */
export function pythonEquals(one: PythonValue, other: PythonValue): boolean {
  if (isList(one)) return isList(other) && areEqual(one, other);
  if (one instanceof PythonTuple) return other instanceof PythonTuple && areEqual(one.items, other.items);
  if (one instanceof PythonSet) {
    if (!(other instanceof PythonSet) || one.items.length !== other.items.length) return false;
    const keys = new Set(other.items.map(keyOf));
    return one.items.every((item) => keys.has(keyOf(item)));
  }
  if (one instanceof PythonDict) {
    if (!(other instanceof PythonDict) || one.size !== other.size) return false;
    for (const [key, value] of one.entries()) {
      const found = other.get(key);
      if (found === undefined || !pythonEquals(value, found)) return false;
    }
    return true;
  }
  return one === other ? true : !(typeof one === 'number' && Number.isNaN(one)) && keyOf(one) === keyOf(other);
}

function areEqual(ones: readonly PythonValue[], others: readonly PythonValue[]): boolean {
  return ones.length === others.length && ones.every((one, index) => pythonEquals(one, others[index] as PythonValue));
}

/** `str(value)`. */
export function pythonStr(value: PythonValue): string {
  return typeof value === 'string' ? value : pythonRepr(value);
}

/**
 * `repr(value)`. Where that raises (an int of more than 4300 digits), it is the value's text anyway.
 *
 * @internal Tests compare values by it.
 */
export function pythonRepr(value: PythonValue): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'number') return floatRepr(value);
  if (typeof value === 'string') return stringRepr(value);
  if (isList(value)) return `[${reprs(value)}]`;
  if (value instanceof PythonDict) {
    return `{${Array.from(value.entries(), ([key, item]) => `${pythonRepr(key)}: ${pythonRepr(item)}`).join(', ')}}`;
  }
  if (value instanceof PythonTuple) return `(${reprs(value.items)}${value.items.length === 1 ? ',' : ''})`;
  if (value instanceof PythonSet) return value.items.length === 0 ? 'set()' : `{${reprs(value.items)}}`;
  if (value instanceof PythonBytes) return bytesRepr(value.bytes);
  return value instanceof PythonComplex ? complexRepr(value) : 'Ellipsis';
}

/** Whether `repr(int)` answers: it raises ValueError for more than 4300 digits. */
export function isPrintableInt(value: bigint): boolean {
  // Cheap for what is surely short.
  if (BigInt.asIntN(64, value) === value) return true;
  return areFewDigits(String(value).length - (value < 0n ? 1 : 0));
}

function reprs(values: readonly PythonValue[]): string {
  return values.map(pythonRepr).join(', ');
}

const PLAIN = /^[ !#-&(-[\]-~]*$/;

function stringRepr(text: string): string {
  if (PLAIN.test(text)) return `'${text}'`;
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  let out = quote;
  for (const character of text) {
    const code = character.codePointAt(0) as number;
    if (character === quote || character === '\\') out += `\\${character}`;
    else if (code < 0x7f && code >= 0x20) out += character;
    else if (isPrintableCode(code)) out += character;
    else out += shortEscape(code) ?? longEscape(code);
  }
  return out + quote;
}

function shortEscape(code: number): string | null {
  if (code === 0x09) return '\\t';
  if (code === 0x0a) return '\\n';
  return code === 0x0d ? '\\r' : null;
}

function longEscape(code: number): string {
  const hex = code.toString(16);
  if (code <= 0xff) return `\\x${hex.padStart(2, '0')}`;
  return code <= 0xffff ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`;
}

function bytesRepr(bytes: readonly number[]): string {
  const quote = bytes.includes(0x27) && !bytes.includes(0x22) ? '"' : "'";
  let out = `b${quote}`;
  for (const byte of bytes) {
    const character = String.fromCharCode(byte);
    if (character === quote || character === '\\') out += `\\${character}`;
    else out += byte >= 0x20 && byte < 0x7f ? character : (shortEscape(byte) ?? longEscape(byte));
  }
  return out + quote;
}

function complexRepr({ real, imaginary }: PythonComplex): string {
  const part = (value: number): string => floatRepr(value).replace(/\.0$/, '');
  const imaginaryText = `${part(imaginary)}j`;
  if (real === 0 && !Object.is(real, -0)) return imaginaryText;
  return `(${part(real)}${/^[-]/.test(imaginaryText) ? '' : '+'}${imaginaryText})`;
}
