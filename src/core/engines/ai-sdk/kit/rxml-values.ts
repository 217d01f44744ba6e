import { isObject, type JsonObject, type JsonValue, own } from '../../../text/json/index.ts';
import type { Element, Node } from './rxml-nodes.ts';
import { emptyRecord, numberIn, put } from './values.ts';

/** The member for the text of an element that has attributes or elements too. */
export const TEXT = '#text';

/** Elements as members; repeated ones become a list, but an empty one is replaced. */
export function membersOf(nodes: readonly Node[]): JsonObject {
  const members = emptyRecord();
  for (const node of nodes) if (typeof node !== 'string') addMember(members, node.name, valueOf(node));
  return members;
}

function addMember(members: JsonObject, name: string, value: JsonValue): void {
  const inherited = Object.hasOwn(Object.prototype, name) ? null : undefined;
  const before = own(members, name) ?? inherited;
  if (before === undefined || before === '') put(members, name, value);
  else if (Array.isArray(before)) before.push(value);
  else put(members, name, [before, value]);
}

function valueOf({ attributes, children }: Element): JsonValue {
  const value = contentOf(children);
  if (attributes.size === 0) return value;
  const members = isObject(value) ? value : emptyRecord();
  if (typeof value === 'string') members[TEXT] = value;
  for (const [name, attribute] of attributes) members[`@_${name}`] = attribute;
  return members;
}

function contentOf(children: readonly Node[]): JsonValue {
  const [only, second] = children;
  if (typeof only === 'string' && second === undefined) return only;
  const texts = children.filter((child) => typeof child === 'string');
  const members = membersOf(children);
  const text = texts.join('').trim();
  if (Object.keys(members).length === 0) return text;
  if (texts.length === 0) return members;
  const mixed = emptyRecord();
  mixed[TEXT] = text;
  return Object.assign(mixed, members);
}

/** The value of a member that is not a string by the schema: texts out of their elements, lists out of `<item>` and of numbered tags. */
export function plainValue(value: JsonValue): JsonValue {
  if (typeof value === 'string') return value.trim();
  if (Array.isArray(value)) return value.map(textOf);
  if (!isObject(value)) return value;
  const text = own(value, TEXT);
  if (text !== undefined) return typeof text === 'string' ? text.trim() : text;
  const keys = Object.keys(value);
  if (keys.length === 1 && keys[0] === 'item') {
    const { item = null } = value;
    return Array.isArray(item) ? item.map((one) => numberOr(textOf(one))) : numberOr(item);
  }
  return isNumbered(keys) ? byNumber(value, keys) : value;
}

function textOf(value: JsonValue): JsonValue {
  const text = isObject(value) ? (own(value, TEXT) ?? value) : value;
  return typeof text === 'string' ? text.trim() : text;
}

function numberOr(value: JsonValue): JsonValue {
  if (typeof value !== 'string') return value;
  const text = value.trim();
  return numberIn(text) ?? text;
}

/** Whether the keys count from 0, without a gap. */
function isNumbered(keys: readonly string[]): boolean {
  if (keys.length === 0 || !keys.every((key) => /^\d+$/.test(key))) return false;
  return keys
    .map(Number)
    .sort((one, other) => one - other)
    .every((number, index) => number === index);
}

function byNumber(value: JsonObject, keys: readonly string[]): JsonValue[] {
  return keys.toSorted((one, other) => Number(one) - Number(other)).map((key) => textOf(value[key] ?? null));
}
