import { isObject, type JsonValue } from '../../text/json/index.ts';

export type TypeName = 'null' | 'boolean' | 'number' | 'integer' | 'string' | 'array' | 'object';

/** What of a JSON Schema decides how a value is read. */
export interface Schema {
  readonly kind: 'object' | 'array' | 'tuple' | 'any-of' | 'values' | 'anything' | 'reference' | 'other';
  /** The types that a value may have; none where a reference leads back to itself. */
  readonly types: ReadonlySet<TypeName>;
  /** Whether the schema names the type string in one of its branches: any value at all is not enough. */
  readonly mayBeText: boolean;
  /** Of an object, in the order of the schema. */
  readonly parameters: readonly Parameter[];
  /** The alternatives, or what the items of a list are. */
  readonly children: readonly Schema[];
  /** The only values there are. */
  readonly values?: readonly JsonValue[];
  /** What members that are not named may be; null where there may be none. */
  readonly additional?: Schema | null;
  /** How many characters or items there may be. */
  readonly least?: number;
  readonly most?: number;
}

export interface Parameter {
  readonly name: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
}

/** A schema that llama.cpp cannot turn into a grammar ends the request before anything is generated. */
export class UnreadableSchema extends Error {}

const typeNames: readonly TypeName[] = ['null', 'boolean', 'number', 'integer', 'string', 'array', 'object'];

/** Levels of nesting that are looked at; below them any value is taken. */
const DEEPEST = 100;

const anything: Schema = plain('anything', typeNames, false);

/** @throws {UnreadableSchema} */
export function readSchema(schema: JsonValue | undefined): Schema {
  const isEmpty = schema === undefined || schema === null || (isObject(schema) && Object.keys(schema).length === 0);
  return isEmpty ? plain('object', ['object'], false) : new SchemaReader(schema).read(schema, 0);
}

class SchemaReader {
  readonly #root: JsonValue;
  /** What references lead to; null while that is being read. */
  readonly #targets = new Map<string, Schema | null>();

  constructor(root: JsonValue) {
    this.#root = root;
  }

  read(schema: JsonValue, depth: number): Schema {
    if (!isObject(schema)) throw new UnreadableSchema('a schema is no object');
    if (depth > DEEPEST) return anything;
    const of = (key: string): JsonValue | undefined => (Object.hasOwn(schema, key) ? schema[key] : undefined);
    const inner = (value: JsonValue): Schema => this.read(value, depth + 1);

    const ref = of('$ref');
    if (ref !== undefined) return this.#readRef(ref, depth);
    const alternatives = valueOr(of, 'oneOf', of('anyOf'));
    if (alternatives !== undefined) return anyOf(listOf(alternatives).map(inner));
    const type = of('type');
    if (Array.isArray(type)) return anyOf([...new Set(listOf(type))].map((one) => inner({ ...schema, type: one })));
    const constant = of('const');
    if (constant !== undefined) return ofValues([constant]);
    const values = of('enum');
    if (values !== undefined) return ofValues(listOf(values));
    if (type !== undefined && type !== null && typeof type !== 'string')
      throw new UnreadableSchema('a type is no string');
    return readTyped(of, inner, type ?? '');
  }

  #readRef(ref: JsonValue, depth: number): Schema {
    if (typeof ref !== 'string' || !ref.startsWith('#/')) throw new UnreadableSchema('a $ref leads out of the schema');
    const known = this.#targets.get(ref);
    if (known !== undefined) return known ?? plain('other', [], false);
    let target: JsonValue | undefined = this.#root;
    for (const step of ref.split('/').slice(1)) {
      if (Array.isArray(target)) target = target[Number.parseInt(step, 10)];
      else target = isObject(target) && Object.hasOwn(target, step) ? target[step] : undefined;
      if (target === undefined) throw new UnreadableSchema(`$ref ${ref} leads nowhere`);
    }
    this.#targets.set(ref, null);
    const schema: Schema = { ...anyOf([this.read(target, depth + 1)]), kind: 'reference' };
    this.#targets.set(ref, schema);
    return schema;
  }
}

type Of = (key: string) => JsonValue | undefined;
type Inner = (value: JsonValue) => Schema;

/** Without a type the keywords decide, the first of these that is there. */
function readTyped(of: Of, inner: Inner, type: string): Schema {
  const isUntyped = type === '';
  const rest = of('additionalProperties');
  const hasMembers = of('properties') !== undefined || (rest !== undefined && rest !== true);
  const allOf = of('allOf');
  if (allOf !== undefined && (type === 'string' || (!hasMembers && (isUntyped || type === 'object'))))
    return everyOf(listOf(allOf).map(inner));
  if (type === 'object' || (isUntyped && hasMembers)) return readObject(of, inner);
  if (type === 'array' || (isUntyped && valueOr(of, 'items', of('prefixItems')) !== undefined))
    return readArray(of, inner);
  const isText = type === 'string' || ['pattern', 'minLength', 'maxLength'].some((key) => of(key) !== undefined);
  if (type === 'string' || isUntyped) return isText || isFormat.test(wordOf(of, 'format')) ? readText(of) : anything;
  if (type === 'number') return plain('other', ['number', 'integer'], false);
  if (type === 'integer') requireNumbers(of);
  const known = typeNames.find((name) => name === type);
  if (known === undefined) throw new UnreadableSchema(`unknown type ${type}`);
  return plain('other', [known], false);
}

const text: Schema = plain('other', ['string'], true);

/** The formats that llama.cpp knows; it passes over any other. */
const isFormat = /^(?:date|time|date-time|uuid[1-5]?)$/;

function readText(of: Of): Schema {
  wordOf(of, 'pattern');
  wordOf(of, 'format');
  return { ...text, ...bounds(of, 'minLength', 'maxLength') };
}

function wordOf(of: Of, key: string): string {
  const word = valueOr(of, key, '');
  if (typeof word !== 'string') throw new UnreadableSchema(`${key} is no string`);
  return word;
}

/** Of two limits on one side llama.cpp reads the first that is there. */
function requireNumbers(of: Of): void {
  for (const [key, strict] of [
    ['minimum', 'exclusiveMinimum'],
    ['maximum', 'exclusiveMaximum'],
  ] as const) {
    if (typeof valueOr(of, key, valueOr(of, strict, 0)) !== 'number')
      throw new UnreadableSchema('a limit is no number');
  }
}

function readObject(of: Of, inner: Inner): Schema {
  const properties = valueOr(of, 'properties', {});
  if (!isObject(properties)) throw new UnreadableSchema('properties is no object');
  const required = of('required');
  const names = new Set(Array.isArray(required) ? required : []);
  const parameters = Object.keys(properties).map((name) => ({
    name,
    schema: inner(properties[name] as JsonValue),
    isRequired: names.has(name),
  }));
  const rest = valueOr(of, 'additionalProperties', of('properties') === undefined);
  if (!isObject(rest) && typeof rest !== 'boolean') throw new UnreadableSchema('additionalProperties is no schema');
  const additional = isObject(rest) ? inner(rest) : rest ? anything : null;
  return { ...plain('object', ['object'], false), parameters, additional };
}

function readArray(of: Of, inner: Inner): Schema {
  const items = valueOr(of, 'items', of('prefixItems'));
  if (Array.isArray(items)) return { ...plain('tuple', ['array'], false), children: items.map(inner) };
  return {
    ...plain('array', ['array'], false),
    children: [items === undefined ? anything : inner(items)],
    ...bounds(of, 'minItems', 'maxItems'),
  };
}

/** @throws {UnreadableSchema} where one of them is there and no count */
function bounds(of: Of, least: string, most: string): Pick<Schema, 'least' | 'most'> {
  const count = (key: string): number | undefined => {
    const value = of(key);
    if (value === undefined) return undefined;
    if (typeof value !== 'number' || !Number.isInteger(value) || value < 0)
      throw new UnreadableSchema(`${key} is no count`);
    return value;
  };
  const [from, to] = [count(least), count(most)];
  return { ...(from === undefined ? {} : { least: from }), ...(to === undefined ? {} : { most: to }) };
}

/** The value under a key, or another where the key is missing: null is a value. */
function valueOr<Other extends JsonValue | undefined>(of: Of, key: string, other: Other): JsonValue | Other {
  const value = of(key);
  return value === undefined ? other : value;
}

function anyOf(children: readonly Schema[]): Schema {
  return {
    kind: 'any-of',
    types: new Set(children.flatMap(({ types }) => [...types])),
    mayBeText: children.some(({ mayBeText }) => mayBeText),
    parameters: [],
    children,
  };
}

function everyOf(children: readonly Schema[]): Schema {
  const types = typeNames.filter((name) => children.every((child) => child.types.has(name)));
  const telling = children.filter((child) => child !== anything);
  return plain('other', types, telling.length > 0 && telling.every(({ mayBeText }) => mayBeText));
}

function ofValues(values: readonly JsonValue[]): Schema {
  const mayBeText = values.some((value) => typeof value === 'string');
  return { ...plain('values', values.map(typeOf), mayBeText), values };
}

function typeOf(value: JsonValue): TypeName {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  if (typeof value === 'boolean') return 'boolean';
  return typeof value === 'string' ? 'string' : 'object';
}

function plain(kind: Schema['kind'], types: readonly TypeName[], mayBeText: boolean): Schema {
  return { kind, types: new Set(types), mayBeText, parameters: [], children: [] };
}

function listOf(value: JsonValue): JsonValue[] {
  if (!Array.isArray(value) || value.length === 0) throw new UnreadableSchema('alternatives are no list');
  return value;
}
