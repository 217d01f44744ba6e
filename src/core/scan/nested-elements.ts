import { valueToText } from '../json/writer.ts';
import type { JsonObject } from '../json/node.ts';
import { coerce } from './coerce.ts';
import { childrenOf } from './element-call.ts';
import { itemSchema, memberSchema, typesOf } from './schema.ts';

const DEEPEST = 50;

/**
 * Elements as an object: the tag is the key, repeated tags are a list, children are an object, and `item` children a
 * list. Text is coerced by the schema of its parameter.
 * @param root what references in the schema point into
 */
export function elementsAsJson(
  text: string,
  schema: JsonObject | null,
  root: JsonObject | null = schema,
  depth = 0,
): string {
  const members = new Map<string, string[]>();
  for (const { key, text: inner } of childrenOf(text)) {
    const values = members.get(key) ?? [];
    values.push(inner);
    members.set(key, values);
  }
  const entries = [...members].map(([key, values]) => {
    const own = memberSchema(schema, key, root);
    const [only] = values;
    const json =
      values.length === 1 && only !== undefined
        ? valueAsJson(only, own, root, depth)
        : listAsJson(values, own, root, depth);
    return `${valueToText(key)}:${json}`;
  });
  return `{${entries.join(',')}}`;
}

/** Values of one list, each by the schema of the items; by that of the parameter where it is no list. */
function listAsJson(
  values: readonly string[],
  schema: JsonObject | null,
  root: JsonObject | null,
  depth: number,
): string {
  const isList = typesIn(schema, root).has('array');
  const one = isList ? itemSchema(schema, root) : schema;
  return `[${values.map((value) => valueAsJson(value, one, root, depth)).join(',')}]`;
}

function valueAsJson(text: string, schema: JsonObject | null, root: JsonObject | null, depth: number): string {
  const types = typesIn(schema, root);
  const isText = types.has('string') && !types.has('object') && !types.has('array');
  const children = isText || depth > DEEPEST || !/^\s*<[\p{L}_]/u.test(text) ? [] : childrenOf(text);
  if (children.length === 0) return coerce(withoutBreaks(text), schema, root).json;
  if (!children.every(({ key }) => key === 'item')) return elementsAsJson(text, schema, root, depth + 1);
  const items = itemSchema(schema, root);
  return `[${children.map((child) => valueAsJson(child.text, items, root, depth + 1)).join(',')}]`;
}

function typesIn(schema: JsonObject | null, root: JsonObject | null): ReadonlySet<string> {
  return schema === null ? new Set() : typesOf(schema, root ?? schema);
}

/** One line break at each end belongs to the markup. */
function withoutBreaks(text: string): string {
  const from = text.startsWith('\n') ? 1 : 0;
  return text.slice(from, text.endsWith('\n') && text.length > from ? -1 : undefined);
}
