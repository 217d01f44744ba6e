import {
  applyRepairs,
  compactText,
  type JsonObject,
  outlineJson,
  readJson,
  readTolerant,
  valueToText,
} from '../../../text/json/index.ts';
import { typesOf } from './schema.ts';

/** A raw text as JSON, and the type that it got; null if it stays a string. */
export interface Coerced {
  readonly json: string;
  readonly to: string | null;
  /** Whether it was written as a person writes it, and not as JSON. */
  readonly isMended?: true;
}

/** The order in which the types of a union are tried. A string accepts everything, so it comes last. */
const ORDER = ['null', 'boolean', 'integer', 'number', 'object', 'array'] as const;

/** As JSON, YAML and Python write it. */
const NULLS: ReadonlySet<string> = new Set(['null', 'Null', 'NULL', 'None']);

/**
 * Converts a raw text by the schema of its parameter. A string keeps its text exactly, numbers keep their digits. A text that
 * fits no declared type stays a string, and the schema check reports it later. Without a schema, only JSON objects and lists
 * are converted.
 * @param root what references in the schema point into
 */
export function coerce(raw: string, schema: JsonObject | null, root: JsonObject | null = schema): Coerced {
  const types = schema === null ? null : typesOf(schema, root ?? schema);
  if (types === null || types.size === 0) {
    const text = raw.trim();
    const structure = text.startsWith('{') || text.startsWith('[') ? strictJson(text) : null;
    return structure === null ? asText(raw) : { json: structure, to: text.startsWith('{') ? 'object' : 'array' };
  }
  if (types.size === 1 && types.has('string')) return asText(raw);
  const text = raw.trim();
  for (const type of ORDER) {
    // `null` for a parameter that is no string means null, even if the schema does not allow null.
    const isWanted = types.has(type) || (type === 'null' && !types.has('string') && text === 'null');
    const json = isWanted ? readAs(type, text) : null;
    if (json !== null)
      return (type === 'object' || type === 'array') && strictJson(text) === null
        ? { json, to: type, isMended: true }
        : { json, to: type };
  }
  if (types.has('integer') && !types.has('string')) {
    const json = readAs('number', text);
    if (json !== null) return { json, to: 'number' };
  }
  return asText(raw);
}

/** Converts a raw text that should be JSON by its format; it stays a string if it is not. */
export function coerceJson(raw: string): Coerced {
  const strict = strictJson(raw.trim());
  if (strict !== null) return { json: strict, to: 'json' };
  const json = lenientJson(raw);
  return json === null ? asText(raw) : { json, to: 'json', isMended: true };
}

export function asText(raw: string): Coerced {
  return { json: valueToText(raw), to: null };
}

function readAs(type: (typeof ORDER)[number], text: string): string | null {
  switch (type) {
    case 'null':
      return NULLS.has(text) ? 'null' : null;
    case 'boolean': {
      const lower = text.length > 5 ? '' : text.toLowerCase();
      return lower === 'true' || lower === 'false' ? lower : null;
    }
    case 'integer':
      return integer(text);
    case 'number':
      return number(text);
    case 'object':
    case 'array': {
      if (!text.startsWith(type === 'object' ? '{' : '[')) return null;
      return strictJson(text) ?? lenientJson(text);
    }
  }
}

function integer(text: string): string | null {
  return text.length <= 1000 && /^-?(?:0|[1-9]\d*)$/.test(text) ? text : null;
}

function number(text: string): string | null {
  if (text.length > 1000 || !/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text)) return null;
  return readJson(text).ok ? text : null;
}

function strictJson(text: string): string | null {
  const reading = outlineJson(text);
  return reading.ok ? compactText(reading.node, text, reading.duplicateKeys.length > 0) : null;
}

/** Reads JSON leniently, Python literals included; null if the text is not exactly one value. Brackets may be missing at its end. */
function lenientJson(text: string): string | null {
  const reading = readTolerant(text);
  if (reading.node === null || reading.guesses.length > 0 || text.slice(reading.end).trim() !== '') return null;
  if (reading.node.kind !== 'object' && reading.node.kind !== 'array') return null;
  return strictJson(applyRepairs(text, 0, reading.end, reading.repairs).trim());
}
