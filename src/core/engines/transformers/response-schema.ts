import type { Span } from '../../text/document/index.ts';
import { isObject, type JsonObject, type JsonValue, own } from '../../text/json/index.ts';
import {
  decodeErrorText,
  isDict,
  isList,
  PYTHON_SPACE,
  PythonDict,
  pythonFloat,
  pythonInt,
  pythonRepr,
  pythonStr,
  type PythonValue,
  readPythonJson,
} from '../../text/languages/index.ts';
import { type Exception, uncaught } from '../kit/index.ts';
import { compileJmespath } from './jmespath.ts';

// `recursive_parse` of transformers' response schemas: a JSON schema with further words, of which the most are regular expressions.
// Words that no schema of ours has are left out.

/** What a node gives, or what it raises. */
export type Parsed = { readonly value: PythonValue } | Exception;

/** Where the parts of the message are that were found by a regular expression of their own. */
export interface Places {
  readonly content: Span[];
  readonly thinking: Span[];
  readonly toolCalls: Span[];
}

/** The message that a schema makes of a reply. */
export function parseResponse(text: string, schema: JsonValue, places: Places): Parsed {
  return parseNode(text, schema, places, '');
}

function parseNode(given: PythonValue, schema: JsonValue, places: Places | null, key: string): Parsed {
  if (!isObject(schema)) return { value: given };
  const constant = own(schema, 'const');
  if (constant !== undefined) return { value: pythonOf(constant) };
  if (given === null) return { value: null };
  const matched = typeof given === 'string' ? matchNode(given, schema, places, key) : given;
  if (matched === null) return { value: null };
  const read = readNode(matched, schema);
  if ('raises' in read) return read;
  // Only the root reads a text whose places are those of the reply.
  return typeNode(read.value, schema, key === '' ? places : null);
}

const valueError = (message: string): Exception => ({ raises: 'ValueError', message });

/** `x-regex`, `x-regex-iterator`, `x-regex-key-value`; null where the pattern is not found. */
function matchNode(given: string, schema: JsonObject, places: Places | null, key: string): PythonValue {
  const single = own(schema, 'x-regex');
  if (typeof single === 'string') {
    const found = regexOf(single, 'd').exec(given);
    const span = found?.indices?.[1];
    if (span !== undefined && key in spansOf(places)) spansOf(places)[key]?.push({ from: span[0], to: span[1] });
    return found?.[1] ?? null;
  }
  const iterator = own(schema, 'x-regex-iterator');
  if (typeof iterator === 'string') {
    const found = [...given.matchAll(regexOf(iterator, 'g'))];
    if (key === 'tool_calls' && places !== null)
      places.toolCalls.push(...found.map(({ index, 0: match }) => ({ from: index, to: index + match.length })));
    return found.length === 0 ? null : found.map(([, group = '']) => group);
  }
  const pairs = own(schema, 'x-regex-key-value');
  if (typeof pairs === 'string') {
    const found = [...given.matchAll(regexOf(pairs, 'g'))];
    if (found.length === 0) return null;
    return new PythonDict(found.map(({ groups }) => [groups?.['key'] ?? '', groups?.['value'] ?? ''] as const));
  }
  return given;
}

function spansOf(places: Places | null): Record<string, Span[]> {
  return places === null ? {} : { content: places.content, thinking: places.thinking };
}

/** A pattern as Python reads it, with a dot that matches line breaks. */
function regexOf(pattern: string, flags: string): RegExp {
  let inClass = false;
  const source = pattern.replaceAll(/\\[^]|[[\]$]|\(\?P(?=<)/g, (part) => {
    if (part === '[' || part === ']') inClass = part === '[';
    if (part === String.raw`\s`) return inClass ? PYTHON_SPACE : `[${PYTHON_SPACE}]`;
    if (part === '$' && !inClass) return String.raw`(?=\n?(?![^]))`;
    return part === '(?P' ? '(?' : part;
  });
  return new RegExp(source, `s${flags}`);
}

/** `x-parser`. */
function readNode(value: PythonValue, schema: JsonObject): Parsed {
  if (own(schema, 'x-parser') !== 'json') return { value };
  const settings = own(schema, 'x-parser-args');
  const argument = (name: string): JsonValue | undefined => (isObject(settings) ? own(settings, name) : undefined);
  let read = value;
  if (typeof value === 'string') {
    const reading = readPythonJson(value);
    const raises = reading.ok ? null : uncaught(reading.error);
    if (raises !== null) return raises;
    if (reading.ok) read = reading.node.value;
    else if (argument('allow_non_json') !== true) {
      const advice = 'You can use the `allow_non_json` parser arg for nodes which may contain JSON or string content.';
      const why = `Node has JSON parser but could not parse its contents as JSON. ${advice}`;
      return valueError(`${why}\n\nContent: ${value}\n\nError: ${decodeErrorText(value, reading.error)}`);
    }
  }
  const transform = argument('transform');
  if (typeof transform !== 'string') return { value: read };
  const step = compileJmespath(transform);
  return step === null ? valueError(`The transform is not known here: ${transform}`) : { value: step(read) };
}

function typeNode(value: PythonValue, schema: JsonObject, places: Places | null): Parsed {
  switch (own(schema, 'type')) {
    case 'object':
      return objectNode(value, schema, places);
    case 'array':
      return arrayNode(value, schema);
    case 'string':
      return typeof value === 'string' ? { value } : notText('string', value);
    case 'integer':
      return scalarNode(value, 'integer');
    case 'number':
      return scalarNode(value, 'number');
    case 'boolean':
      return scalarNode(value, 'boolean');
    default:
      return { value };
  }
}

function notText(type: string, value: PythonValue): Exception {
  return {
    raises: 'TypeError',
    message: `Expected a string for schema node with type ${type}, got ${pythonRepr(value)}`,
  };
}

function scalarNode(value: PythonValue, type: string): Parsed {
  if (typeof value !== 'string') return notText(type, value);
  if (type === 'boolean') {
    const word = value.toLowerCase();
    if (word === 'true' || word === '1') return { value: true };
    return word === 'false' || word === '0' ? { value: false } : valueError(`Invalid boolean value: ${value}`);
  }
  if (type === 'integer') {
    const number = pythonInt(value);
    return number === null
      ? valueError(`invalid literal for int() with base 10: ${pythonRepr(value)}`)
      : { value: number };
  }
  const number = pythonFloat(value);
  return number === null ? valueError(`could not convert string to float: ${pythonRepr(value)}`) : { value: number };
}

function objectNode(value: PythonValue, schema: JsonObject, places: Places | null): Parsed {
  const properties = own(schema, 'properties');
  const declared = isObject(properties) ? Object.entries(properties) : [];
  const result = new PythonDict();
  if (typeof value === 'string') {
    if (declared.length === 0) {
      const why = 'Object node received string content but has no regex or parser to handle it.';
      return valueError(`${why}\nContent: ${value}\nSchema: ${pythonRepr(pythonOf(schema))}`);
    }
    for (const [key, sub] of declared) {
      const parsed = parseNode(value, sub, places, key);
      if ('raises' in parsed) return parsed;
      if (parsed.value !== null) result.set(key, parsed.value);
    }
    return { value: result };
  }
  if (!isDict(value)) {
    const why = 'Expected a dict or str for schema node with type object';
    return { raises: 'TypeError', message: `${why}, got ${pythonRepr(value)}` };
  }
  for (const [key, sub] of declared) {
    const isConstant = isObject(sub) && Object.hasOwn(sub, 'const');
    const given = value.get(key);
    if (given === undefined && !isConstant) continue;
    const parsed = parseNode(given ?? null, sub, null, key);
    if ('raises' in parsed) return parsed;
    result.set(key, parsed.value);
  }
  const others = own(schema, 'additionalProperties');
  if (others === undefined || others === false) return { value: result };
  for (const [key, item] of value.entries()) {
    if (result.has(key) || (isObject(properties) && typeof key === 'string' && Object.hasOwn(properties, key)))
      continue;
    const parsed = parseNode(item, others, null, pythonStr(key));
    if ('raises' in parsed) return parsed;
    result.set(key, parsed.value);
  }
  return { value: result };
}

function arrayNode(value: PythonValue, schema: JsonObject): Parsed {
  if (!isList(value)) {
    const why = 'Expected a list or regex for schema node with type array';
    return { raises: 'TypeError', message: `${why}, got ${pythonRepr(value)}` };
  }
  const items: PythonValue[] = [];
  for (const [index, item] of value.entries()) {
    const parsed = parseNode(item, own(schema, 'items') ?? {}, null, String(index));
    if ('raises' in parsed) return parsed;
    items.push(parsed.value);
  }
  return { value: items };
}

/** A value of a schema as Python has it. */
function pythonOf(value: JsonValue): PythonValue {
  if (Array.isArray(value)) return value.map(pythonOf);
  if (isObject(value))
    return new PythonDict(Object.entries(value).map(([key, item]) => [key, pythonOf(item)] as const));
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value) : value;
  return value;
}
