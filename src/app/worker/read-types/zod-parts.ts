import type { SyntaxNode } from '@lezer/common';
import type { JsonObject, JsonValue } from '../../../core/index.ts';

export function withNull(schema: JsonObject): JsonObject {
  const { type, enum: values } = schema;
  if (typeof type !== 'string') return { anyOf: [schema, { type: 'null' }] };
  return { ...schema, type: [type, 'null'], ...(Array.isArray(values) && { enum: [...values, null] }) };
}

export function merged(one: JsonObject, other: JsonObject): JsonObject {
  const both = (key: 'properties' | 'required'): JsonValue => {
    const [first, second] = [one[key], other[key]];
    if (key === 'required')
      return [...((first as string[] | undefined) ?? []), ...((second as string[] | undefined) ?? [])];
    return { ...(first as JsonObject), ...(second as JsonObject) };
  };
  return { ...one, properties: both('properties'), required: both('required') };
}

/** What is between brackets, without marks. */
export function itemsOf(node: SyntaxNode | null): readonly SyntaxNode[] {
  const items: SyntaxNode[] = [];
  for (let child = node?.firstChild ?? null; child !== null; child = child.nextSibling)
    if (
      !'()[]{},'.includes(child.name) &&
      !child.type.isError &&
      !/Comment$/.test(child.name) &&
      child.name !== 'Property'
    )
      items.push(child);
  return items;
}
