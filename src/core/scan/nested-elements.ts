import { valueToText } from '../json/writer.ts';
import type { JsonObject } from '../json/node.ts';
import { coerce } from './coerce.ts';
import { elementsIn, type Element } from './elements.ts';

const DEEPEST = 50;

export interface ElementValues {
  readonly json: string;
  /** Something stands in the text that no value was read from. */
  readonly isMixed: boolean;
}

/**
 * Elements as an object: the tag is the key, repeated tags are a list, children are an object, and `item` children a
 * list. Text is coerced by the schema of its parameter; text with elements in it stays text.
 */
export function elementValues(text: string, schemaOf: (key: string) => JsonObject | null): ElementValues {
  const { children, isMixed } = elementsIn(text);
  return { json: objectOf(children, schemaOf, 0), isMixed };
}

function objectOf(children: readonly Element[], schemaOf: (key: string) => JsonObject | null, depth: number): string {
  const members = new Map<string, string[]>();
  for (const { key, text } of children) {
    const values = members.get(key) ?? [];
    values.push(valueAsJson(text, schemaOf(key), depth));
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
  if (type === 'string' || depth > DEEPEST || !/^\s*</.test(text)) return coerce(withoutBreaks(text), schema).json;
  const { children, isMixed } = elementsIn(text);
  if (children.length === 0 || isMixed) return coerce(withoutBreaks(text), schema).json;
  if (children.every(({ key }) => key === 'item')) {
    const items = objectIn(schema, 'items');
    return `[${children.map((child) => valueAsJson(child.text, items, depth + 1)).join(',')}]`;
  }
  const properties = objectIn(schema, 'properties');
  return objectOf(children, (key) => objectIn(properties, key), depth + 1);
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
