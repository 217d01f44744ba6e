import {
  counted,
  isObject,
  type JsonObject,
  type JsonValue,
  numberText,
  type ToolDefinition,
} from '../../../../core/index.ts';
import { isSameData } from '../../../page/same-data.ts';
import { schemaIn } from './schema-shape.ts';

/** Definitions inside of definitions that are compared; a schema that contains itself has no end. */
const DEEPEST = 8;
const MOST = 6;

/** What a form does not say of the tools: one sentence for each thing, from the tools that reading the form back gave. */
export function unsaid(tools: readonly ToolDefinition[], back: readonly ToolDefinition[]): readonly string[] {
  const missing = new Map<string, string[]>();
  const miss = (what: string, place: string): void => {
    const places = missing.get(what) ?? [];
    if (!places.includes(place)) missing.set(what, [...places, place]);
  };
  const notes: string[] = [];
  if (back.length !== tools.length)
    notes.push(`This form has ${numberText(back.length)} of ${counted(tools.length, 'tool')}.`);
  for (const [index, tool] of tools.entries()) {
    const read = back.find(({ name }) => name === tool.name) ?? back[index];
    if (read === undefined) continue;
    if (read.name !== tool.name) notes.push(`\`${tool.name}\` is named \`${read.name}\` here.`);
    if (!isSameData(words(tool.description ?? ''), words(read.description ?? ''))) miss('description', tool.name);
    if ((tool.parallelSafe ?? false) !== (read.parallelSafe ?? false)) miss('parallel_safe', tool.name);
    const [one, other] = [tool, read].map(({ schema = {} }) => canonical(schema, schemaIn(schema['$defs']), 0));
    compare(one ?? {}, other ?? {}, tool.name, miss);
  }
  for (const [what, places] of missing) {
    const more = places.length > MOST ? ` and ${String(places.length - MOST)} more` : '';
    const named = places.slice(0, MOST).map((place) => `\`${place}\``);
    notes.push(`\`${what}\` is missing or different: ${named.join(', ')}${more}.`);
  }
  return notes;
}

function compare(one: JsonValue, other: JsonValue, place: string, miss: (what: string, place: string) => void): void {
  if (isSameData(one, other)) return;
  const [first, second] = [schemaIn(one), schemaIn(other)];
  for (const key of new Set([...Object.keys(first), ...Object.keys(second)])) {
    const [mine, theirs] = [first[key], second[key]];
    if (isSameData(mine, theirs)) continue;
    if (key === 'properties' && isObject(mine) && isObject(theirs)) {
      for (const name of new Set([...Object.keys(mine), ...Object.keys(theirs)])) {
        if (mine[name] === undefined || theirs[name] === undefined) miss('properties', `${place}.${name}`);
        else compare(mine[name], theirs[name], `${place}.${name}`, miss);
      }
    } else if (key === 'items' && isObject(mine) && isObject(theirs)) compare(mine, theirs, `${place}[]`, miss);
    else miss(key, place);
  }
}

/** Schemas that mean the same have the same canonical form, as far as the ways of writing go that forms differ in. */
function canonical(schema: JsonObject, defs: JsonObject, depth: number): JsonObject {
  const { $ref, $defs: _defs, ...rest } = schema;
  const name = typeof $ref === 'string' ? $ref.replace('#/$defs/', '') : null;
  const target = name === null ? undefined : defs[name];
  if (target !== undefined && depth < DEEPEST) return canonical({ ...schemaIn(target), ...rest }, defs, depth + 1);
  const inner = (value: JsonValue): JsonValue => (isObject(value) ? canonical(value, defs, depth + 1) : value);
  const entries = Object.entries(schema).flatMap(([key, value]): [string, JsonValue][] => {
    if (key === '$defs' || key === '$schema' || key === 'title') return [];
    if (key === 'const') return [['enum', [value]]];
    if (key === 'description' && typeof value === 'string') return value === '' ? [] : [[key, words(value)]];
    if (key === 'required' && Array.isArray(value)) return value.length === 0 ? [] : [[key, sorted(value)]];
    if (key === 'properties' && isObject(value)) {
      const own = Object.entries(value).map(([one, part]) => [one, inner(part)] as const);
      return own.length === 0 ? [] : [[key, Object.fromEntries(own)]];
    }
    if (Array.isArray(value) && ['anyOf', 'oneOf', 'allOf', 'prefixItems'].includes(key))
      return [[key === 'oneOf' ? 'anyOf' : key, value.map(inner)]];
    if (key === 'items' || key === 'additionalProperties') {
      const part = value === true ? {} : inner(value);
      return isSameData(part, {}) ? [] : [[key, part]];
    }
    return [[key, value]];
  });
  return withType(Object.fromEntries(entries));
}

/** The type that values have, and the list of types that an alternative with null is. */
function withType(schema: JsonObject): JsonObject {
  const { type, enum: values, anyOf } = schema;
  if (type === undefined && Array.isArray(values)) {
    const types = [
      ...new Set(values.map((value) => (value === null ? 'null' : Number.isInteger(value) ? 'integer' : typeof value))),
    ];
    const isPlain = types.every((one) => one !== 'object');
    if (isPlain) return { ...schema, type: types.length === 1 ? (types[0] ?? 'null') : sorted(types) };
  }
  if (Array.isArray(type)) return { ...schema, type: type.length === 1 ? (type[0] ?? 'null') : sorted(type) };
  if (Array.isArray(anyOf) && type === undefined) {
    const alternatives = anyOf.map(schemaIn);
    const given = alternatives.filter(({ type: one }) => one !== 'null');
    const [only] = given;
    if (given.length === 1 && given.length < alternatives.length && typeof only?.['type'] === 'string') {
      const { anyOf: _anyOf, ...rest } = schema;
      return { ...only, ...rest, type: sorted([only['type'], 'null']) };
    }
    if (alternatives.every((one) => Object.keys(one).length === 1 && typeof one['type'] === 'string')) {
      const { anyOf: _anyOf, ...rest } = schema;
      return { ...rest, type: sorted(alternatives.map(({ type: one }) => one ?? 'null')) };
    }
  }
  return schema;
}

/** Names of types or of properties. */
function sorted(names: readonly JsonValue[]): JsonValue[] {
  return names.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
}

function words(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
