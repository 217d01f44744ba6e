import {
  isDict,
  isList,
  pythonDumps,
  pythonFloat,
  pythonInt,
  pythonStr,
  type PythonValue,
} from '../../../text/languages/index.ts';
import { isObject, own } from '../../../text/json/index.ts';
import type { ToolDefinition } from '../../../tools/index.ts';
import { isValueError, loads } from '../../kit/index.ts';
import { inferredType } from './inferred-type.ts';
import { dumpsRaises, literal, type Typed } from './typed-values.ts';

// How `glm45` and `glm47` make values of text.

/** `get_argument_type`, of the last tool of that name. */
export function glmType(tools: readonly ToolDefinition[], name: string, key: string): string | null {
  const schema = tools.findLast((tool) => tool.name === name)?.schema;
  const properties = isObject(schema) ? own(schema, 'properties') : undefined;
  return isObject(properties) ? inferredType(own(properties, key)) : null;
}

/** What text becomes that is no JSON, where the type is string. */
export type GlmString = (text: string) => Typed;

/** One pair of equal quotes goes. */
export const unquoted: GlmString = (text) => {
  const quote = text.charAt(0);
  const isQuoted = (quote === '"' || quote === "'") && text.length > 1 && text.endsWith(quote);
  return { value: isQuoted ? text.slice(1, -1) : text };
};

/** @param type from `glmType` */
export function glmValue(text: string, type: string | null, asString: GlmString): Typed {
  const typed = parsed(text, type, asString);
  if ('raises' in typed || type !== 'string' || typeof typed.value === 'string') return typed;
  const { value } = typed;
  if (!isDict(value) && !isList(value)) return { value: pythonStr(value), note: 'printed' };
  const written = pythonDumps(value);
  return written === null ? { raises: dumpsRaises(value) } : { value: written };
}

/** `parse_arguments`: JSON, JSON after its escapes are taken away, a Python literal, text. */
function parsed(text: string, type: string | null, asString: GlmString): Typed {
  const json = loads(text);
  if (!('raises' in json)) return { value: asNumber(json.value, type) };
  if (!isValueError(json.raises)) return json;
  const inner = unescaped(text, type);
  if (inner !== null) return inner;
  if (type === 'string') return asString(text);
  const read = literal(text);
  if (!('raises' in read)) return { ...read, note: 'python-literal' };
  if (read.raises !== 'SyntaxError') return read;
  return type === null ? { value: text } : { value: text, note: 'kept-text' };
}

/** The text as what is between the quotes of a JSON string, and what that string holds as JSON. */
function unescaped(text: string, type: string | null): Typed | null {
  const outer = loads(`{"tmp": "${text}"}`);
  if ('raises' in outer) return isValueError(outer.raises) ? null : outer;
  const inner = isDict(outer.value) ? outer.value.get('tmp') : undefined;
  if (typeof inner !== 'string') return { raises: 'TypeError' };
  const json = loads(inner);
  if ('raises' in json) return isValueError(json.raises) ? null : json;
  return { value: asNumber(json.value, type), note: 'unescaped' };
}

/** A JSON string under the type number becomes the number that it holds. */
function asNumber(value: PythonValue, type: string | null): PythonValue {
  if (type !== 'number' || typeof value !== 'string') return value;
  return (/[.e]/i.test(value) ? pythonFloat(value) : pythonInt(value)) ?? value;
}
