import { isObject, type JsonObject, type JsonValue, own } from '../../../text/json/index.ts';
import { isStrictObject, isUnconstrained, listIn, mayHave, recordIn, typeOf, unwrapped } from './schema.ts';
import { emptyRecord, put } from './values.ts';

/** What an object holds that a schema wants as a list: its items, or the value of its one key. */
type Found =
  | { readonly how: 'items'; readonly items: readonly JsonValue[] }
  | { readonly how: 'only'; readonly only: JsonObject | JsonValue[] };

/** An object where a schema wants a list: `item`, numbers as keys, a list for each key, or one key. */
export function arrayOfObject(value: JsonObject, rules: JsonObject): Found | null {
  if (Object.hasOwn(value, 'item')) {
    const { item = null } = value;
    return { how: 'items', items: Array.isArray(item) ? item : [item] };
  }
  const keys = Object.keys(value);
  if (keys.length > 0 && keys.every((key) => /^\d+$/.test(key))) {
    const inOrder = keys.sort((one, other) => Number(one) - Number(other));
    return { how: 'items', items: inOrder.map((key) => value[key] ?? null) };
  }
  const each = own(rules, 'items');
  const rows = rowsOfColumns(value, rules);
  if (rows !== null) return { how: 'items', items: rows };
  const [key] = keys;
  if (key === undefined || keys.length > 1 || isUnconstrained(each) || mayHave(each, key)) return null;
  const only = value[key];
  return typeof only === 'object' && only !== null ? { how: 'only', only } : null;
}

/** Lists of one length become objects, where a strict schema of the items names all keys and none is a list or an object. */
function rowsOfColumns(value: JsonObject, rules: JsonObject): JsonObject[] | null {
  const each = unwrapped(own(rules, 'items'));
  if ((listIn(rules, 'prefixItems') ?? []).length > 0 || !isStrictObject(each) || !isObject(each)) return null;
  const properties = recordIn(each, 'properties') ?? emptyRecord();
  const columns = Object.entries(value);
  const isColumn = ([key, column]: [string, JsonValue]): boolean =>
    Array.isArray(column) && Object.hasOwn(properties, key) && !isContainer(typeOf(properties[key]));
  if (columns.length < 2 || !columns.every(isColumn)) return null;
  const lengths = new Set(columns.map(([, column]) => (column as JsonValue[]).length));
  const [length = 0] = lengths;
  if (lengths.size > 1 || length < 2) return null;
  return Array.from({ length }, (_, index) => {
    const row = emptyRecord();
    for (const [key, column] of columns) put(row, key, (column as JsonValue[])[index] ?? null);
    return row;
  });
}

function isContainer(type: string | undefined): boolean {
  return type === 'array' || type === 'object';
}
