import { lastMember, partsOf } from '../../text/languages/index.ts';
import { isObject, type JsonObject, type JsonPath, type JsonValue } from '../../text/json/index.ts';

/** What zod 4 does with a value if the app declares its tools with zod. Here, the tool's JSON Schema takes the place of zod's. */

/** One fault of a value. */
export interface ZodIssue {
  readonly path: JsonPath;
  readonly expected: string;
  /** What the value has instead, in zod's words: `undefined` for a missing key. */
  readonly received: string;
}

export type ZodReading =
  | {
      readonly ok: true;
      readonly value: JsonValue;
      /** Whether keys that the schema does not have were removed. */ readonly isStripped: boolean;
    }
  | { readonly ok: false; readonly issues: readonly ZodIssue[] };

/** The reading of a value that nothing checks. */
export function unchecked(value: JsonValue): ZodReading {
  return { ok: true, value, isStripped: false };
}

/** The deepest part of a schema that is checked. */
const DEEPEST = 50;

/** @param allRequired whether all properties are required, as in OpenAI's strict mode */
export function readByZod(schema: JsonObject | undefined, value: JsonValue, allRequired: boolean): ZodReading {
  const issues: ZodIssue[] = [];
  const reader = new ZodReader(issues, allRequired);
  const read = reader.read(isObject(schema) ? schema : { type: 'object' }, value, [], 0) as JsonValue;
  return issues.length > 0 ? { ok: false, issues } : { ok: true, value: read, isStripped: reader.isStripped };
}

class ZodReader {
  isStripped = false;
  readonly #issues: ZodIssue[];
  readonly #allRequired: boolean;

  constructor(issues: ZodIssue[], allRequired: boolean) {
    this.#issues = issues;
    this.#allRequired = allRequired;
  }

  read(schema: JsonObject, value: JsonValue | undefined, path: JsonPath, depth: number): JsonValue | undefined {
    const types = typesIn(schema);
    if (types.length === 0 || depth > DEEPEST) return value;
    const type = types.find((one) => accepts(one, value)) ?? types.find((one) => one !== 'null');
    if (type === undefined || !accepts(type, value)) {
      const expected =
        type === undefined ? 'null' : type === 'integer' && typeof value !== 'number' ? 'number' : named(type);
      this.#issues.push({ path, expected, received: typeOf(value) });
      return value;
    }
    if (type === 'array') return this.#list(schema, value as JsonValue[], path, depth);
    if (type === 'object') return this.#object(schema, value as JsonObject, path, depth);
    return value;
  }

  #list(schema: JsonObject, list: readonly JsonValue[], path: JsonPath, depth: number): JsonValue[] {
    const items = schema['items'];
    if (!isObject(items)) return [...list];
    return list.map((item, index) => this.read(items, item, [...path, index], depth + 1) as JsonValue);
  }

  #object(schema: JsonObject, object: JsonObject, path: JsonPath, depth: number): JsonObject {
    const properties = schema['properties'];
    // An object without properties is a record, which takes every key.
    if (!isObject(properties)) return object;
    const required = Array.isArray(schema['required']) ? schema['required'] : [];
    const members: [string, JsonValue][] = [];
    for (const [key, property] of Object.entries(properties)) {
      const isThere = Object.hasOwn(object, key);
      if (!isThere && !this.#allRequired && !required.includes(key)) continue;
      const value = isThere ? object[key] : undefined;
      const read = isObject(property) ? this.read(property, value, [...path, key], depth + 1) : value;
      if (read !== undefined) members.push([key, read]);
    }
    if (Object.keys(object).some((key) => !Object.hasOwn(properties, key))) this.isStripped = true;
    return Object.fromEntries(members);
  }
}

/** The start of the value under a path in a JSON text, or of the last part of the path that exists. */
export function placeOfPath(text: string, path: JsonPath): number {
  let at = text.search(/\S/);
  for (const step of path) {
    const parts = partsOf(text, at);
    const part = typeof step === 'number' ? parts[step] : lastMember(parts, step);
    if (part === undefined || part === null) break;
    at = part.from;
  }
  return Math.max(at, 0);
}

/** The types that a schema names, also through the members of a union. */
function typesIn(schema: JsonObject): readonly string[] {
  const { type } = schema;
  if (typeof type === 'string') return [type];
  if (Array.isArray(type)) return type.filter((one) => typeof one === 'string');
  return isObject(schema['properties']) ? ['object'] : [];
}

function accepts(type: string, value: JsonValue | undefined): boolean {
  switch (type) {
    case 'object':
      return isObject(value);
    case 'array':
      return Array.isArray(value);
    case 'integer':
      return Number.isSafeInteger(value);
    case 'number':
      return Number.isFinite(value);
    case 'string':
    case 'boolean':
      return typeof value === type;
    case 'null':
      return value === null;
    default:
      return true;
  }
}

function named(type: string): string {
  return type === 'integer' ? 'int' : type;
}

/** zod's name for the type of a value. */
function typeOf(value: JsonValue | undefined): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : typeof value;
}
