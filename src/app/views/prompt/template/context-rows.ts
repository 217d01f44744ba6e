import { partAt, type JsonNode, type JsonPath, type JsonValue } from '../../../../core/index.ts';
import type { RenderedConversation } from './templating.svelte.ts';

/** A line of what a template is given: a value, or what begins a list or an object. */
export interface ContextRow {
  readonly path: JsonPath;
  /** How deep it is in its variable, from 0. */
  readonly depth: number;
  /** Its key, or its number in a list from 1. */
  readonly label: string;
  /** Null for a list or an object. */
  readonly text: string | null;
}

/** A variable of the template. */
export interface ContextPart {
  readonly name: string;
  readonly rows: readonly ContextRow[];
  /** How many more there are. */
  readonly left: number;
}

/** The most lines of a variable that are drawn, and the longest text, in UTF-16 units. */
const MOST_ROWS = 400;
export const LONGEST_SHOWN = 4000;

export function contextParts({ conversation, nodes, variables, documents }: RenderedConversation): ContextPart[] {
  const written = new Map(nodes);
  const { messages, tools } = conversation;
  const values: readonly (readonly [name: string, value: JsonValue])[] = [
    ['messages', messages as JsonValue],
    ['tools', tools as JsonValue],
    ...(documents === null ? [] : [['documents', documents] as const]),
    ...variables,
  ];
  return values.map(([name, value]) => part(name, value, written.get(name)));
}

/** @param node the value as it is written: a JavaScript number is neither `1.0` nor a large int */
function part(name: string, value: JsonValue, node?: JsonNode): ContextPart {
  const rows: ContextRow[] = [];
  let left = 0;
  const waiting: { path: JsonPath; depth: number; label: string; value: JsonValue; node?: JsonNode | undefined }[] = [];
  waiting.push({ path: [name], depth: 0, label: '', value, node });
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { path, depth, label } = next;
    const inside = partsOf(next.value);
    const isHolder = inside.length > 0;
    if (depth > 0 || !isHolder) {
      if (rows.length < MOST_ROWS) {
        const text = isHolder ? null : leafText(next.value, next.node);
        rows.push({ path, depth, label, text });
      } else left += 1;
    }
    for (const [key, item] of inside.toReversed()) {
      const name = typeof key === 'number' ? String(key + 1) : key;
      waiting.push({ path: [...path, key], depth: depth + 1, label: name, value: item, node: partAt(next.node, key) });
    }
  }
  return { name, rows, left };
}

function leafText(value: JsonValue, node: JsonNode | undefined): string {
  if (node?.kind === 'number') return node.literal;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function partsOf(value: JsonValue): readonly (readonly [key: string | number, value: JsonValue])[] {
  if (Array.isArray(value)) return value.map((item, index) => [index, item]);
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}
