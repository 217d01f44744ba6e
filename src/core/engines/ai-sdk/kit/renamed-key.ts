import type { JsonObject } from '../../../text/json/index.ts';
import { isStrictObject, listIn, recordIn, typeOf } from './schema.ts';
import { emptyRecord } from './values.ts';

/**
 * Where a schema allows no other keys, one required key is missing and one unknown key is there, and the two differ in
 * an `s` at the end (for lists) or in their case style, the unknown one is renamed; it goes to the end.
 */
export function withRenamedKey(value: JsonObject, rules: JsonObject): JsonObject {
  if (!isStrictObject(rules)) return value;
  const properties = recordIn(rules, 'properties') ?? emptyRecord();
  const missing = (listIn(rules, 'required') ?? []).filter(
    (key): key is string => typeof key === 'string' && key !== '' && !Object.hasOwn(value, key),
  );
  const unknown = Object.keys(value).filter((key) => !Object.hasOwn(properties, key));
  const [target, source] = [missing[0], unknown[0]];
  if (target === undefined || source === undefined || missing.length > 1 || unknown.length > 1) return value;
  const { [source]: item = null } = value;
  const isPlural = isPluralOf(target, source) || isPluralOf(source, target);
  const isList = isPlural && typeOf(properties[target]) === 'array' && Array.isArray(item);
  if (!Object.hasOwn(properties, target) || (!isList && !differInStyle(target, source))) return value;
  const renamed = emptyRecord();
  for (const [key, kept] of Object.entries(value)) if (key !== source) renamed[key] = kept;
  renamed[target] = item;
  return renamed;
}

function isPluralOf(plural: string, singular: string): boolean {
  return singular.length > 1 && plural === `${singular}s`;
}

function differInStyle(target: string, source: string): boolean {
  if (target === source) return false;
  if (source.includes('_')) return camelOf(source) === target;
  return target.includes('_') && snakeOf(source) === target;
}

function camelOf(key: string): string {
  const named = key.replace(/^_+/, '');
  if (named === '') return key;
  const joined = named.replace(/_([a-zA-Z0-9])/g, (_, letter: string) => letter.toUpperCase());
  return joined.charAt(0).toLowerCase() + joined.slice(1);
}

function snakeOf(key: string): string {
  return key.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();
}
