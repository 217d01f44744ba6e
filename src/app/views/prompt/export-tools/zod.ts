import type { JsonObject, JsonValue, ToolDefinition } from '../../../../core/index.ts';
import {
  definitionsOf,
  descriptionOf,
  identifierOf,
  indented,
  membersOf,
  shapeOf,
  type Member,
} from './schema-shape.ts';

/** Schemas of Zod 4, one a tool. */
export function zodSchemas(tools: readonly ToolDefinition[]): string {
  const parts = tools.map(({ name, description = '', schema = {} }) => {
    const said = description === '' ? '' : `.describe(${quoted(description)})`;
    return `export const ${identifierOf(name)} = ${argumentsOf(schema)}${said};`;
  });
  return `import { z } from 'zod';\n\n${[...definitionsIn(tools), ...parts].join('\n\n')}\n`;
}

/** The tools of a request of the AI SDK. */
export function aiSdkTools(tools: readonly ToolDefinition[]): string {
  const entries = tools.map(({ name, description = '', schema = {} }) => {
    const said = description === '' ? '' : `\n    description: ${quoted(description)},`;
    return `  ${keyOf(name)}: tool({${said}\n    inputSchema: ${indented(argumentsOf(schema), 4)},\n  }),`;
  });
  const head = `import { tool } from 'ai';\nimport { z } from 'zod';`;
  return `${[head, ...definitionsIn(tools), `export const tools = {\n${entries.join('\n')}\n};`].join('\n\n')}\n`;
}

/** What several tools define under one name is written once: with the schema of the first. */
function definitionsIn(tools: readonly ToolDefinition[]): readonly string[] {
  const all = new Map(tools.flatMap(({ schema }) => definitionsOf(schema ?? {})).toReversed());
  return [...all].toReversed().map(([name, schema]) => `const ${identifierOf(name)} = ${zodOf(schema)};`);
}

function argumentsOf(schema: JsonObject): string {
  return bounded(objectOf(membersOf(schema), schema), schema);
}

const formats: ReadonlyMap<JsonValue | undefined, string> = new Map([
  ['email', 'z.email()'],
  ['uri', 'z.url()'],
  ['uuid', 'z.uuid()'],
  ['date-time', 'z.iso.datetime()'],
  ['date', 'z.iso.date()'],
  ['time', 'z.iso.time()'],
  ['ipv4', 'z.ipv4()'],
  ['ipv6', 'z.ipv6()'],
]);

function zodOf(schema: JsonObject): string {
  const said = descriptionOf(schema);
  const { default: given } = schema;
  return [
    bounded(typeOf(schema), schema),
    said === '' ? '' : `.describe(${quoted(said)})`,
    given === undefined ? '' : `.default(${literal(given)})`,
  ].join('');
}

function typeOf(schema: JsonObject): string {
  const shape = shapeOf(schema);
  switch (shape.kind) {
    case 'any':
      return 'z.any()';
    case 'plain':
      if (shape.type === 'string') return formats.get(schema['format']) ?? 'z.string()';
      return shape.type === 'integer' ? 'z.int()' : `z.${shape.type}()`;
    case 'values': {
      const values = shape.values.filter((value) => value !== null);
      const isNullable = values.length < shape.values.length && values.length > 0;
      const texts = (isNullable ? values : shape.values).map(literal);
      const isText = values.every((value) => typeof value === 'string');
      const written =
        isText && values.length > 0 ? `z.enum([${texts.join(', ')}])` : `z.literal([${texts.join(', ')}])`;
      return isNullable ? `${written}.nullable()` : written;
    }
    case 'list':
      return `z.array(${zodOf(shape.items)})`;
    case 'tuple':
      return `z.tuple([${shape.items.map(zodOf).join(', ')}])`;
    case 'record':
      return `z.record(z.string(), ${zodOf(shape.values)})`;
    case 'object':
      return objectOf(shape.members, schema);
    case 'union': {
      const given = shape.some.filter(({ type }) => type !== 'null');
      const [only] = given;
      if (only === undefined) return 'z.null()';
      const isNullable = given.length < shape.some.length;
      if (given.length === 1) return isNullable ? `${zodOf(only)}.nullable()` : zodOf(only);
      return `z.union([${shape.some.map(zodOf).join(', ')}])`;
    }
    case 'both':
      return shape.some.map(zodOf).reduce((one, other) => `z.intersection(${one}, ${other})`);
    case 'named':
      return identifierOf(shape.name);
  }
}

function objectOf(members: readonly Member[], { additionalProperties }: JsonObject): string {
  const lines = members.map(({ name, schema, isRequired }) => {
    const isAbsent = !isRequired && schema['default'] === undefined;
    return `  ${keyOf(name)}: ${indented(zodOf(schema), 2)}${isAbsent ? '.optional()' : ''},`;
  });
  const made = additionalProperties === false ? 'z.strictObject' : 'z.object';
  return lines.length === 0 ? `${made}({})` : `${made}({\n${lines.join('\n')}\n})`;
}

const limits: readonly (readonly [keyword: string, method: string, type: string])[] = [
  ['minLength', 'min', 'string'],
  ['maxLength', 'max', 'string'],
  ['minimum', 'min', 'number'],
  ['maximum', 'max', 'number'],
  ['exclusiveMinimum', 'gt', 'number'],
  ['exclusiveMaximum', 'lt', 'number'],
  ['multipleOf', 'multipleOf', 'number'],
  ['minItems', 'min', 'array'],
  ['maxItems', 'max', 'array'],
];

/** With the limits that belong to its type. */
function bounded(written: string, schema: JsonObject): string {
  const { type, pattern, prefixItems } = schema;
  if (typeof type !== 'string' || schema['enum'] !== undefined || schema['const'] !== undefined) return written;
  const kind = type === 'integer' ? 'number' : type;
  const methods = limits.flatMap(([keyword, method, of]) => {
    const value = schema[keyword];
    return of === kind && typeof value === 'number' && prefixItems === undefined
      ? [`.${method}(${literal(value)})`]
      : [];
  });
  const expression = kind === 'string' && typeof pattern === 'string' ? regexOf(pattern) : null;
  return [written, ...methods, expression === null ? '' : `.regex(${expression})`].join('');
}

/** Null where JavaScript does not read the pattern. */
function regexOf(pattern: string): string | null {
  try {
    return `/${new RegExp(pattern).source}/`;
  } catch {
    return null;
  }
}

export function keyOf(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name);
}

/** A text as JavaScript writes it. */
export function quoted(text: string): string {
  const inner = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${inner.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}'`;
}

function literal(value: JsonValue): string {
  if (typeof value === 'string') return quoted(value);
  return Array.isArray(value) ? `[${value.map(literal).join(', ')}]` : JSON.stringify(value);
}
