import { readPythonJson } from '../../../json/dialects/python.ts';
import type { JsonObject, JsonValue } from '../../../json/node.ts';
import { literalEval } from '../../../languages/python/literal.ts';
import { pythonFloat, pythonInt } from '../../../languages/python/numbers.ts';
import type { PythonValue } from '../../../languages/python/value.ts';
import { isObject, valueUnder } from './declared.ts';

/** How vLLM's parsers of tagged values make a value out of text and a declared type. */

/** A value, or an exception that the conversion lets out. */
export type Typed = { readonly value: PythonValue } | { readonly raises: string };

const STRINGS = ['string', 'str', 'text', 'varchar', 'char', 'enum'];
const INTEGERS = ['int', 'uint', 'long', 'short', 'unsigned'];
const NUMBERS = ['num', 'float'];
const BOOLEANS = ['boolean', 'bool', 'binary'];

export type Family = 'string' | 'integer' | 'number' | 'boolean' | 'other';

/** The kind of value that the name of a type means, by how the name begins. */
export function familyOf(type: string): Family {
  if (STRINGS.includes(type)) return 'string';
  if (INTEGERS.some((begin) => type.startsWith(begin))) return 'integer';
  if (NUMBERS.some((begin) => type.startsWith(begin))) return 'number';
  return BOOLEANS.includes(type) ? 'boolean' : 'other';
}

/** `float(text)`, as an int where it is whole: `5.0` becomes 5, `inf` raises OverflowError. Text that is no number stays. */
export function wholeOrFloat(text: string): Typed {
  const value = pythonFloat(text);
  if (value === null || Number.isNaN(value)) return { value: text };
  if (!Number.isFinite(value)) return { raises: 'OverflowError' };
  return { value: Number.isInteger(value) ? BigInt(value) : value };
}

/** What differs between the parsers that type like `qwen3_coder`. */
export interface DeclaredTyping {
  /** The types that are read as JSON before they are read as a Python literal. */
  isJson(type: string): boolean;
  /** What counts as the type of a schema that has `anyOf` and no `type`. */
  readonly union: string;
  /** A TypeError of `ast.literal_eval`, for a key that is no key, is not caught. */
  readonly letsTypeErrorOut?: true;
}

/**
 * `_convert_param_value` of `qwen3_coder` and `seed_oss`.
 *
 * @param properties what the tool declares
 */
export function typedAsDeclared(text: string, name: string, properties: JsonObject, typing: DeclaredTyping): Typed {
  if (text.toLowerCase() === 'null') return { value: null };
  const declared = valueUnder(properties, name);
  if (declared === undefined) return { value: text };
  const type = typeNameOf(declared, typing.union);
  switch (familyOf(type)) {
    case 'string':
      return { value: text };
    case 'integer':
      return { value: pythonInt(text) ?? text };
    case 'number':
      return wholeOrFloat(text);
    case 'boolean':
      return { value: text.toLowerCase() === 'true' };
    case 'other': {
      const json = typing.isJson(type) ? loads(text) : null;
      if (json !== null && (!('raises' in json) || !isValueError(json.raises))) return json;
      return literalOrText(text, typing.letsTypeErrorOut);
    }
  }
}

/** `json.loads`, with the exception that it raises. */
export function loads(text: string): Typed {
  const reading = readPythonJson(text);
  if (reading.ok) return { value: reading.node.value };
  const { message } = reading.error;
  if (message.startsWith('maximum recursion depth')) return { raises: 'RecursionError' };
  return { raises: message.startsWith('Exceeds the limit') ? 'ValueError' : 'JSONDecodeError' };
}

/** Whether `except ValueError` catches it. */
function isValueError(exception: string): boolean {
  return exception === 'ValueError' || exception === 'JSONDecodeError';
}

/** `ast.literal_eval`, or the text where that raises ValueError or SyntaxError. */
export function literalOrText(text: string, letsTypeErrorOut = false): Typed {
  const literal = literalEval(text);
  if (literal.ok) return { value: literal.node.value };
  return letsTypeErrorOut && literal.message === 'unhashable type' ? { raises: 'TypeError' } : { value: text };
}

/** `str(schema["type"]).strip().lower()`; of anything but a str only what it is not counts. */
function typeNameOf(declared: JsonValue, union: string): string {
  if (!isObject(declared)) return 'string';
  const type = valueUnder(declared, 'type');
  if (typeof type === 'string') return type.trim().toLowerCase();
  if (type !== undefined) return '[]';
  return valueUnder(declared, 'anyOf') === undefined ? 'string' : union;
}
