import { toolDefinitions } from '../../tools/index.ts';
import {
  at,
  firstAt,
  hasAny,
  isObject,
  itemsOf,
  membersOf,
  slice,
  stringAt,
  unpacked,
  type Source,
} from '../sources.ts';
import { readValue } from '../values.ts';

/** Tools that are declared in a text. */
export interface DeclaredTools {
  readonly names: readonly string[];
  /** JSON text that `readTools` reads. */
  readonly text: string;
}

/**
 * The tools that a text declares and is nothing else than: a list, one tool, `{"tools": […]}`, the answer of an MCP server,
 * Gemini's `functionDeclarations`, Bedrock's `toolSpec`, or definitions by name. A call is none: it has arguments.
 */
export function toolsAlone(source: Source): DeclaredTools | null {
  const result = at(source, 'result');
  const list = toolsBeside(source) ?? (isObject(result) ? toolsBeside(result) : null);
  if (list !== null) return list;
  const entries = source.node.kind === 'array' ? itemsOf(source) : [source];
  return declared(entries, true) ?? byName(source);
}

/** The tools that an object declares beside other things. */
export function toolsBeside(source: Source): DeclaredTools | null {
  if (!isObject(source)) return null;
  const config = firstAt(source, ['toolConfig', 'tool_config']);
  const given = [
    ...['tools', 'functions', 'available_tools', 'functionDeclarations', 'function_declarations'].map((key) =>
      at(source, key),
    ),
    at(config, 'tools'),
    ...['model_parameters', 'optional_params', 'body', 'request', 'input', 'kwargs', 'data', 'state'].map((key) =>
      firstAt(unpacked(at(source, key)), ['tools', 'functions']),
    ),
    at(source, 'tool_definitions'),
    at(source, 'function'),
  ];
  for (const one of given) {
    const list = unpacked(one);
    if (list === null) continue;
    const found = list.node.kind === 'array' ? declared(itemsOf(list), false) : isObject(list) ? byName(list) : null;
    if (found !== null) return found;
  }
  return null;
}

/** The tools in a `<tools>` block of a system prompt, as Hermes and Qwen have it: a list, or one tool a line. */
export function toolsInPrompt(system: string): DeclaredTools | null {
  const from = system.indexOf('<tools>');
  const to = from < 0 ? -1 : system.indexOf('</tools>', from);
  if (to < 0) return null;
  const block = system.slice(from + '<tools>'.length, to).trim();
  const whole = readValue(block);
  const lines = whole === null ? block.split('\n').flatMap((line) => readValue(line) ?? []) : [whole];
  return declared(
    lines.flatMap((one) => (one.node.kind === 'array' ? itemsOf(one) : [one])),
    false,
  );
}

/** @param isStrict whether each entry must be a definition, with more than a name */
function declared(entries: readonly Source[], isStrict: boolean): DeclaredTools | null {
  const texts = entries.flatMap((entry) => definitionTexts(entry, isStrict) ?? ['']);
  if (texts.length === 0 || (isStrict && texts.includes(''))) return null;
  const kept = texts.filter((text) => text !== '');
  if (kept.length === 0) return null;
  const text = kept.length === 1 ? `[${kept[0] ?? ''}]` : `[\n${kept.join(',\n')}\n]`;
  const names = toolDefinitions(text).map(({ name }) => name);
  return names.length === 0 ? null : { names, text };
}

/** One entry as `readTools` knows it, or several; null for what defines no tool. */
function definitionTexts(entry: Source, isStrict: boolean): string[] | null {
  if (!isObject(entry)) return null;
  const group = firstAt(entry, ['functionDeclarations', 'function_declarations']);
  if (group !== null) return itemsOf(group).flatMap((one) => wrappedFunction(one) ?? []);
  const spec = at(entry, 'toolSpec');
  if (isObject(spec)) return bedrockTool(spec);
  const fun = at(entry, 'function');
  if (isObject(fun)) return isDefinition(fun, isStrict) ? [slice(entry)] : null;
  if (stringAt(entry, 'name') === null) return isSchemaWithTitle(entry) ? [slice(entry)] : null;
  if (!isDefinition(entry, isStrict)) return null;
  const schema = at(entry, 'parameters');
  return schema !== null && stringAt(entry, 'type') !== 'function' ? wrappedFunction(entry) : [slice(entry)];
}

const SCHEMAS = ['parameters', 'input_schema', 'inputSchema', 'schema', 'parametersJsonSchema'];

/** A definition describes: it has a description or a schema. A call brings arguments, or values under `parameters`. */
function isDefinition(body: Source, isStrict: boolean): boolean {
  if (stringAt(body, 'name') === null || hasAny(body, ['arguments', 'args', 'input'])) return false;
  const schema = firstAt(body, SCHEMAS);
  if (schema !== null && isObject(schema) && schema.node.members.length > 0) return isSchema(schema);
  return (
    stringAt(body, 'description') !== null || !isStrict || (schema === null && stringAt(body, 'type') === 'function')
  );
}

/** The types of JSON Schema, those of Gemini (in capitals) and of BFCL (`dict`). */
const TYPES = /^(?:object|string|number|integer|boolean|array|null|dict|float|any)$/i;

function isSchema(value: Source): boolean {
  const type = at(value, 'type');
  const name = stringAt(value, 'type');
  if (type?.node.kind === 'array' || (name !== null && TYPES.test(name))) return true;
  if (isObject(at(value, 'properties')) || isObject(at(value, 'json'))) return true;
  if (hasAny(value, ['$schema', '$ref', '$defs', 'anyOf', 'oneOf', 'allOf', 'additionalProperties'])) return true;
  // ChatCLI and some agents map each parameter to its schema.
  return isObject(value) && membersOf(value).every(([, parameter]) => isTyped(parameter));
}

function isTyped(parameter: Source): boolean {
  const type = stringAt(parameter, 'type');
  return type !== null && TYPES.test(type);
}

function isSchemaWithTitle(entry: Source): boolean {
  return stringAt(entry, 'title') !== null && isObject(at(entry, 'properties'));
}

function wrappedFunction(body: Source): string[] | null {
  const name = stringAt(body, 'name');
  if (name === null) return null;
  const schema = hasAny(body, ['parameters']) ? null : at(body, 'parametersJsonSchema');
  return [schema === null ? `{"type":"function","function":${slice(body)}}` : anthropicTool(name, body, schema)];
}

function bedrockTool(spec: Source): string[] {
  const schema = at(spec, 'inputSchema');
  const json = at(schema, 'json') ?? schema;
  return [anthropicTool(stringAt(spec, 'name') ?? '', spec, json)];
}

function anthropicTool(name: string, body: Source, schema: Source | null): string {
  const description = stringAt(body, 'description');
  const said = description === null ? '' : `,"description":${JSON.stringify(description)}`;
  return `{"name":${JSON.stringify(name)}${said},"input_schema":${schema === null ? '{}' : slice(schema)}}`;
}

/** `{"get_weather": {"description": …, "inputSchema": …}}`, as the AI SDK has its tools. */
function byName(source: Source): DeclaredTools | null {
  const texts = membersOf(source).map(([name, body]) => {
    const schema = firstAt(body, SCHEMAS);
    const inner = at(schema, 'jsonSchema') ?? schema;
    return isObject(inner) && isSchema(inner) ? anthropicTool(name, body, inner) : null;
  });
  if (texts.length === 0 || texts.includes(null)) return null;
  const text = `[\n${texts.join(',\n')}\n]`;
  return { names: toolDefinitions(text).map(({ name }) => name), text };
}
