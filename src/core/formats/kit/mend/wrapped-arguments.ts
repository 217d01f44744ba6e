import { valueToText } from '../../../text/json/index.ts';
import { callShape, isCallKey, isCallOnly, usualKeys } from '../read/call-shape.ts';
import type { JsonPart } from '../read/json-part.ts';
import { coerce } from '../read/coerce.ts';
import { isAnything } from '../read/json-payload.ts';
import { argumentsIn } from './listed-arguments.ts';
import { typesOf } from '../read/schema.ts';
import type { ToolIndex } from '../read/tool-index.ts';

/** The members of a schema or of a call that hold the arguments. */
const HOLDERS = new Set([...usualKeys.arguments, 'properties']);
/** The members of a schema beside them. */
const BESIDE = new Set(['type', 'required', 'title', 'description', 'additionalProperties', '$schema']);
/** What is beside a value that a model wrote as its schema. */
const BESIDE_VALUE = new Set(['value', 'type', 'description']);
const PLAIN_TYPES: ReadonlySet<unknown> = new Set(['string', 'integer', 'number', 'boolean', 'array']);
/** Where a pair of a list has the name of its parameter. */
const KEY_KEYS = ['name', 'key', 'parameter'];
/** The types that a value without a name may have. */
const KIND_TYPES: Readonly<Record<string, readonly unknown[]>> = {
  string: ['string'],
  number: ['number', 'integer'],
  true: ['boolean'],
  false: ['boolean'],
};

/** One parameter in a tag of its own. */
const TAG = /\s*<([\w.-]{1,100})>([^<]*)<\/\1>/y;
const MOST_TAGS = 50;
const MOST_WRAPPERS = 3;
/** How wrapped arguments begin. Others need no second look. */
const WRAPPED =
  /\{\s{0,20}"(?:(?:name|type|properties|arguments|parameters|args|input|params|tool_args|action_input)"|[^"\\]{0,60}"\s{0,20}:\s{0,20}\{\s{0,20}"(?:type|value|description)")/y;

/** Whether the object at this offset may be arguments that are wrapped once more. */
export function mayBeWrapped(text: string, from: number): boolean {
  WRAPPED.lastIndex = from;
  return WRAPPED.test(text);
}

/**
 * Arguments that a model wrapped once more, in a whole call, in a copy of the schema, or each value in its schema, or that it
 * wrote as a list. Returns them as JSON; null unless the declared parameters prove it. Without declared tools, the form must
 * prove itself.
 *
 *     {"type": "object", "properties": {"room": "attic"}}    {"room": {"type": "string", "value": "attic"}}
 */
export function wrappedArguments(tools: ToolIndex, tool: string, value: JsonPart): string | null {
  const declared = tools.parameters(tool);
  if (declared.length === 0) return tools.isEmpty ? withoutTools(tool, value) : null;
  if (value.node.kind === 'string')
    return (
      fromTags(tools, tool, value.node.value) ??
      fromPairsInText(tools, tool, value.node.value) ??
      asOnlyValue(tools, tool, value.node.value)
    );
  if (value.node.kind === 'array') return fromPairs(tools, tool, value) ?? byPosition(tools, tool, value);
  if (value.node.kind !== 'object') return null;
  const members = value.members();
  if (members.some(({ key }) => declared.includes(key))) return withoutSchemas(tools, tool, value);
  const called = isCallOnly(value) ? callShape(value, usualKeys) : null;
  if (called?.name.node.kind === 'string' && called.name.node.value === tool && called.arguments !== null)
    return called.arguments.node.kind === 'object' ? called.arguments.compact() : null;
  const [held, ...others] = members.filter(({ key }) => HOLDERS.has(key));
  if (held === undefined || others.length > 0 || !members.every((one) => one === held || BESIDE.has(one.key)))
    return null;
  const inner = innermost(held.value, declared);
  return areArguments(tools, tool, inner) ? inner.compact() : withoutSchemas(tools, tool, inner);
}

/** The arguments in a text of pairs: `room="hall", level=3`. */
function fromPairsInText(tools: ToolIndex, tool: string, text: string): string | null {
  const given = /^\s*[\w.-]+ ?[:=]/.test(text) ? argumentsIn(tools, tool, text) : null;
  return given === null || given.members.length === 0 ? null : given.json;
}

/**
 * A text that is no JSON as the value of the only parameter, or of the only one that is required: agents that give each tool
 * one text taught models that.
 *
 *     {"action": "look_up", "action_input": "tea in Oslo"}
 */
function asOnlyValue(tools: ToolIndex, tool: string, text: string): string | null {
  const key = tools.mainParameter(tool);
  if (key === null || !/^\s*[^\s{["]/.test(text)) return null;
  const schema = tools.parameter(tool, key);
  const { json, to } = coerce(text, schema, tools.schema(tool));
  const types = schema === null ? null : typesOf(schema, tools.schema(tool) ?? schema);
  const fits = types === null || types.size === 0 || types.has('string') || to !== null;
  return fits ? `{${valueToText(key)}:${json}}` : null;
}

/** What is in objects of one member each that is no parameter: the file of a list of files, as Roo writes it. */
function innermost(value: JsonPart, declared: readonly string[]): JsonPart {
  let inner = value;
  for (let depth = 0; depth < MOST_WRAPPERS; depth += 1) {
    const [only, ...others] = inner.members();
    if (only?.value.node.kind !== 'object' || others.length > 0 || declared.includes(only.key)) break;
    inner = only.value;
  }
  return inner;
}

/**
 * The arguments inside of what no tool has for arguments: a copy of the schema with plain values, values in their schema, the
 * same call once more, or `arguments` alone.
 */
function withoutTools(tool: string, value: JsonPart): string | null {
  const first = value.node.kind === 'object' ? value.node.members[0] : undefined;
  // Nearly always the first member is an argument like any other.
  if (first === undefined || (first.value.kind !== 'object' && !mayBeBeside(first.key.value))) return null;
  const [only, ...others] = value.members();
  if (only?.key === 'arguments' && others.length === 0 && only.value.node.kind === 'object')
    return only.value.compact();
  const called = isCallOnly(value) ? callShape(value, usualKeys) : null;
  if (
    called?.name.node.kind === 'string' &&
    called.name.node.value === tool &&
    called.arguments?.node.kind === 'object'
  )
    return called.arguments.compact();
  return fromSchemaCopy(value) ?? fromTypedValues(value);
}

/** Whether a key is one of a call or of a schema. */
function mayBeBeside(key: string): boolean {
  return isCallKey(key) || HOLDERS.has(key) || BESIDE.has(key);
}

/** The arguments where each value is in an object with its type; null where one is not, or has another type. */
function fromTypedValues(value: JsonPart): string | null {
  const pairs = value.members().map(({ key, value: one }) => {
    const [type, inner] = [one.member('type')?.node, one.member('value')];
    const isTyped =
      type?.kind === 'string' && inner !== null && KIND_TYPES[inner.node.kind]?.includes(type.value) === true;
    return isTyped && one.members().every((part) => BESIDE_VALUE.has(part.key))
      ? `${valueToText(key)}:${inner.compact()}`
      : null;
  });
  return joined(pairs);
}

/** The arguments in a copy of the schema with plain values; null where it is none, or where a value may be a schema. */
function fromSchemaCopy(value: JsonPart): string | null {
  const type = value.member('type')?.node;
  const held = value.member('properties');
  const isCopy =
    type?.kind === 'string' &&
    type.value === 'object' &&
    value.members().every(({ key }) => key === 'properties' || BESIDE.has(key));
  const values = held?.members() ?? [];
  const arePlain = values.length > 0 && values.every((one) => KIND_TYPES[one.value.node.kind] !== undefined);
  return isCopy && arePlain ? (held?.compact() ?? null) : null;
}

function areArguments(tools: ToolIndex, tool: string, part: JsonPart): boolean {
  const members = part.members();
  return (
    members.length > 0 &&
    members.every(({ key, value: { node } }) => {
      const schema = tools.parameter(tool, key);
      return schema !== null && (node.kind !== 'object' || !PLAIN_TYPES.has(schema['type']));
    })
  );
}

/** The arguments without the schema around each value; null if one has none, or its parameter may be an object. */
function withoutSchemas(tools: ToolIndex, tool: string, part: JsonPart): string | null {
  const pairs = part.members().map(({ key, value }) => {
    const inner = PLAIN_TYPES.has(tools.parameter(tool, key)?.['type']) ? value.member('value') : null;
    const isSchema = inner !== null && value.members().every((one) => BESIDE_VALUE.has(one.key));
    return isSchema ? `${valueToText(key)}:${inner.compact()}` : null;
  });
  return joined(pairs);
}

/** Arguments of `[{"name": "room", "value": "attic"}, …]`; null if an item is anything else. */
function fromPairs(tools: ToolIndex, tool: string, list: JsonPart): string | null {
  const pairs = list.items().map((item) => {
    const key = item.firstOf(KEY_KEYS, isAnything);
    const value = item.member('value');
    const isPair = key?.node.kind === 'string' && tools.parameter(tool, key.node.value) !== null;
    return isPair &&
      value !== null &&
      item.members().every((one) => KEY_KEYS.includes(one.key) || BESIDE_VALUE.has(one.key))
      ? `${key.compact()}:${value.compact()}`
      : null;
  });
  return joined(pairs);
}

/** Arguments of `"<room>attic</room><level>2</level>"`; null if anything else is there, or if a tag is no parameter. */
function fromTags(tools: ToolIndex, tool: string, text: string): string | null {
  const pairs: (string | null)[] = [];
  TAG.lastIndex = 0;
  for (let tag = TAG.exec(text); tag !== null && pairs.length < MOST_TAGS; tag = TAG.exec(text)) {
    const [, key = '', raw = ''] = tag;
    const schema = tools.parameter(tool, key);
    pairs.push(schema === null ? null : `${valueToText(key)}:${coerce(raw, schema).json}`);
    if (text.slice(TAG.lastIndex).trim() === '') return joined(pairs);
  }
  return null;
}

/** Arguments in the order of the schema, `["attic", 2]`; null if a value does not have the type of its parameter. */
function byPosition(tools: ToolIndex, tool: string, list: JsonPart): string | null {
  const declared = tools.parameters(tool);
  const items = list.items();
  if (items.length > declared.length) return null;
  const pairs = items.map((item, index) => {
    const key = declared[index] ?? '';
    const types = KIND_TYPES[item.node.kind] ?? [];
    return types.includes(tools.parameter(tool, key)?.['type']) ? `${valueToText(key)}:${item.compact()}` : null;
  });
  return joined(pairs);
}

function joined(pairs: readonly (string | null)[]): string | null {
  return pairs.length > 0 && pairs.every((one) => one !== null) ? `{${pairs.join(',')}}` : null;
}
