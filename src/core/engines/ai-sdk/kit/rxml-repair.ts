import { isObject, type JsonObject, type JsonValue, own } from '../../../text/json/index.ts';
import { escapeRegExp } from './names.ts';
import type { ValueRules } from './release.ts';
import { ownStrings, tryFragment } from './rxml.ts';
import { propertySchema, recordIn, unwrapped, type Schema } from './schema.ts';

const SPACED_CLOSER = /<\/\s+([A-Za-z0-9_:-]+)\s*>/g;

/** How the arguments of a call were read. */
export interface Repaired {
  readonly value: JsonValue;
  /** Whether the tags had to be balanced, or all but the last of repeated ones removed. */
  readonly how: 'as-is' | 'balanced' | 'last-of-repeated';
}

/** The arguments in a fragment, with closing tags added and misplaced ones removed where it is malformed; null where that fails. */
export function readRepaired(fragment: string, schema: Schema, values: ValueRules): Repaired | null {
  let raw = withEscapedLt(tidied(fragment));
  let read = tryFragment(raw, schema, values);
  let how: Repaired['how'] = 'as-is';
  if (read === null) {
    const balanced = balancedTags(fragment);
    if (balanced !== tidied(fragment)) {
      raw = withEscapedLt(balanced);
      read = tryFragment(raw, schema, values);
      how = 'balanced';
    }
    const last = hasCommandList(schema) ? withLastOnly(raw, ownStringsOf(schema)) : raw;
    const again = last === raw ? null : tryFragment(last, schema, values);
    if (again !== null) how = 'last-of-repeated';
    read = again ?? read;
  }
  // A fragment that is nothing is not a call either.
  if (read === null || read.value === null) return null;
  return { value: repairedItems(read.value, schema, values), how };
}

function tidied(xml: string): string {
  return xml.replace(SPACED_CLOSER, '</$1>');
}

/** `<` that begins no tag as an entity. */
function withEscapedLt(xml: string): string {
  return xml.replace(/<(?![A-Za-z_:/!?]|\d+\/?>)/g, '&lt;');
}

/** Opened elements are closed where another is closed around them, or at the end; closing tags of what is not open go. */
function balancedTags(xml: string): string {
  const text = tidied(xml).replace(/<\/status>\s*<step>/g, '</status></step><step>');
  const out: string[] = [];
  const open: string[] = [];
  const counts = new Map<string, number>();
  const count = (name: string, step: 1 | -1): void => {
    counts.set(name, (counts.get(name) ?? 0) + step);
  };
  const name = /\s*([A-Za-z0-9_:-]*)/y;
  let at = 0;
  while (at < text.length) {
    const from = text.indexOf('<', at);
    out.push(text.slice(at, from < 0 ? text.length : from));
    if (from < 0 || from + 1 >= text.length) break;
    const next = text.charAt(from + 1);
    const end = text.indexOf('>', from + 1);
    at = end < 0 ? text.length : end + 1;
    const tag = text.slice(from, at);
    name.lastIndex = from + (next === '/' ? 2 : 1);
    const named = name.exec(text)?.[1] ?? '';
    if (next === '/') {
      if ((counts.get(named) ?? 0) === 0) continue;
      for (let inner = open.pop(); inner !== undefined; inner = open.pop()) {
        count(inner, -1);
        if (inner === named) break;
        out.push(`</${inner}>`);
      }
      out.push(tag);
      continue;
    }
    out.push(tag);
    const isElement = next !== '!' && next !== '?' && end >= 0 && named !== '';
    if (!isElement || tag.slice(0, -1).trimEnd().endsWith('/')) continue;
    open.push(named);
    count(named, 1);
  }
  return (
    out.join('') +
    open
      .reverse()
      .map((inner) => `</${inner}>`)
      .join('')
  );
}

/** A tool that runs commands: its `command` is a list. */
function hasCommandList(schema: Schema): boolean {
  const command = unwrapped(propertySchema(schema, 'command'));
  return isObject(command) && own(command, 'type') === 'array';
}

function ownStringsOf(schema: Schema): readonly string[] {
  return ownStrings(schema).filter((key) => {
    const inner = unwrapped(propertySchema(schema, key));
    return isObject(inner) && own(inner, 'type') === 'string';
  });
}

/** Of elements of one name the last. */
function withLastOnly(xml: string, names: readonly string[]): string {
  let text = xml;
  for (const name of names) {
    const opener = `<${name}>`;
    const closer = new RegExp(`</${escapeRegExp(name)}>`, 'g');
    const kept: string[] = [];
    let at = 0;
    let last = '';
    let from = text.indexOf(opener);
    while (from >= 0) {
      closer.lastIndex = from + opener.length;
      if (!closer.test(text)) break;
      kept.push(text.slice(at, from));
      at = closer.lastIndex;
      last = text.slice(from, at);
      from = text.indexOf(opener, at);
    }
    text = kept.join('') + last + text.slice(at);
  }
  return text;
}

/** Items of lists that are text where the schema wants objects are read as fragments. */
function repairedItems(value: JsonValue, schema: Schema, values: ValueRules, depth = 0): JsonValue {
  const inner = unwrapped(schema);
  const properties = isObject(inner) ? recordIn(inner, 'properties') : undefined;
  if (!isObject(value) || properties === undefined || depth > 100) return value;
  for (const key of Object.keys(value)) {
    const property = unwrapped(own(properties, key));
    if (!isObject(property)) continue;
    const type = own(property, 'type');
    const items = own(property, 'items');
    const item = value[key] as JsonValue;
    if (type === 'array' && Boolean(items)) {
      if (Array.isArray(item)) value[key] = item.map((one) => repairedItem(one, unwrapped(items), values, depth));
    } else if (type === 'object') {
      value[key] = repairedItems(item, property, values, depth + 1);
    }
  }
  return value;
}

function repairedItem(value: JsonValue, schema: Schema, values: ValueRules, depth: number): JsonValue {
  if (!isObject(schema) || own(schema, 'type') !== 'object') return value;
  if (typeof value !== 'string') return repairedItems(value, schema, values, depth + 1);
  const text = tidied(value);
  const read = tryFragment(text, schema, values);
  if (read !== null && typeof read.value !== 'string' && read.value !== null) return read.value;
  return stepIn(text) ?? value;
}

/** A step of a plan. */
function stepIn(text: string): JsonObject | null {
  const step = /<step>([^]*?)<\/step>/i.exec(text);
  const status = /<status>([^]*?)<\/status>/i.exec(text);
  return step === null || status === null ? null : { step: step[1] ?? '', status: status[1] ?? '' };
}
