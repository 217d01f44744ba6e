import type { JsonNode, JsonObject, JsonValue } from './node.ts';

/**
 * The value of a node as JavaScript sees it: numbers are rounded to doubles, the first of duplicate keys counts.
 * Iterative, so that 100,000 levels of nesting do not overflow the stack.
 */
export function nodeToValue(node: JsonNode): JsonValue {
  const scalar = scalarValue(node);
  if (scalar !== undefined) return scalar;
  const root = emptyContainer(node);
  const pending: { node: JsonNode; target: JsonValue[] | JsonObject }[] = [{ node, target: root }];
  for (let work = pending.pop(); work !== undefined; work = pending.pop()) {
    const { node: current, target } = work;
    if (current.kind === 'array' && Array.isArray(target)) {
      for (const item of current.items) target.push(resolve(item, pending));
    } else if (current.kind === 'object' && !Array.isArray(target)) {
      for (const { key, value } of current.members) {
        if (!Object.hasOwn(target, key.value)) setOwn(target, key.value, resolve(value, pending));
      }
    }
  }
  return root;
}

function resolve(node: JsonNode, pending: { node: JsonNode; target: JsonValue[] | JsonObject }[]): JsonValue {
  const scalar = scalarValue(node);
  if (scalar !== undefined) return scalar;
  const target = emptyContainer(node);
  pending.push({ node, target });
  return target;
}

function emptyContainer(node: JsonNode): JsonValue[] | JsonObject {
  return node.kind === 'array' ? [] : {};
}

function scalarValue(node: JsonNode): JsonValue | undefined {
  switch (node.kind) {
    case 'string':
      return node.value;
    case 'number':
      return Number(node.literal);
    case 'true':
      return true;
    case 'false':
      return false;
    case 'null':
      return null;
    case 'array':
    case 'object':
      return undefined;
  }
}

/** Assignment would call the setter of `__proto__`; a defined property is an ordinary key. */
function setOwn(target: JsonObject, key: string, value: JsonValue): void {
  if (key === '__proto__') {
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
  } else {
    target[key] = value;
  }
}

/**
 * A node as compact JSON without loss: digits and escapes as written in `source`, keys in source order, the first of
 * duplicate keys.
 */
export function nodeToText(node: JsonNode, source: string): string {
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
      const members = next.members.length > 1 ? firstOfEachKey(next.members) : next.members;
      for (let index = members.length - 1; index >= 0; index -= 1) {
        const { key, value } = members[index] as (typeof members)[number];
        pending.push(value, ':', source.slice(key.from, key.to));
        if (index > 0) pending.push(',');
      }
    } else {
      out.push(source.slice(next.from, next.to));
    }
  }
  return out.join('');
}

function firstOfEachKey<T extends { key: { value: string } }>(members: readonly T[]): readonly T[] {
  const seen = new Set<string>();
  return members.filter(({ key }) => !seen.has(key.value) && seen.add(key.value));
}

/**
 * A JavaScript value as JSON, pretty when `indent` is given. Unlike `JSON.stringify` it does not overflow on deep
 * nesting. What is not JSON (undefined, functions, NaN) is written as null.
 */
export function valueToText(value: unknown, indent = 0): string {
  const out: string[] = [];
  const pending: ({ text: string } | { value: unknown; depth: number })[] = [{ value, depth: 0 }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if ('text' in next) {
      out.push(next.text);
      continue;
    }
    const { value: current, depth } = next;
    if (typeof current !== 'object' || current === null) {
      out.push((JSON.stringify(current) as string | undefined) ?? 'null');
      continue;
    }
    const isArray = Array.isArray(current);
    const parts: [string, unknown][] = isArray
      ? current.map((item: unknown): [string, unknown] => ['', item])
      : Object.entries(current).map(([key, item]: [string, unknown]): [string, unknown] => [
          JSON.stringify(key) + (indent > 0 ? ': ' : ':'),
          item,
        ]);
    out.push(isArray ? '[' : '{');
    pending.push({ text: isArray ? ']' : '}' });
    if (parts.length === 0) continue;
    pending.push({ text: lineBreak(indent, depth) });
    for (let index = parts.length - 1; index >= 0; index -= 1) {
      const [prefix, item] = parts[index] as [string, unknown];
      pending.push({ value: item, depth: depth + 1 });
      pending.push({ text: (index > 0 ? ',' : '') + lineBreak(indent, depth + 1) + prefix });
    }
  }
  return out.join('');
}

function lineBreak(indent: number, depth: number): string {
  // Beyond a depth nobody reads, indentation alone would make the text grow with the square of the depth.
  return indent > 0 ? '\n' + ' '.repeat(indent * Math.min(depth, 40)) : '';
}

/**
 * `nodeToText`, and several times faster where the text had no duplicate keys: then it is enough to leave out the
 * white space.
 */
export function compactText(node: JsonNode, source: string, hasDuplicateKeys: boolean): string {
  return hasDuplicateKeys ? nodeToText(node, source) : withoutSpace(source, node.from, node.to);
}

/** Valid JSON without the white space between its tokens. */
function withoutSpace(source: string, from: number, to: number): string {
  let out = '';
  let pieceFrom = from;
  for (let at = from; at < to; at += 1) {
    const code = source.charCodeAt(at);
    if (code === 0x22) {
      at += 1;
      for (let inside = source.charCodeAt(at); inside !== 0x22; inside = source.charCodeAt(at))
        at += inside === 0x5c ? 2 : 1;
    } else if (code <= 0x20) {
      out += source.slice(pieceFrom, at);
      pieceFrom = at + 1;
    }
  }
  return out + source.slice(pieceFrom, to);
}
