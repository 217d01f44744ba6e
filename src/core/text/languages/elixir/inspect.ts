import { elixirNumberText } from './terms.ts';
import type { JsonMember, JsonNode, JsonObjectNode, JsonStringNode } from '../../json/index.ts';

/**
 * The node of a value that was not read from a text; all its spans are empty. Numbers are told apart as well as
 * JavaScript can: whole ones count as integers unless their own text needs an exponent. What is not JSON becomes null.
 * Iterative: nesting is bounded by memory only.
 */
export function nodeFromValue(value: unknown): JsonNode {
  const pending: Unfilled[] = [];
  const root = shell(value, pending);
  for (let work = pending.pop(); work !== undefined; work = pending.pop()) {
    if (work.kind === 'array') {
      for (const item of work.source) work.items.push(shell(item, pending));
    } else {
      for (const [key, item] of Object.entries(work.source)) {
        work.members.push({ key: stringNode(key), value: shell(item, pending) });
      }
    }
  }
  return root;
}

type Unfilled =
  | { readonly kind: 'array'; readonly source: readonly unknown[]; readonly items: JsonNode[] }
  | { readonly kind: 'object'; readonly source: object; readonly members: JsonMember[] };

const NOWHERE = { from: 0, to: 0 } as const;

/** The node of a scalar, or a container that `pending` will fill. */
function shell(value: unknown, pending: Unfilled[]): JsonNode {
  switch (typeof value) {
    case 'string':
      return stringNode(value);
    case 'boolean':
      return { kind: value ? 'true' : 'false', ...NOWHERE };
    case 'number':
      return Number.isFinite(value)
        ? { kind: 'number', ...NOWHERE, literal: String(value) }
        : { kind: 'null', ...NOWHERE };
    case 'object': {
      if (value === null) break;
      if (Array.isArray(value)) {
        const items: JsonNode[] = [];
        pending.push({ kind: 'array', source: value, items });
        return { kind: 'array', ...NOWHERE, items };
      }
      const members: JsonMember[] = [];
      pending.push({ kind: 'object', source: value, members });
      return { kind: 'object', ...NOWHERE, members };
    }
    default:
      break;
  }
  return { kind: 'null', ...NOWHERE };
}

export function stringNode(value: string): JsonStringNode {
  return { kind: 'string', ...NOWHERE, value };
}

export function objectNode(members: readonly JsonMember[]): JsonObjectNode {
  return { kind: 'object', ...NOWHERE, members };
}

/**
 * A node as `Jason.encode!` prints the decoded term: no spaces, keys in ascending order, the first of duplicate keys,
 * numbers as Elixir prints them. (The real order holds for maps of up to 32 keys; larger ones print in the order of a
 * hash, which nobody can rely on.) Iterative: nesting is bounded by memory only.
 */
export function jasonText(node: JsonNode): string {
  const out: string[] = [];
  /** What is still to be written, last first. */
  const pending: (string | JsonNode)[] = [node];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next === 'string') {
      out.push(next);
      continue;
    }
    switch (next.kind) {
      case 'array':
        out.push('[');
        pending.push(']');
        for (let index = next.items.length - 1; index >= 0; index -= 1) {
          pending.push(next.items[index] as JsonNode);
          if (index > 0) pending.push(',');
        }
        break;
      case 'object': {
        out.push('{');
        pending.push('}');
        const entries = sortedMembers(next);
        for (let index = entries.length - 1; index >= 0; index -= 1) {
          const [key, value] = entries[index] as (typeof entries)[number];
          pending.push(value, `${index > 0 ? ',' : ''}${quote(key)}:`);
        }
        break;
      }
      case 'string':
        out.push(quote(next.value));
        break;
      case 'number':
        out.push(elixirNumberText(next.literal));
        break;
      default:
        out.push(next.kind);
    }
  }
  return out.join('');
}

/** The members of an object as a map of string keys holds them: the first of duplicate keys, in ascending order. */
export function sortedMembers(node: JsonObjectNode): [string, JsonNode][] {
  const first = new Map<string, JsonNode>();
  for (const { key, value } of node.members) if (!first.has(key.value)) first.set(key.value, value);
  return [...first].sort(([a], [b]) => compareCodePoints(a, b));
}

/**
 * The order of the UTF-8 bytes, which is the order of the code points. JavaScript's own order is that of the UTF-16
 * units, where U+1F600 (a surrogate pair) comes before U+FF5E.
 */
function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index += 1) {
    const x = a.charCodeAt(index);
    const y = b.charCodeAt(index);
    if (x !== y) return codePointRank(x) - codePointRank(y);
  }
  return a.length - b.length;
}

/** Moves surrogates above the rest of the plane, where the code points they stand for belong. */
function codePointRank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

const ESCAPES = new Map<number, string>([
  [0x22, '\\"'],
  [0x5c, '\\\\'],
  [0x08, '\\b'],
  [0x09, '\\t'],
  [0x0a, '\\n'],
  [0x0c, '\\f'],
  [0x0d, '\\r'],
]);

/** `JSON.stringify` would not do: Jason writes the digits of `\u001B` in upper case. */
function quote(text: string): string {
  let out = '"';
  let copied = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code >= 0x20 && code !== 0x22 && code !== 0x5c) continue;
    const escape = ESCAPES.get(code) ?? `\\u${code.toString(16).toUpperCase().padStart(4, '0')}`;
    out += text.slice(copied, index) + escape;
    copied = index + 1;
  }
  return `${out}${text.slice(copied)}"`;
}
