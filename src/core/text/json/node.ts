/**
 * The syntax tree of one JSON text. Every node is a span of the text that was read (quotes and
 * brackets included), so a value can always be shown where it is.
 *
 * Numbers keep their literal: `12345678901234567890` is not rounded until someone asks for a JavaScript value.
 */
export interface JsonObjectNode {
  readonly kind: 'object';
  readonly from: number;
  readonly to: number;
  /** In source order, duplicates included. */
  readonly members: readonly JsonMember[];
}

export interface JsonMember {
  readonly key: JsonStringNode;
  readonly value: JsonNode;
}

export interface JsonArrayNode {
  readonly kind: 'array';
  readonly from: number;
  readonly to: number;
  readonly items: readonly JsonNode[];
}

export interface JsonStringNode {
  readonly kind: 'string';
  readonly from: number;
  readonly to: number;
  /** The decoded text. */
  readonly value: string;
}

interface JsonNumberNode {
  readonly kind: 'number';
  readonly from: number;
  readonly to: number;
  /** The number as written. */
  readonly literal: string;
}

interface JsonLiteralNode {
  readonly kind: 'true' | 'false' | 'null';
  readonly from: number;
  readonly to: number;
}

export type JsonNode = JsonObjectNode | JsonArrayNode | JsonStringNode | JsonNumberNode | JsonLiteralNode;

/** A JSON value as JavaScript sees it. */
export type JsonValue = null | boolean | number | string | JsonValue[] | JsonObject;
export interface JsonObject {
  [key: string]: JsonValue;
}

/** Whether a value is what JSON calls an object: no list, and not null. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The same of a value that is JSON. */
export function isObject(value: JsonValue | undefined): value is JsonObject {
  return isRecord(value);
}

/** What `JSON.parse` makes of a text; undefined where it refuses. */
export function parsedJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

/** The value under a key; undefined where it is not there. Keys that every object of JavaScript has are not. */
export function own(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** A step from a value to one of its parts: an object key or an array index. */
export type JsonPath = readonly (string | number)[];

/** The member that counts under `key`: the FIRST one, as Jason decides (`JSON.parse` takes the last). */
export function member(node: JsonNode, key: string): JsonNode | undefined {
  if (node.kind !== 'object') return undefined;
  for (const entry of node.members) if (entry.key.value === key) return entry.value;
  return undefined;
}

/** What is at a step of a path; undefined where nothing is. */
export function partAt(node: JsonNode | undefined, step: string | number): JsonNode | undefined {
  if (typeof step === 'string') return node === undefined ? undefined : member(node, step);
  return node?.kind === 'array' ? node.items[step] : undefined;
}
