import { lastOfEachKey } from './text.ts';
import { compactText, type JsonNode, JsonReader, writeTree } from '../../json/index.ts';

/** `encoding/json` gives up below so many levels. */
const DEEPEST = 10_000;

/**
 * The value of a JSON text by the rules of Go's `encoding/json`, or null where that has an error. It differs from the
 * strict reader in lone surrogate escapes (U+FFFD there), in the range of integers (a float64) and in depth.
 */
export function readGoJson(text: string): JsonNode | null {
  if (!isGoJson(text)) return null;
  const reading = new JsonReader().read(withoutLoneSurrogates(text), 0, text.length);
  return reading.ok ? reading.node : null;
}

export function isGoJson(text: string): boolean {
  const reading = new JsonReader().outline(withoutLoneSurrogates(text), 0, text.length, 0);
  return (
    reading.ok &&
    numbersFit(text, 0, text.length) &&
    !(text.length > 2 * DEEPEST && depthOf(text, 0, text.length) > DEEPEST)
  );
}

/** The levels of a JSON text. */
export function depthOf(text: string, from: number, to: number): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let at = from; at < to; at += 1) {
    const character = text.charAt(at);
    if (character === '"') inString = !inString;
    else if (inString && character === '\\') at += 1;
    else if (inString) continue;
    else if (character === '{' || character === '[') deepest = Math.max(deepest, (depth += 1));
    else if (character === '}' || character === ']') depth -= 1;
  }
  return deepest;
}

const SURROGATE_ESCAPE = /\\u[dD][89a-fA-F]/;

/** The same text, of the same length, with `\ufffd` for every surrogate escape that has no other half. */
export function withoutLoneSurrogates(text: string): string {
  if (!SURROGATE_ESCAPE.test(text)) return text;
  const pieces: string[] = [];
  let copied = 0;
  for (let at = text.indexOf('\\'); at >= 0; at = text.indexOf('\\', at)) {
    const first = surrogateAt(text, at);
    if (first === null) {
      at += 2;
    } else if (first === 'high' && surrogateAt(text, at + 6) === 'low') {
      at += 12;
    } else {
      pieces.push(text.slice(copied, at), '\\ufffd');
      at += 6;
      copied = at;
    }
  }
  return pieces.join('') + text.slice(copied);
}

function surrogateAt(text: string, at: number): 'high' | 'low' | null {
  if (text.charAt(at) !== '\\' || text.charAt(at + 1) !== 'u') return null;
  const digits = text.slice(at + 2, at + 6);
  if (!/^[dD][89a-fA-F][0-9a-fA-F]{2}$/.test(digits)) return null;
  return '89abAB'.includes(digits.charAt(1)) ? 'high' : 'low';
}

/** An integer of fewer digits is in the range of a float64. */
const LONG_INTEGER = /\d{309}/;

/** Whether every integer of a JSON text is in the range of a float64; of other numbers the strict reader knows. */
export function numbersFit(text: string, from: number, to: number): boolean {
  if (to - from < 309) return true;
  const piece = text.slice(from, to);
  if (!LONG_INTEGER.test(piece)) return true;
  for (const [token] of piece.matchAll(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/gs)) {
    if (!token.startsWith('"') && !Number.isFinite(Number(token))) return false;
  }
  return true;
}

/** How many levels of containers each container of a tree has, itself included. */
export function heightsOf(root: JsonNode): Map<JsonNode, number> {
  const order: JsonNode[] = [root];
  for (let index = 0; index < order.length; index += 1) {
    for (const child of childrenOf(order[index] as JsonNode)) if (isContainer(child)) order.push(child);
  }
  const heights = new Map<JsonNode, number>();
  for (const node of order.reverse()) {
    let highest = 0;
    for (const child of childrenOf(node)) highest = Math.max(highest, heights.get(child) ?? 0);
    heights.set(node, isContainer(node) ? highest + 1 : 0);
  }
  return heights;
}

export function isTooDeep(height: number): boolean {
  return height > DEEPEST;
}

function isContainer(node: JsonNode): boolean {
  return node.kind === 'object' || node.kind === 'array';
}

function childrenOf(node: JsonNode): readonly JsonNode[] {
  if (node.kind === 'object') return node.members.map(({ value }) => value);
  return node.kind === 'array' ? node.items : [];
}

/**
 * A JSON text that Go accepts as JSON without loss for every reader: digits and escapes as written, keys in source order,
 * of duplicate keys the last.
 */
export function losslessText(text: string): string {
  const source = withoutLoneSurrogates(text);
  const outline = new JsonReader().outline(source, 0, source.length, 1);
  if (outline.ok && outline.duplicateKeys.length === 0) return compactText(outline.node, source, false);
  const reading = new JsonReader().read(source, 0, source.length);
  if (!reading.ok) return JSON.stringify(text);
  return writeTree(reading.node, {
    members: ({ members }) => {
      const last = lastOfEachKey(members);
      return members
        .filter(({ key, value }) => last.get(key.value) === value)
        .map(({ key, value }) => [source.slice(key.from, key.to), value] as const);
    },
    scalar: ({ from, to }) => source.slice(from, to),
  });
}
