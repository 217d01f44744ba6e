import { valueToText } from '../json/writer.ts';
import type { JsonObject } from '../json/node.ts';
import { coerce } from './coerce.ts';
import { childrenOf } from './element-call.ts';

const DEEPEST = 50;

/**
 * Elements as an object: the tag is the key, repeated tags are a list, children are an object, and `item` children a
 * list. Text is coerced by the schema of its parameter.
 */
export function elementsAsJson(text: string, schemaOf: (key: string) => JsonObject | null, depth = 0): string {
  const members = new Map<string, string[]>();
  for (const { key, text: inner } of childrenOf(text)) {
    const values = members.get(key) ?? [];
    values.push(valueAsJson(inner, schemaOf(key), depth));
    members.set(key, values);
  }
  const entries = [...members].map(([key, values]) => {
    const isList = values.length > 1;
    return `${valueToText(key)}:${isList ? `[${values.join(',')}]` : (values[0] as string)}`;
  });
  return `{${entries.join(',')}}`;
}

function valueAsJson(text: string, schema: JsonObject | null, depth: number): string {
  const type = schema?.['type'];
  if (type === 'string' || depth > DEEPEST || !/^\s*<[\p{L}_]/u.test(text))
    return coerce(withoutBreaks(text), schema).json;
  const children = childrenOf(text);
  if (children.length === 0) return coerce(withoutBreaks(text), schema).json;
  if (children.every(({ key }) => key === 'item')) {
    const items = objectIn(schema, 'items');
    return `[${children.map((child) => valueAsJson(child.text, items, depth + 1)).join(',')}]`;
  }
  const properties = objectIn(schema, 'properties');
  return elementsAsJson(text, (key) => objectIn(properties, key), depth + 1);
}

/** One line break at each end belongs to the markup. */
function withoutBreaks(text: string): string {
  const from = text.startsWith('\n') ? 1 : 0;
  return text.slice(from, text.endsWith('\n') && text.length > from ? -1 : undefined);
}

function objectIn(value: JsonObject | null, key: string): JsonObject | null {
  const own = value !== null && Object.hasOwn(value, key) ? value[key] : undefined;
  return typeof own === 'object' && own !== null && !Array.isArray(own) ? own : null;
}
