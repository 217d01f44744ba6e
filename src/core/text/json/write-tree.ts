import type { JsonNode, JsonObjectNode } from './node.ts';

/** How the parts of a tree are written. */
interface TreeStyle {
  /** The members to write, in their order: the key as JSON text, and its value. */
  readonly members: (object: JsonObjectNode) => readonly (readonly [key: string, value: JsonNode])[];
  readonly scalar: (node: Exclude<JsonNode, { readonly kind: 'object' | 'array' }>) => string;
}

/** A tree as compact JSON text. Iterative, so that 100,000 levels of nesting do not overflow the stack. */
export function writeTree(node: JsonNode, { members, scalar }: TreeStyle): string {
  const out: string[] = [];
  /** What is still to be written, last first: texts and nodes. */
  const pending: (string | JsonNode)[] = [node];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next === 'string') {
      out.push(next);
    } else if (next.kind === 'array') {
      out.push('[');
      pending.push(']');
      for (let index = next.items.length - 1; index >= 0; index -= 1) {
        pending.push(next.items[index] as JsonNode);
        if (index > 0) pending.push(',');
      }
    } else if (next.kind === 'object') {
      out.push('{');
      pending.push('}');
      const entries = members(next);
      for (let index = entries.length - 1; index >= 0; index -= 1) {
        const [key, value] = entries[index] as (typeof entries)[number];
        pending.push(value, ':', key);
        if (index > 0) pending.push(',');
      }
    } else {
      out.push(scalar(next));
    }
  }
  return out.join('');
}
