import { isRecord, parsedJson } from '../text/json/index.ts';

/** An object of a parsed record: a value of JSON, of no known type. */
export type Fields = Readonly<Record<string, unknown>>;

export function fieldsOf(value: unknown): Fields | null {
  return isRecord(value) ? value : null;
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The objects of a list. */
export function objectsOf(value: unknown): readonly Fields[] {
  return listOf(value)
    .map((item) => fieldsOf(item))
    .filter((item) => item !== null);
}

export function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** The value under a key of its own; undefined where it is absent or null. */
export function at(fields: Fields | null, key: string): unknown {
  return fields !== null && Object.hasOwn(fields, key) ? (fields[key] ?? undefined) : undefined;
}

export function has(fields: Fields, key: string): boolean {
  return Object.hasOwn(fields, key);
}

export function textAt(fields: Fields | null, key: string): string | null {
  return textOf(at(fields, key));
}

/** The object under a key, also one that is JSON in a string. */
export function objectAt(fields: Fields | null, key: string): Fields | null {
  return fieldsOf(unpacked(at(fields, key)));
}

/** The list under a key, also one that is JSON in a string. */
export function listAt(fields: Fields | null, key: string): readonly unknown[] {
  return listOf(unpacked(at(fields, key)));
}

/** The first of the keys that has a value. */
export function firstAt(fields: Fields | null, keys: readonly string[]): unknown {
  for (const key of keys) {
    const value = at(fields, key);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** An id as text: logs number their records as well as they name them. */
export function idOf(value: unknown): string | null {
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  return typeof value === 'string' && value !== '' ? value : null;
}

/** What is JSON in a string, as logs and data sets keep objects and lists; any other value as it is. */
export function unpacked(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s{0,64}[{[]/.test(value)) return value;
  const parsed = parsedJson(value);
  return parsed === undefined ? value : parsed;
}
