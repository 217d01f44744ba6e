import { embeddedValues } from '../../recognise/index.ts';
import { type JsonObject, nodeToValue, readTolerant } from '../../text/json/index.ts';
import type { ToolDefinition } from '../../tools/index.ts';
import { at, type Fields, fieldsOf, firstAt, has, listOf, objectAt, textAt, textOf, unpacked } from '../values.ts';

const SCHEMAS = [
  'parameters',
  'input_schema',
  'inputSchema',
  'schema',
  'parametersJsonSchema',
  'parameters_json_schema',
];

/** The tools that a value declares: a list, one, definitions by name, or JSON text of these. Null where it declares none. */
export function toolsIn(value: unknown): readonly ToolDefinition[] | null {
  const given = unpacked(value);
  const body = fieldsOf(given);
  if (body !== null && textAt(body, 'name') === null && at(body, 'function') === undefined) {
    const inner = firstAt(body, ['tools', 'functionDeclarations', 'function_declarations']);
    return inner === undefined ? byName(body) : toolsIn(inner);
  }
  const entries = Array.isArray(given) ? given : [given];
  const tools = entries.flatMap((entry) => toolsOf(unpacked(entry)));
  return tools.length === 0 ? null : tools;
}

function toolsOf(entry: unknown): ToolDefinition[] {
  const fields = fieldsOf(entry);
  if (fields === null) return [];
  const group = firstAt(fields, ['functionDeclarations', 'function_declarations']);
  if (group !== undefined) return listOf(unpacked(group)).flatMap((one) => toolsOf(one));
  const body = objectAt(fields, 'function') ?? objectAt(fields, 'toolSpec') ?? fields;
  const name = textAt(body, 'name');
  if (name === null) return [];
  const description = textAt(body, 'description');
  const given = firstAt(body, SCHEMAS);
  const schema = schemaOf(fieldsOf(unpacked(given)));
  return [
    {
      name,
      ...(description === null ? {} : { description }),
      ...(schema === null ? {} : { schema }),
    },
  ];
}

/** A schema; parameters that are listed by name, as xLAM has them, become one. */
function schemaOf(given: Fields | null): JsonObject | null {
  if (given === null) return null;
  const inner = objectAt(given, 'json') ?? objectAt(given, 'jsonSchema') ?? given;
  if (
    textAt(inner, 'type') !== null ||
    ['properties', '$ref', 'anyOf', 'oneOf', 'allOf'].some((key) => has(inner, key))
  )
    return inner as JsonObject;
  const parameters = Object.values(inner);
  const areTyped = parameters.length > 0 && parameters.every((one) => textAt(fieldsOf(one), 'type') !== null);
  return (areTyped ? { type: 'object', properties: inner } : inner) as JsonObject;
}

/** `{"get_weather": {"description": …, "inputSchema": …}}`. */
function byName(body: Fields): readonly ToolDefinition[] | null {
  const entries = Object.entries(body);
  if (entries.length === 0 || !entries.every(([, one]) => firstAt(fieldsOf(one), SCHEMAS) !== undefined)) return null;
  return entries.flatMap(([name, one]) => toolsOf({ ...fieldsOf(one), name }));
}

/** Where a record or a request declares tools. */
const PLACES = ['tools', 'functions', 'function', 'available_tools', 'tool_definitions'];
const AROUND = [
  ...['model_parameters', 'optional_params', 'body', 'request', 'input', 'kwargs', 'config', 'doc', 'data', 'info'],
];

/** The tools that a record declares beside other things; null for none. */
export function toolsBeside(record: Fields | null, levels = 2): readonly ToolDefinition[] | null {
  if (record === null || levels === 0) return null;
  for (const key of PLACES) {
    const value = at(record, key);
    const tools = value === undefined ? null : toolsIn(value);
    if (tools !== null) return tools;
  }
  for (const key of AROUND) {
    const inner = objectAt(record, key);
    const tools = inner === null ? null : toolsBeside(inner, levels - 1);
    if (tools !== null) return tools;
  }
  return null;
}

/** The tools in a system prompt: in its `<tools>` block, a list or one a line, or else JSON that declares some in its text. */
export function toolsInPrompt(system: string): readonly ToolDefinition[] | null {
  const from = system.lastIndexOf('<tools>');
  const to = from < 0 ? -1 : system.indexOf('</tools>', from);
  if (to < 0) return declaredIn(system);
  const block = system.slice(from + '<tools>'.length, to).trim();
  const whole = written(block);
  return textOf(whole) === null ? toolsIn(whole) : toolsIn(block.split('\n').map(written));
}

/** A value in a prompt: JSON, or as Python prints it. */
function written(text: string): unknown {
  const value = unpacked(text);
  if (value !== text || !/^[[{]/.test(text)) return value;
  const { node, end } = readTolerant(text);
  return node === null || end < text.length ? value : nodeToValue(node);
}

/** So many pieces of JSON are looked at in a prompt. */
const MOST_PIECES = 64;

/** JSON in a prompt that declares tools: each with its name, and a description or what it takes. */
function declaredIn(system: string): readonly ToolDefinition[] | null {
  if (!/\{\s{0,20}"/.test(system)) return null;
  const tools = embeddedValues(system)
    .slice(0, MOST_PIECES)
    .flatMap(({ span }) => toolsIn(system.slice(span.from, span.to)) ?? []);
  const areDeclared = tools.every(({ description, schema }) => description !== undefined || schema !== undefined);
  return tools.length > 0 && areDeclared ? tools : null;
}
