import type { JsonNode, JsonObject, JsonValue } from './node.ts';
import { writeTree } from './write-tree.ts';

const SPACE = 0x20;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

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
  return writeTree(node, {
    members: ({ members }) =>
      firstOfEachKey(members).map(({ key, value }) => [source.slice(key.from, key.to), value] as const),
    scalar: ({ from, to }) => source.slice(from, to),
  });
}

function firstOfEachKey<T extends { key: { value: string } }>(members: readonly T[]): readonly T[] {
  if (members.length < 2) return members;
  const seen = new Set<string>();
  return members.filter(({ key }) => !seen.has(key.value) && seen.add(key.value));
}

/** Beyond this depth nobody reads, and indentation alone would make the text grow with the square of the depth. */
const DEEPEST_INDENT = 40;

/**
 * A JavaScript value as JSON, pretty when `indent` is given. What is not JSON (undefined, functions, NaN, a value
 * inside itself) is written as null. Unlike `JSON.stringify` it does not overflow on deep nesting.
 */
export function valueToText(value: unknown, indent = 0): string {
  const text = isShallowJson(value, 0) ? JSON.stringify(value, null, indent) : deepValueToText(value, indent);
  return text.includes('\\ud') ? withLoneSurrogates(text) : text;
}

/**
 * `JSON.stringify` escapes half a surrogate pair, which Jason refuses to read; as a character it is just an odd
 * character of a text.
 */
function withLoneSurrogates(text: string): string {
  return text.replaceAll(/\\(?:u(d[89a-f][\da-f]{2})|.)/g, (escape, half: string | undefined) =>
    half === undefined ? escape : String.fromCharCode(parseInt(half, 16)),
  );
}

/** Whether `JSON.stringify` writes what `deepValueToText` would write. It is many times quicker. */
function isShallowJson(value: unknown, depth: number): boolean {
  if (typeof value !== 'object')
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  if (value === null) return true;
  if (depth === DEEPEST_INDENT) return false;
  if (Array.isArray(value)) {
    for (const item of value) if (!isShallowJson(item, depth + 1)) return false;
  } else {
    for (const key in value) if (!isShallowJson(value[key as keyof typeof value], depth + 1)) return false;
  }
  return true;
}

/** An array or object that is being written. */
interface OpenValue {
  readonly value: object;
  /** Null for an array. */
  readonly keys: readonly string[] | null;
  readonly parts: readonly unknown[];
  written: number;
}

function deepValueToText(value: unknown, indent: number): string {
  const out: string[] = [];
  const open: OpenValue[] = [];
  const ancestors = new Set<unknown>();
  let current = value;
  for (;;) {
    if (typeof current === 'object' && current !== null && !ancestors.has(current)) {
      const keys = Array.isArray(current) ? null : Object.keys(current);
      const parts: readonly unknown[] = Array.isArray(current) ? current : Object.values(current);
      open.push({ value: current, keys, parts, written: 0 });
      ancestors.add(current);
      out.push(keys === null ? '[' : '{');
    } else {
      out.push(scalarText(current));
    }

    let container = open.at(-1);
    while (container !== undefined && container.written === container.parts.length) {
      open.pop();
      ancestors.delete(container.value);
      if (container.written > 0) out.push(lineBreak(indent, open.length));
      out.push(container.keys === null ? ']' : '}');
      container = open.at(-1);
    }
    if (container === undefined) return out.join('');

    if (container.written > 0) out.push(',');
    out.push(lineBreak(indent, open.length));
    const key = container.keys?.[container.written];
    if (key !== undefined) out.push(JSON.stringify(key), indent > 0 ? ': ' : ':');
    current = container.parts[container.written];
    container.written += 1;
  }
}

function scalarText(value: unknown): string {
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'boolean':
      return JSON.stringify(value);
    case 'bigint':
      return value.toString();
    default:
      return 'null';
  }
}

function lineBreak(indent: number, depth: number): string {
  return indent > 0 ? '\n' + ' '.repeat(indent * Math.min(depth, DEEPEST_INDENT)) : '';
}

/**
 * `nodeToText`, and several times faster where the text had no duplicate keys: then it is enough to leave out the
 * white space.
 */
export function compactText(node: JsonNode, source: string, hasDuplicateKeys: boolean, codes?: number[]): string {
  return hasDuplicateKeys ? nodeToText(node, source) : withoutSpace(source, node.from, node.to, codes);
}

/** A function takes so many parameters on every engine. */
const FEW_CODES = 4096;

/**
 * Valid JSON without the white space between its tokens.
 *
 * @param codes filled again by every call: a list that grows for each of thousands of values keeps the garbage collector
 *   busy
 */
export function withoutSpace(source: string, from: number, to: number, codes: number[] = []): string {
  if (firstSpace(source, from, to) === to) return source.slice(from, to);
  let text = '';
  let count = 0;
  let inString = false;
  for (let at = from; at < to; at += 1) {
    const code = source.charCodeAt(at);
    if (code <= SPACE && !inString) continue;
    codes[count] = code;
    count += 1;
    if (code === QUOTE) {
      inString = !inString;
    } else if (code === BACKSLASH) {
      at += 1;
      codes[count] = source.charCodeAt(at);
      count += 1;
    }
    if (count >= FEW_CODES) {
      codes.length = count;
      text += String.fromCharCode(...codes);
      count = 0;
    }
  }
  codes.length = count;
  // From codes, not from slices: a text that grows slice by slice is kept as a chain of them, six times as large.
  return text + String.fromCharCode(...codes);
}

/** Where the first white space between two tokens is, or `to`. */
function firstSpace(source: string, from: number, to: number): number {
  let inString = false;
  for (let at = from; at < to; at += 1) {
    const code = source.charCodeAt(at);
    if (code <= SPACE && !inString) return at;
    if (code === QUOTE) inString = !inString;
    else if (code === BACKSLASH) at += 1;
  }
  return to;
}
