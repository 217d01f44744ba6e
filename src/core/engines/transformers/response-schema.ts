import type { Span } from '../../text/document/index.ts';
import { isObject, type JsonObject, type JsonValue, own } from '../../text/json/index.ts';
import {
  decodeErrorText,
  isDict,
  isList,
  PythonDict,
  pythonFloat,
  pythonInt,
  pythonRepr,
  pythonStr,
  type PythonValue,
  readPythonJson,
} from '../../text/languages/index.ts';
import type { Exception } from '../kit/index.ts';
import { compileJmespath } from './jmespath.ts';

// `recursive_parse` of transformers' response schemas: a JSON schema with further words, of which the most are regular expressions.

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
  const matched = matchNode(given, schema, places, key);
  if ('raises' in matched || matched.value === null) return matched;
  const read = readNode(matched.value, schema);
  if ('raises' in read) return read;
  const mapped = mapNode(read.value, schema);
  if (mapped === null) return { value: null };
  // Only the root reads a text whose places are those of the reply.
  return typeNode(mapped, schema, key === '' ? places : null);
}

const valueError = (message: string): Exception => ({ raises: 'ValueError', message });

/** `x-regex`, `x-regex-iterator`, `x-regex-key-value`. */
function matchNode(given: PythonValue, schema: JsonObject, places: Places | null, key: string): Parsed {
  if (typeof given !== 'string') return { value: given };
  const single = own(schema, 'x-regex');
  if (typeof single === 'string') {
    const found = regexOf(single, 'd').exec(given);
    if (found === null) return { value: null };
    const span = found.indices?.[1];
    if (span !== undefined && key in spansOf(places)) spansOf(places)[key]?.push({ from: span[0], to: span[1] });
    if (found.groups === undefined) return { value: found[1] ?? null };
    const groups = Object.entries(found.groups).filter(([, value]) => (value as string | undefined) !== undefined);
    return { value: new PythonDict(groups) };
  }
  const iterator = own(schema, 'x-regex-iterator');
  if (typeof iterator === 'string') {
    const found = [...given.matchAll(regexOf(iterator, 'g'))];
    if (key === 'tool_calls' && places !== null)
      places.toolCalls.push(...found.map(({ index, 0: match }) => ({ from: index, to: index + match.length })));
    return { value: found.length === 0 ? null : found.map(([match, group]) => group ?? match) };
  }
  const pairs = own(schema, 'x-regex-key-value');
  if (typeof pairs === 'string') {
    const found = [...given.matchAll(regexOf(pairs, 'g'))];
    if (found.length === 0) return { value: null };
    return {
      value: new PythonDict(found.map(({ groups }) => [groups?.['key'] ?? '', groups?.['value'] ?? ''] as const)),
    };
  }
  return { value: given };
}

function spansOf(places: Places | null): Record<string, Span[]> {
  return places === null ? {} : { content: places.content, thinking: places.thinking };
}

/** A pattern as Python reads it, with a dot that matches line breaks. */
function regexOf(pattern: string, flags: string): RegExp {
  const source = pattern.replaceAll('(?P<', '(?<').replace(/\$(?=\)|$|\|)/g, String.raw`(?=\n?$)`);
  try {
    return new RegExp(source, `s${flags}`);
  } catch {
    return new RegExp('(?!)', flags);
  }
}

/** `x-parser`. */
function readNode(value: PythonValue, schema: JsonObject): Parsed {
  if (own(schema, 'x-parser') !== 'json') return { value };
  const settings = own(schema, 'x-parser-args');
  const argument = (name: string): JsonValue | undefined => (isObject(settings) ? own(settings, name) : undefined);
  let read = value;
  if (typeof value === 'string') {
    const reading = readPythonJson(value);
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

/** `x-mapping`, `x-mapping-regex`. */
function mapNode(value: PythonValue, schema: JsonObject): PythonValue {
  if (typeof value !== 'string') return value;
  const mapping = own(schema, 'x-mapping');
  const mapped = isObject(mapping) ? own(mapping, value) : undefined;
  if (mapped !== undefined) return pythonOf(mapped);
  const patterns = own(schema, 'x-mapping-regex');
  if (!isObject(patterns)) return value;
  return Object.entries(patterns).reduce(
    (text, [pattern, by]) => text.replace(regexOf(pattern, 'g'), typeof by === 'string' ? by : ''),
    value,
  );
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
  return { raises: 'TypeError', message: `Expected a str for schema node with type ${type}, got ${pythonRepr(value)}` };
}

function scalarNode(value: PythonValue, type: string): Parsed {
  if (typeof value !== 'string') return notText(type, value);
  if (type === 'boolean') {
    const word = value.trim().toLowerCase();
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
    if (given === undefined && !isConstant) {
      const fallback = isObject(sub) ? own(sub, 'default') : undefined;
      if (fallback !== undefined) result.set(key, pythonOf(fallback));
      continue;
    }
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
    const why = 'Expected a list or str for schema node with type array';
    return { raises: 'TypeError', message: `${why}, got ${pythonRepr(value)}` };
  }
  const prefix = own(schema, 'prefixItems');
  const items: PythonValue[] = [];
  if (Array.isArray(prefix) && prefix.length !== value.length)
    return valueError(
      `Array node has ${String(value.length)} items, but schema only has ${String(prefix.length)} prefixItems defined.`,
    );
  for (const [index, item] of value.entries()) {
    const sub = Array.isArray(prefix) ? (prefix[index] as JsonValue) : (own(schema, 'items') ?? {});
    const parsed = parseNode(item, sub, null, String(index));
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
