import { parsedJson } from '../../text/json/index.ts';
import { type Fields, fieldsOf, has } from '../values.ts';
import { holdsCalls } from './reply-keys.ts';

/** So many keys of one span are looked at, and so deep. */
const MOST_KEYS = 20_000;
const MOST_LEVELS = 16;

/**
 * The attributes of a span by their whole names, `llm.output_messages.0.message.role`, whether they came flattened, nested, or
 * as the list of keys and values of OTLP.
 */
export function flatAttributes(attributes: unknown): ReadonlyMap<string, unknown> {
  const flat = new Map<string, unknown>();
  const add = (path: string, value: unknown, levels: number): void => {
    if (flat.size >= MOST_KEYS) return;
    if (typeof value !== 'object' || value === null || levels === 0) {
      if (path !== '' && value !== null && value !== undefined) flat.set(path, value);
      return;
    }
    for (const [key, inner] of Object.entries(value)) add(path === '' ? key : `${path}.${key}`, inner, levels - 1);
  };
  if (Array.isArray(attributes)) {
    for (const item of attributes) {
      const { key, value } = fieldsOf(item) ?? {};
      if (typeof key === 'string') add(key, otlpValue(value), MOST_LEVELS);
    }
  } else add('', attributes, MOST_LEVELS);
  return flat;
}

const TYPED = ['arrayValue', 'kvlistValue', 'bytesValue'];

/** A value as OTLP writes it, with its type; one without a type as it is. */
export function otlpValue(value: unknown, levels = MOST_LEVELS): unknown {
  const fields = fieldsOf(value);
  if (fields === null || levels === 0) return value;
  const { arrayValue, kvlistValue, stringValue, intValue, doubleValue, boolValue } = fields;
  const { values } = fieldsOf(arrayValue) ?? {};
  if (Array.isArray(values)) return values.map((one) => otlpValue(one, levels - 1));
  const { values: members } = fieldsOf(kvlistValue) ?? {};
  if (Array.isArray(members))
    return Object.fromEntries(
      members.map((member) => [String(fieldsOf(member)?.['key']), otlpValue(fieldsOf(member)?.['value'], levels - 1)]),
    );
  return stringValue ?? intValue ?? doubleValue ?? boolValue ?? (TYPED.some((key) => has(fields, key)) ? null : fields);
}

/** The text of an attribute; null for none. */
export function flatText(flat: ReadonlyMap<string, unknown>, key: string): string | null {
  const value = flat.get(key);
  return typeof value === 'string' ? value : null;
}

/** The entries of a list, `prefix.0`, `prefix.1`, …, each as attributes of its own; of JSON text as well. */
export function flatItems(flat: ReadonlyMap<string, unknown>, prefix: string): ReadonlyMap<string, unknown>[] {
  const text = flatText(flat, prefix);
  if (text !== null) {
    const value = parsedJson(text);
    return Array.isArray(value) ? value.map((item) => flatAttributes(item)) : [];
  }
  const items = new Map<number, Map<string, unknown>>();
  for (const [key, value] of flat) {
    if (!key.startsWith(`${prefix}.`)) continue;
    const rest = key.slice(prefix.length + 1);
    const number = /^\d{1,6}(?=\.|$)/.exec(rest)?.[0];
    if (number === undefined) continue;
    const item = items.get(Number(number)) ?? new Map<string, unknown>();
    item.set(rest.slice(number.length + 1), value);
    items.set(Number(number), item);
  }
  return [...items].toSorted(([one], [other]) => one - other).map(([, item]) => item);
}

/** The parts of a key that is a path, `calls.0.name` or `calls[0].name`. */
function partsOf(path: string): string[] {
  return path
    .replaceAll(/\[(\d{1,6})\]/g, '.$1')
    .split('.')
    .slice(0, MOST_LEVELS);
}

/** A row without its empty cells of calls and of members of lists: what has fewer of them has no value there. */
export function withoutEmptyPaths(row: Fields): Fields {
  const isNone = (path: string): boolean => {
    const parts = partsOf(path);
    return parts.some((part) => (parts.length > 1 && /^\d+$/.test(part)) || holdsCalls(part));
  };
  return Object.fromEntries(Object.entries(row).filter(([path, value]) => value !== '' || !isNone(path)));
}

/** An object with keys that are paths as the objects that they mean; one without any as it is. */
export function nestedPaths(fields: Fields): Fields {
  if (!Object.keys(fields).some((key) => /[.[]/.test(key))) return fields;
  const root = new Map<string, unknown>();
  for (const [path, value] of Object.entries(fields)) {
    const parts = partsOf(path);
    const last = parts.pop() ?? path;
    let place = root;
    for (const part of parts) {
      const inner = place.get(part);
      const next = inner instanceof Map ? (inner as Map<string, unknown>) : new Map<string, unknown>();
      place.set(part, next);
      place = next;
    }
    place.set(last, value);
  }
  return objectOf(root);
}

function objectOf(nested: ReadonlyMap<string, unknown>): Fields {
  return Object.fromEntries(
    [...nested].map(([key, value]) => [key, value instanceof Map ? valueOf(value as Map<string, unknown>) : value]),
  );
}

/** Members that are numbered from 0 are a list. */
function valueOf(nested: ReadonlyMap<string, unknown>): unknown {
  const fields = objectOf(nested);
  return Object.keys(fields).every((key, index) => key === String(index)) ? Object.values(fields) : fields;
}
