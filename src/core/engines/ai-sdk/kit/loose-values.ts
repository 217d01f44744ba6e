import { isObject, type JsonObject, type JsonValue } from '../../../text/json/index.ts';
import { unescapeXml } from './entities.ts';
import { withDeclaredKeys } from './declared-keys.ts';
import { holdsPrototypeKey, isPrototypeKey } from './prototype-keys.ts';
import { readRelaxed } from './relaxed-json.ts';
import type { ValueRules } from './release.ts';
import { emptyRecord, parseJson, put } from './values.ts';

/** Values as the newest release reads them in texts. */
export const looseValues: ValueRules = { objectIn: looseObject, listIn: looseValue, kept: withDeclaredKeys };

function looseObject(text: string): JsonValue | undefined {
  const value = looseValue(text);
  return isObject(value) ? value : (xmlChildren(text) ?? undefined);
}

/** A list or an object in a text, as JSON, relaxed JSON, or with Python's `True`, `False` and `None`. */
function looseValue(text: string): JsonValue | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  const json = withoutPythonWords(text);
  const strict = parseJson(json);
  if (strict !== undefined) return holdsPrototypeKey(strict) ? undefined : strict;
  const reading = readRelaxed(json);
  return reading.ok && !holdsPrototypeKey(reading.value) ? reading.value : undefined;
}

const PYTHON_WORDS: ReadonlyMap<string, string> = new Map([
  ['True', 'true'],
  ['False', 'false'],
  ['None', 'null'],
]);

/** The words of Python outside of strings as those of JSON. */
function withoutPythonWords(text: string): string {
  return text.replace(/"(?:[^"\\]|\\[^])*"?|'(?:[^'\\]|\\[^])*'?|[\w$]+/g, (piece) => PYTHON_WORDS.get(piece) ?? piece);
}

const CHILD = /^<([A-Za-z_][\w.-]*)\s*>([^]*)$/;

/**
 * An object of lines that are one element each: `<key>value</key>`. Without a closing tag the value may have one `<`.
 * A repeated key makes a list. Null for any other text.
 */
export function xmlChildren(text: string): JsonObject | null {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const record = emptyRecord();
  for (const line of lines) {
    const [, key = '', rest = ''] = CHILD.exec(line) ?? [];
    const next = rest.indexOf('<');
    const isClosed = rest.startsWith(`</${key}`, next) && /^\s*>$/.test(rest.slice(next + `</${key}`.length));
    const isOpen = rest.trim() !== '' && rest.lastIndexOf('<') === next;
    if (key === '' || isPrototypeKey(key) || !(isClosed || isOpen)) return null;
    addRepeated(record, key, unescapeXml((isClosed ? rest.slice(0, next) : rest).trim()));
  }
  return lines.length === 0 ? null : record;
}

function addRepeated(record: JsonObject, key: string, value: string): void {
  const before = record[key];
  if (before === undefined) put(record, key, value);
  else if (Array.isArray(before)) before.push(value);
  else put(record, key, [before, value]);
}

const KEYED_LINE = /^([A-Za-z_][\w.-]*)\s*:\s?(.*)$/;

/**
 * Text of `key: …` lines, where each key is a declared property and its value is all text up to the next such line.
 * Null where text precedes the first key.
 */
export function keyedLines(text: string, properties: JsonObject): JsonObject | null {
  const record = emptyRecord();
  let open: { readonly key: string; readonly lines: string[] } | null = null;
  const close = (): void => {
    if (open !== null) put(record, open.key, open.lines.join('\n'));
  };
  for (const line of text.split(/\r?\n/)) {
    const [, key = '', value = ''] = KEYED_LINE.exec(line) ?? [];
    if (key !== '' && Object.hasOwn(properties, key) && !isPrototypeKey(key)) {
      close();
      open = { key, lines: value === '' ? [] : [value] };
    } else if (open !== null) {
      (open as { readonly lines: string[] }).lines.push(line);
    } else if (line.trim() !== '') {
      return null;
    }
  }
  close();
  return open === null ? null : record;
}

/** The declared properties of a tool; none where its schema names none. */
export function propertiesOf(schema: JsonValue | undefined): JsonObject {
  const properties = isObject(schema) ? schema['properties'] : undefined;
  return isObject(properties) ? properties : {};
}
