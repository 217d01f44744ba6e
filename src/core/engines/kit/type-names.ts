import type { JsonValue } from '../../text/json/index.ts';

/** The names of types in schemas, as engines understand them. */

/** The JSON Schema type of a value. A whole number is an integer. */
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
 * The kind of value that the name of a type means, for `qwen3_coder` and the parsers made after it. Names of numbers count by
 * their beginning.
 */
export function familyOf(type: string): Family {
  if (STRINGS.includes(type)) return 'string';
  if (INTEGERS.some((begin) => type.startsWith(begin))) return 'integer';
  if (NUMBERS.some((begin) => type.startsWith(begin))) return 'number';
  return BOOLEANS.includes(type) ? 'boolean' : 'other';
}
