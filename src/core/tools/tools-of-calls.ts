import { type JsonNode, type JsonObject, readJson } from '../text/json/index.ts';
import type { ToolCall } from '../trace/index.ts';
import type { ToolDefinition } from './tool.ts';

/** Deeper values are of any type. */
const DEEPEST = 8;

/**
 * Definitions of the tools that are called, in the order of their first calls. A parameter has the types that its values have
 * in all calls, and is required where every call has it. Arguments that are no JSON object say nothing of their parameters.
 */
export function toolsOfCalls(calls: readonly Pick<ToolCall, 'name' | 'argumentsText'>[]): readonly ToolDefinition[] {
  const byName = new Map<string, JsonNode[]>();
  for (const { name, argumentsText } of calls) {
    const values = byName.get(name) ?? [];
    byName.set(name, values);
    const reading = readJson(argumentsText);
    if (reading.ok && reading.node.kind === 'object') values.push(reading.node);
  }
  return [...byName].map(([name, values]) => ({
    name,
    schema: values.length === 0 ? { type: 'object' } : schemaOf(values, 0),
    inferred: true,
  }));
}

/** A schema that all these values fit; there is at least one. */
function schemaOf(values: readonly JsonNode[], depth: number): JsonObject {
  const types = typesOf(values);
  const [only, ...others] = types;
  const schema: JsonObject = { type: others.length === 0 && only !== undefined ? only : types };
  if (depth >= DEEPEST) return schema;
  const objects = values.filter((value) => value.kind === 'object');
  if (objects.length > 0) {
    const byKey = new Map<string, JsonNode[]>();
    for (const { members } of objects)
      // Of duplicate keys the last one counts.
      for (const [key, value] of new Map(members.map(({ key, value }) => [key.value, value]))) {
        const found = byKey.get(key);
        if (found === undefined) byKey.set(key, [value]);
        else found.push(value);
      }
    // `Object.fromEntries` takes `__proto__` for a key like any other.
    schema['properties'] = Object.fromEntries([...byKey].map(([key, found]) => [key, schemaOf(found, depth + 1)]));
    const required = [...byKey].filter(([, found]) => found.length === objects.length).map(([key]) => key);
    if (required.length > 0) schema['required'] = required;
  }
  const items = values.flatMap((value) => (value.kind === 'array' ? value.items : []));
  if (items.length > 0) schema['items'] = schemaOf(items, depth + 1);
  return schema;
}

/** In the order of their first values. An integer is a number, so one name is enough for both. */
function typesOf(values: readonly JsonNode[]): string[] {
  const types = new Set(values.map(typeOf));
  if (types.has('number')) types.delete('integer');
  return [...types];
}

function typeOf(node: JsonNode): string {
  if (node.kind === 'true' || node.kind === 'false') return 'boolean';
  if (node.kind === 'number') return /[.eE]/.test(node.literal) ? 'number' : 'integer';
  return node.kind;
}
