import { extract } from '../reader/index.ts';
import type { ToolFormat } from '../formats/index.ts';
import type { JsonObject, JsonValue } from '../text/json/index.ts';
import type { ToolDefinition } from '../tools/index.ts';

/** The tools that the example of a format calls: as the format says, else made of the calls in it. */
export function exampleTools(format: Pick<ToolFormat, 'id' | 'example' | 'exampleTools'>): readonly ToolDefinition[] {
  if (format.exampleTools !== undefined) return format.exampleTools;
  const { calls } = extract({ text: format.example }, { runtime: `format:${format.id}` });
  const tools = new Map(calls.map(({ name, arguments: args }) => [name, { name, schema: schemaOf(args) }]));
  return [...tools.values()];
}

function schemaOf(value: JsonValue): JsonObject {
  if (typeof value === 'string') return { type: 'string' };
  if (typeof value === 'boolean') return { type: 'boolean' };
  if (typeof value === 'number') return { type: Number.isInteger(value) ? 'integer' : 'number' };
  if (Array.isArray(value)) return { type: 'array' };
  if (value === null) return {};
  const properties = Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, schemaOf(entry)]));
  return { type: 'object', properties };
}
