import { isObject, type JsonValue, own } from '../../text/json/index.ts';
import { PythonDict, pythonFloat, type PythonValue, readPythonJson, stripPython } from '../../text/languages/index.ts';
import type { ToolDefinition } from '../../tools/index.ts';
import { type Exception, familyOf } from '../kit/index.ts';
import { type Found, mlxRuntime } from './reader.ts';
import { literal } from './values.ts';

const FUNCTION = '<function=';
const FUNCTION_END = '</function>';
const PARAMETER = '<parameter=';
const PARAMETER_END = '</parameter>';

/** One `<function=…>` with its parameters. Values are read as the schema says, and one that does not fit loses the call. */
export const qwen3_coder = mlxRuntime({
  flag: 'qwen3_coder',
  formats: ['qwen3-coder-xml'],
  opener: '<tool_call>',
  closer: '</tool_call>',
  reads: 'One <function=…> in <tool_call> tags; a value that is no number where one is declared loses the call.',
  words: {
    'no-function': 'The call text is no `<function=…>` that ends with `</function>` and at most one line break',
    'no-name-end': 'A tag has no `>`',
    'no-number': 'A value is not the number that its parameter declares: the whole call is dropped',
  },
  read: readFunction,
});

function readFunction(text: string, tools: readonly ToolDefinition[]): Found {
  const from = text.indexOf(FUNCTION);
  const to = text.length - FUNCTION_END.length - (text.endsWith('\n') ? 1 : 0);
  if (from < 0 || to < from + FUNCTION.length || !text.startsWith(FUNCTION_END, to)) return { lost: 'no-function' };
  const nameFrom = from + FUNCTION.length;
  const nameTo = text.indexOf('>', nameFrom);
  if (nameTo < 0 || nameTo >= to) return { lost: 'no-name-end' };
  const name = text.slice(nameFrom, nameTo);
  const config = configOf(tools, name);
  const values = new PythonDict();
  let open = text.indexOf(PARAMETER, nameTo);
  while (open >= 0) {
    const begin = open + PARAMETER.length;
    const end = text.indexOf(PARAMETER_END, begin);
    if (end < 0 || end > to) break;
    const keyTo = text.indexOf('>', begin);
    if (keyTo >= end) return { lost: 'no-name-end' };
    const key = text.slice(begin, keyTo);
    const value = valueOf(withoutBreaks(text.slice(keyTo + 1, end)), key, config);
    if (value !== null && typeof value === 'object' && ('lost' in value || 'raises' in value)) return value;
    values.set(key, value);
    open = text.indexOf(PARAMETER, end + PARAMETER_END.length);
  }
  const value = new PythonDict([
    ['name', name],
    ['arguments', values],
  ]);
  return { value, places: [{ name: { from: nameFrom, to: nameTo }, arguments: { from: nameTo + 1, to } }] };
}

/** Without one line break at each end. */
function withoutBreaks(text: string): string {
  return text.replace(/^\n/, '').replace(/\n$/, '');
}

/** The properties of a tool, or its schema where that has none. */
function configOf(tools: readonly ToolDefinition[], name: string): JsonValue {
  const schema = tools.find((tool) => tool.name === name)?.schema;
  if (!isObject(schema)) return {};
  return own(schema, 'properties') ?? schema;
}

type Value = PythonValue | { readonly lost: string } | Exception;

function valueOf(text: string, key: string, config: JsonValue): Value {
  if (text.toLowerCase() === 'null') return null;
  const schema = isObject(config) ? own(config, key) : undefined;
  const declared = isObject(schema) ? own(schema, 'type') : undefined;
  if (declared === undefined) return text;
  const type = typeof declared === 'string' ? stripPython(declared).toLowerCase() : '';
  switch (familyOf(type)) {
    case 'string':
      return text;
    case 'integer':
      return integer(text);
    case 'number':
      return number(text);
    case 'boolean':
      return text.toLowerCase() === 'true';
    case 'other': {
      const json = isJsonType(type) ? readPythonJson(text, 0, text.length, { controlCharacters: true }) : null;
      if (json?.ok === true) return json.node.value;
      const value = literal(text);
      return value === undefined ? text : value;
    }
  }
}

function isJsonType(type: string): boolean {
  return type === 'object' || ['arr', 'dict', 'list'].some((begin) => type.startsWith(begin));
}

/** Through a float, so that large numbers lose digits. */
function integer(text: string): Value {
  const value = pythonFloat(text);
  if (value === null || Number.isNaN(value)) return { lost: 'no-number' };
  if (!Number.isFinite(value)) return { raises: 'OverflowError', message: 'cannot convert float infinity to integer' };
  return Number.isInteger(value) ? BigInt(value) : { lost: 'no-number' };
}

function number(text: string): Value {
  const value = pythonFloat(text);
  if (value === null || Number.isNaN(value)) return { lost: 'no-number' };
  if (!Number.isFinite(value)) return { raises: 'OverflowError', message: 'cannot convert float infinity to integer' };
  return Number.isInteger(value) ? BigInt(value) : value;
}
