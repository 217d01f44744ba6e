import { isObject, type JsonObject, type JsonValue } from '../../../text/json/index.ts';
import { literalEval, pythonFloat, pythonInt } from '../../../text/languages/index.ts';
import type { ToolDefinition } from '../../../tools/index.ts';
import { loads, type Raised } from '../../kit/index.ts';
import { parametersOf, valueUnder } from './declared.ts';
import type { Typed } from './typing.ts';

// How `hy_v3` makes a value out of text and a declared type.

/** Names of types in other languages. */
const aliases: ReadonlyMap<string, string> = new Map(
  Object.entries({
    string: ['str', 'text', 'varchar', 'char', 'enum'],
    boolean: ['bool', 'binary'],
    integer: ['int'],
    number: ['float', 'double'],
    array: ['list'],
    object: ['dict', 'map'],
  }).flatMap(([type, names]) => names.map((name) => [name, type])),
);

/** `_normalize_type`: names of other languages, and what begins like a number. */
function canonical(type: string): string {
  const alias = aliases.get(type);
  if (alias !== undefined) return alias;
  const lower = type.toLowerCase();
  if (/^(?:u?int|long|short|unsigned)/.test(lower)) return 'integer';
  return /^(?:num|float)/.test(lower) ? 'number' : type;
}

/** What a release of the parser does that another one does otherwise. */
export interface HyV3Rules {
  /** Whether a list of types counts as as many schemas. */
  readonly takesTypeLists: boolean;
  /** Whether a stream that sends text before a marker reads no calls with the same delta. */
  readonly sendsTextAlone: boolean;
  /** Whether a stream reads calls that come as a whole with the end of another one. */
  readonly takesWholeCalls: boolean;
}

export interface Types {
  /** Without null; empty is possible. */
  readonly names: ReadonlySet<string>;
}

const noSchema: JsonObject = {};

/** `_get_types` of an argument. */
export function typesOf(tools: readonly ToolDefinition[], name: string, key: string, rules: HyV3Rules): Types | Raised {
  const properties = valueUnder(parametersOf(tools, name), 'properties') ?? noSchema;
  if (!isObject(properties)) return { raises: 'AttributeError' };
  const declared = Object.hasOwn(properties, key) ? properties[key] : noSchema;
  if (!isObject(declared)) return { raises: 'TypeError' };
  const names = new Set<string>();
  for (const option of optionsOf(declared, rules)) {
    if (!isObject(option)) return { raises: 'AttributeError' };
    const type = Object.hasOwn(option, 'type') ? option['type'] : 'string';
    if (typeof type === 'object' && type !== null) return { raises: 'TypeError' };
    if (typeof type !== 'string') return { raises: 'AttributeError' };
    names.add(canonical(type));
  }
  names.delete('null');
  return { names };
}

/** `_get_schema_options` */
function optionsOf(declared: JsonObject, { takesTypeLists }: HyV3Rules): readonly JsonValue[] {
  const type = valueUnder(declared, 'type');
  if (type !== undefined) {
    return takesTypeLists && Array.isArray(type) ? type.map((one) => ({ type: one })) : [declared];
  }
  const options = valueUnder(declared, 'anyOf') ?? valueUnder(declared, 'oneOf');
  if (options === undefined) return [{ type: 'string' }];
  return Array.isArray(options) ? options : [options];
}

/** `_parse_value`: the types in a fixed order. */
export function typedBy(text: string, types: ReadonlySet<string>): Typed {
  const lower = text.toLowerCase();
  if (types.has('boolean') && (lower === 'true' || lower === 'false')) return { value: lower === 'true' };
  const whole = types.has('integer') ? pythonInt(text) : null;
  if (whole !== null) return { value: whole };
  const number = types.has('number') ? (/[.eE]/.test(text) ? pythonFloat(text) : pythonInt(text)) : null;
  if (number !== null) return { value: number };
  if ([...types].some((type) => !['string', 'boolean', 'integer', 'number'].includes(type))) {
    const json = loads(text);
    if (!('raises' in json) || json.raises === 'RecursionError') return json;
  }
  if (types.has('string')) return { value: text };
  const json = loads(text);
  if (!('raises' in json)) return json;
  const literal = literalEval(text);
  return { value: literal.ok ? literal.node.value : text };
}
