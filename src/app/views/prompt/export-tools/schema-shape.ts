import { isObject, type JsonObject, type JsonValue } from '../../../../core/index.ts';

/** What a schema is, for a language that writes types. */
export type Shape =
  | { readonly kind: 'any' }
  | { readonly kind: 'plain'; readonly type: 'string' | 'number' | 'integer' | 'boolean' | 'null' }
  | { readonly kind: 'values'; readonly values: readonly JsonValue[] }
  | { readonly kind: 'list'; readonly items: JsonObject }
  | { readonly kind: 'tuple'; readonly items: readonly JsonObject[] }
  /** Values by any name. */
  | { readonly kind: 'record'; readonly values: JsonObject }
  | { readonly kind: 'object'; readonly members: readonly Member[] }
  | { readonly kind: 'union'; readonly some: readonly JsonObject[] }
  | { readonly kind: 'both'; readonly some: readonly JsonObject[] }
  /** A definition under `$defs`, by its name. */
  | { readonly kind: 'named'; readonly name: string };

/** A property of an object. */
export interface Member {
  readonly name: string;
  readonly schema: JsonObject;
  readonly isRequired: boolean;
}

const REFERENCE = '#/$defs/';
const plainTypes: ReadonlySet<string> = new Set(['string', 'number', 'integer', 'boolean', 'null']);

/** A schema that allows everything may be `true`, or no schema at all. */
export function schemaIn(value: JsonValue | undefined): JsonObject {
  return isObject(value) ? value : {};
}

export function shapeOf(schema: JsonObject): Shape {
  const { $ref, type, enum: values, const: only, anyOf, oneOf, allOf } = schema;
  if (typeof $ref === 'string')
    return $ref.startsWith(REFERENCE) ? { kind: 'named', name: $ref.slice(REFERENCE.length) } : { kind: 'any' };
  if (only !== undefined) return { kind: 'values', values: [only] };
  if (Array.isArray(values) && values.length > 0) return { kind: 'values', values };
  if (Array.isArray(type)) return { kind: 'union', some: type.map((one) => ({ ...withoutWords(schema), type: one })) };
  const some = Array.isArray(anyOf) ? anyOf : oneOf;
  if (type === undefined && Array.isArray(some) && some.length > 0) return { kind: 'union', some: some.map(schemaIn) };
  if (type === undefined && Array.isArray(allOf) && allOf.length > 0)
    return { kind: 'both', some: allOf.map(schemaIn) };
  if (typeof type === 'string' && plainTypes.has(type)) return { kind: 'plain', type: type as 'string' };
  if (type === 'array') {
    const { prefixItems, items } = schema;
    return Array.isArray(prefixItems)
      ? { kind: 'tuple', items: prefixItems.map(schemaIn) }
      : { kind: 'list', items: schemaIn(items) };
  }
  if (type !== 'object' && !isObject(schema['properties'])) return { kind: 'any' };
  const members = membersOf(schema);
  return members.length === 0 && schema['additionalProperties'] !== false
    ? { kind: 'record', values: schemaIn(schema['additionalProperties']) }
    : { kind: 'object', members };
}

/** What belongs to all types of a schema with several is written once, outside. */
function withoutWords({ description: _description, default: _default, ...rest }: JsonObject): JsonObject {
  return rest;
}

export function membersOf(schema: JsonObject): readonly Member[] {
  const { properties, required } = schema;
  const names = new Set(Array.isArray(required) ? required : []);
  return Object.entries(isObject(properties) ? properties : {}).map(([name, one]) => ({
    name,
    schema: schemaIn(one),
    isRequired: names.has(name),
  }));
}

export function descriptionOf({ description }: JsonObject): string {
  return typeof description === 'string' ? description : '';
}

/** The definitions that a schema brings along, those first that others need. */
export function definitionsOf(schema: JsonObject): readonly (readonly [name: string, schema: JsonObject])[] {
  const { $defs } = schema;
  const all = new Map(Object.entries(isObject($defs) ? $defs : {}).map(([name, one]) => [name, schemaIn(one)]));
  const sorted = new Map<string, JsonObject>();
  const open = new Set<string>();
  const visit = (name: string): void => {
    const one = all.get(name);
    if (one === undefined || open.has(name)) return;
    open.add(name);
    for (const [, needed] of JSON.stringify(one).matchAll(/"#\/\$defs\/([^"/]+)"/g)) visit(needed ?? '');
    sorted.set(name, one);
  };
  for (const name of all.keys()) visit(name);
  return [...sorted];
}

/** A name as languages take them. */
export function identifierOf(name: string): string {
  const safe = name.replace(/[^\w$]/g, '_').replaceAll('$', '_');
  return /^\d/.test(safe) || safe === '' ? `_${safe}` : safe;
}

/** With so many blanks before every line but the first. */
export function indented(text: string, blanks: number): string {
  return text.replaceAll('\n', `\n${' '.repeat(blanks)}`);
}
