import { isObject, type JsonObject, type JsonValue, own } from '../../../text/json/index.ts';
import {
  isDict,
  isList,
  literalEval,
  pythonFloat,
  PythonTuple,
  type PythonValue,
} from '../../../text/languages/index.ts';
import type { ToolDefinition } from '../../../tools/index.ts';
import { sentences } from './sentences.ts';

// What the detectors of tagged parameters share: each makes values out of raw text by the schema, and each in its own way.

/** What is worth a step when a text becomes a value. */
export const typingWords = {
  'null-always': 'The text is `null`: it becomes null, whatever type the schema declares.',
  'undeclared-key': 'The schema does not declare this parameter: its text stays a string.',
  'kept-text': 'The text does not fit the declared type: it stays a string.',
  'not-true': 'The type is boolean, and the text is neither `true` nor `false`: it becomes false.',
  'python-literal': 'The text is not JSON, but it is a Python literal: the detector uses its value.',
  unescaped: 'The text becomes valid JSON only after the detector replaces its backslash escapes.',
  printed: 'The type is string, but the text is JSON or a Python literal. The value is what Python prints for it.',
  'same-parameter': sentences.sameParameter,
  'typing-raises': 'Converting this value by its schema raises an exception',
  'not-serialisable': 'The value is a Python literal that JSON cannot represent: `json.dumps` raises an exception',
} as const;

export type TypingCode = keyof typeof typingWords;

/** A value, with what is odd about it, or an exception. */
export type Typed = { readonly value: PythonValue; readonly note?: TypingCode } | { readonly raises: string };

/** `ast.literal_eval`. SyntaxError stands for both exceptions that every detector catches, ValueError and itself. */
export function literal(text: string): Typed {
  const reading = literalEval(text);
  if (reading.ok) return { value: reading.node.value };
  return { raises: reading.message.startsWith('unhashable type') ? 'TypeError' : 'SyntaxError' };
}

/** A number, as an int where it is whole. Infinity raises OverflowError. */
export function wholeOrFloat(text: string): Typed {
  const value = pythonFloat(text);
  if (value === null || Number.isNaN(value)) return { raises: 'ValueError' };
  if (!Number.isFinite(value)) return { raises: 'OverflowError' };
  return { value: Number.isInteger(value) ? BigInt(value) : value };
}

/** What `json.dumps` raises over a value that it cannot write. */
export function dumpsRaises(value: PythonValue): string {
  return isJson(value) ? 'ValueError' : 'TypeError';
}

/** Whether all of it is of types that JSON has. */
function isJson(value: PythonValue): boolean {
  if (isList(value)) return value.every(isJson);
  if (value instanceof PythonTuple) return value.items.every(isJson);
  if (isDict(value)) return value.keys().every(isScalar) && value.values().every(isJson);
  return isScalar(value);
}

function isScalar(value: PythonValue): boolean {
  return value === null || typeof value !== 'object';
}

/** `properties[key]` where `key in properties`; null where it is not, undefined where that raises TypeError. */
export function declaredUnder(properties: JsonValue, key: string): { readonly declared: JsonValue } | null | undefined {
  if (isObject(properties)) {
    const declared = own(properties, key);
    return declared === undefined ? null : { declared };
  }
  if (typeof properties !== 'string' && !Array.isArray(properties)) return undefined;
  return properties.includes(key) ? undefined : null;
}

/** `object.get(key, otherwise)`: a null under the key is a null. */
export function get(object: JsonObject, key: string, otherwise: JsonValue): JsonValue {
  const value = own(object, key);
  return value === undefined ? otherwise : value;
}

/** The first tool with a name. */
export function toolNamed(tools: readonly ToolDefinition[], name: string): ToolDefinition | undefined {
  return tools.find((tool) => tool.name === name);
}
