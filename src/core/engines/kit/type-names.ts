import type { JsonValue } from '../../text/json/index.ts';

/** The names that schemas have for types, as the engines understand them. */

/** The type that JSON Schema has for a value. A whole number is an integer. */
export function typeOf(value: JsonValue): string {
  if (value === null) return 'null';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return Array.isArray(value) ? 'array' : typeof value;
}

const STRINGS = ['string', 'str', 'text', 'varchar', 'char', 'enum'];
const INTEGERS = ['int', 'uint', 'long', 'short', 'unsigned'];
const NUMBERS = ['num', 'float'];
const BOOLEANS = ['boolean', 'bool', 'binary'];

type Family = 'string' | 'integer' | 'number' | 'boolean' | 'other';

/**
 * The kind of value that the name of a type means, for `qwen3_coder` and the parsers made after it. The name of a number
 * counts by how it begins.
 */
export function familyOf(type: string): Family {
  if (STRINGS.includes(type)) return 'string';
  if (INTEGERS.some((begin) => type.startsWith(begin))) return 'integer';
  if (NUMBERS.some((begin) => type.startsWith(begin))) return 'number';
  return BOOLEANS.includes(type) ? 'boolean' : 'other';
}
