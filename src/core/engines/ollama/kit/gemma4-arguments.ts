import { marshalText } from '../../../text/languages/index.ts';
import type { ToolDefinition } from '../../../tools/index.ts';
import type { JsonValue } from '../../../text/json/index.ts';
import { decodeArguments, type DecodeError } from './call-json.ts';
import { afterGoSpace, beforeGoSpace } from './tape.ts';
import { own } from './typed-value.ts';

/** Around a string. */
const DELIMITER = '<|"|>';

export const gemma4Words = {
  'single-quotes': 'Ollama takes values in single quotes for strings',
  'missing-delimiter': 'The number of `<|"|>` is odd: Ollama adds one at the end',
  'raw-string': 'The parameter is declared as a string: Ollama takes its bare value for one',
  'missing-brace': 'Ollama adds the last brace',
} as const;

export type Gemma4Repair = keyof typeof gemma4Words;

/** The arguments that a text decodes to, and the repairs that it took. */
export type Gemma4Arguments =
  | { readonly ok: true; readonly text: string; readonly repairs: readonly Tried[] }
  | (DecodeError & { readonly repairs: readonly Tried[] });

/** A repair that was tried, and what came of it. */
export interface Tried {
  readonly code: Gemma4Repair;
  readonly after: string;
}

/** `{key:value,…}` with strings between delimiters. What does not decode is repaired in two ways. */
export function readGemma4Arguments(text: string, tool: ToolDefinition | undefined): Gemma4Arguments {
  const strict = decodeArguments(asJson(text));
  if (strict.ok) return { ...strict, repairs: [] };
  const raw = withRawString(text, tool);
  const candidates = [
    repaired(text, []),
    ...(raw === null ? [] : [repaired(raw, [{ code: 'raw-string', after: raw }])]),
  ];
  for (const { text: candidate, repairs } of candidates) {
    const decoded = decodeArguments(asJson(candidate));
    if (decoded.ok) return { ...decoded, repairs };
  }
  return { ...strict, repairs: candidates.flatMap(({ repairs }) => repairs) };
}

/** With strings in quotes, and quotes around bare keys. */
function asJson(text: string): string {
  const strings: string[] = [];
  // A zero byte is in no JSON: it keeps the place of a string.
  const bare = text.replaceAll('\0', '\x01').replace(/<\|"\|>([^]*?)<\|"\|>/g, (_whole, value: string) => {
    strings.push(value);
    return '\0';
  });
  let next = 0;
  return withQuotedKeys(bare).replaceAll('\0', () => marshalText(strings[next++] ?? ''));
}

/** Finds where strings of JSON end; once one does not end, no later one does. */
class JsonStrings {
  readonly #text: string;
  #isOver = false;

  constructor(text: string) {
    this.#text = text;
  }

  /** The place after a string that begins at `from`; -1 where none does, or where it does not end. */
  end(from: number): number {
    if (this.#isOver || this.#text.charAt(from) !== '"') return -1;
    for (let at = from + 1; at < this.#text.length; at += 1) {
      const character = this.#text.charAt(at);
      if (character === '"') return at + 1;
      if (character === '\\') at += 1;
    }
    this.#isOver = true;
    return -1;
  }
}

function withQuotedKeys(text: string): string {
  const out: string[] = [];
  const strings = new JsonStrings(text);
  for (let at = 0; at < text.length;) {
    const end = strings.end(at);
    const character = text.charAt(at);
    if (end >= 0) {
      out.push(text.slice(at, end));
      at = end;
    } else if (character !== '{' && character !== ',') {
      out.push(character);
      at += 1;
    } else {
      const key = afterGoSpace(text, at + 1);
      const keyEnd = afterKey(text, key);
      out.push(text.slice(at, key));
      at = key;
      if (keyEnd > key && text.charAt(keyEnd) === ':') {
        out.push('"', text.slice(key, keyEnd), '":');
        at = keyEnd + 1;
      }
    }
  }
  return out.join('');
}

/** Letters, digits and underscores. */
function afterKey(text: string, from: number): number {
  const word = /[\p{L}\p{Nd}_]*/uy;
  word.lastIndex = from;
  return from + (word.exec(text)?.[0].length ?? 0);
}

function repaired(
  text: string,
  before: readonly Tried[],
): { readonly text: string; readonly repairs: readonly Tried[] } {
  const repairs = [...before];
  let current = text;
  const apply = (code: Gemma4Repair, after: string): void => {
    if (after !== current) repairs.push({ code, after });
    current = after;
  };
  apply('single-quotes', withoutSingleQuotes(current));
  apply('missing-delimiter', withLastDelimiter(current));
  if (repairs.length > 0) apply('missing-brace', withLastBrace(current));
  return { text: current, repairs };
}

/** Values in single quotes get delimiters; one that follows the closing quote is dropped. */
function withoutSingleQuotes(text: string): string {
  const out: string[] = [];
  const strings = new JsonStrings(text);
  for (let at = 0; at < text.length;) {
    const isDelimiter = text.startsWith(DELIMITER, at);
    const next = isDelimiter ? text.indexOf(DELIMITER, at + DELIMITER.length) : -1;
    if (isDelimiter && next < 0) return out.join('') + text.slice(at);
    const end = isDelimiter ? next + DELIMITER.length : strings.end(at);
    if (end >= 0) {
      out.push(text.slice(at, end));
      at = end;
      continue;
    }
    const value = text.charAt(at) === ':' ? afterGoSpace(text, at + 1) : at + 1;
    out.push(text.slice(at, value));
    const quoteEnd = text.charAt(at) === ':' && text.charAt(value) === "'" ? singleQuoteEnd(text, value) : -1;
    at = value;
    if (quoteEnd < 0) continue;
    out.push(DELIMITER, text.slice(value + 1, quoteEnd - 1), DELIMITER);
    at = text.startsWith(DELIMITER, quoteEnd) ? quoteEnd + DELIMITER.length : quoteEnd;
  }
  return out.join('');
}

function singleQuoteEnd(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    if (text.charAt(at) === "'") return at + 1;
    if (text.charAt(at) === '\\') at += 1;
  }
  return -1;
}

/** An odd delimiter gets its other half, before the bracket that ends the text. */
function withLastDelimiter(text: string): string {
  if (text.split(DELIMITER).length % 2 === 1) return text;
  const end = beforeGoSpace(text, 0, text.length);
  const at = end > 0 && '}]'.includes(text.charAt(end - 1)) ? end - 1 : end;
  return text.slice(0, at) + DELIMITER + text.slice(at);
}

function withLastBrace(text: string): string {
  if (text.charAt(afterGoSpace(text, 0)) !== '{') return text;
  const end = beforeGoSpace(text, 0, text.length);
  return text.charAt(end - 1) === '}' ? text : `${text.slice(0, end)}}${text.slice(end)}`;
}

/** Delimiters around the bare value of the first parameter that is declared as a string; null where there is none. */
function withRawString(text: string, tool: ToolDefinition | undefined): string | null {
  const properties = own(tool?.schema, 'properties');
  if (typeof properties !== 'object' || properties === null || Array.isArray(properties)) return null;
  for (const [key, property] of Object.entries(properties)) {
    if (!takesString(property, 0)) continue;
    const from = rawValueOf(text, key);
    if (from < 0) continue;
    const to = rawValueEnd(text, from, new Set(Object.keys(properties)));
    return text.slice(0, from) + DELIMITER + text.slice(from, to) + DELIMITER + text.slice(to);
  }
  return null;
}

function takesString(property: JsonValue | undefined, depth: number): boolean {
  const type = own(property, 'type');
  const types = Array.isArray(type) ? type : [type];
  if (types.some((item) => typeof item === 'string' && item.toLowerCase() === 'string')) return true;
  const anyOf = own(property, 'anyOf');
  return depth < 20 && Array.isArray(anyOf) && anyOf.some((option) => takesString(option, depth + 1));
}

/** Where the value of a key begins that is neither a string, a list, an object nor the beginning of a literal; -1 where none does. */
function rawValueOf(text: string, key: string): number {
  const strings = new JsonStrings(text);
  for (let at = 0; at < text.length; at += 1) {
    if (text.startsWith(DELIMITER, at)) {
      const next = text.indexOf(DELIMITER, at + DELIMITER.length);
      if (next < 0) return -1;
      at = next + DELIMITER.length - 1;
      continue;
    }
    const end = strings.end(at);
    if (end >= 0) {
      at = end - 1;
      continue;
    }
    if (text.charAt(at) !== '{' && text.charAt(at) !== ',') continue;
    const keyFrom = afterGoSpace(text, at + 1);
    const colon = text.startsWith(key, keyFrom) ? afterGoSpace(text, keyFrom + key.length) : -1;
    if (colon < 0 || text.charAt(colon) !== ':') continue;
    const value = afterGoSpace(text, colon + 1);
    if (value === text.length || !(text.startsWith(DELIMITER, value) || /['"{[\-0-9tfn]/.test(text.charAt(value))))
      return colon + 1;
    at = colon;
  }
  return -1;
}

/** A bare value goes up to the next declared key, or to the last brace. */
function rawValueEnd(text: string, from: number, keys: ReadonlySet<string>): number {
  for (let at = text.indexOf(',', from); at >= 0; at = text.indexOf(',', at + 1)) {
    const key = afterGoSpace(text, at + 1);
    const keyEnd = afterKey(text, key);
    if (keyEnd === key || !keys.has(text.slice(key, keyEnd))) continue;
    if (text.charAt(afterGoSpace(text, keyEnd)) === ':') return at;
  }
  const end = beforeGoSpace(text, 0, text.length);
  return end > from && text.charAt(end - 1) === '}' ? end - 1 : text.length;
}
