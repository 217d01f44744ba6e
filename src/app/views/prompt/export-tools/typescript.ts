import type { JsonObject, JsonValue, ToolDefinition } from '../../../../core/index.ts';
import {
  definitionsOf,
  descriptionOf,
  identifierOf,
  indented,
  shapeOf,
  type Member,
  membersOf,
} from './schema-shape.ts';
import { keyOf, quoted } from './zod.ts';

/** As few escapes as possible: our own reader of types knows none. */
function literal(value: JsonValue): string {
  return typeof value === 'string' && !value.includes("'") ? quoted(value) : JSON.stringify(value);
}

/** Functions that take one object, with comments. */
export function typescriptFunctions(tools: readonly ToolDefinition[]): string {
  const types = new Map(tools.flatMap(({ schema }) => definitionsOf(schema ?? {})));
  return [
    ...[...types].map(
      ([name, schema]) => `${comment(descriptionOf(schema))}type ${identifierOf(name)} = ${typeOf(schema)};`,
    ),
    ...tools.map(({ name, description = '', schema = {} }) => {
      const members = membersOf(schema);
      const parameters = members.length === 0 ? '' : `args: ${objectOf(members)}`;
      return `${comment(description)}export declare function ${identifierOf(name)}(${parameters}): Promise<unknown>;`;
    }),
    '',
  ]
    .join('\n\n')
    .replace(/\n\n$/, '\n');
}

function comment(text: string): string {
  const safe = text.replaceAll('*/', '* /').trim();
  if (safe === '') return '';
  return safe.includes('\n')
    ? `/**\n * ${safe.replaceAll('\n', '\n * ').replaceAll(' \n', '\n')}\n */\n`
    : `/** ${safe} */\n`;
}

function typeOf(schema: JsonObject): string {
  const shape = shapeOf(schema);
  switch (shape.kind) {
    case 'any':
      return 'unknown';
    case 'plain':
      return shape.type === 'integer' ? 'number' : shape.type;
    case 'values':
      return shape.values.map(literal).join(' | ');
    case 'list':
      return `Array<${typeOf(shape.items)}>`;
    case 'tuple':
      return `[${shape.items.map(typeOf).join(', ')}]`;
    case 'record':
      return `Record<string, ${typeOf(shape.values)}>`;
    case 'object':
      return objectOf(shape.members);
    case 'union':
      return shape.some.map(typeOf).join(' | ');
    case 'both':
      return shape.some.map(typeOf).join(' & ');
    case 'named':
      return identifierOf(shape.name);
  }
}

function objectOf(members: readonly Member[]): string {
  const lines = members.map(({ name, schema, isRequired }) =>
    indented(`${comment(descriptionOf(schema))}${keyOf(name)}${isRequired ? '' : '?'}: ${typeOf(schema)};`, 2),
  );
  return lines.length === 0 ? '{}' : `{\n  ${lines.join('\n  ')}\n}`;
}
