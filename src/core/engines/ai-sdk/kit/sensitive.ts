import type { JsonValue } from '../../../text/json/index.ts';
import { isPrototypeKey } from './prototype-keys.ts';
import { parseJson } from './values.ts';

// The newest release takes the keys `__proto__`, `constructor` and `prototype` for an attack wherever they may be keys: in JSON, in tags,
// in the names of parameters and in YAML, also with escapes or entities in them.

const WORDS = /__proto__|constructor|prototype/gi;
/** So much text before and after such a word says what it is. */
const AROUND = 300;
const PARAMETER = '(?:parameter|param|argument|arg)';
const NAMED_PARAMETER = new RegExp(`^<\\s*${PARAMETER}(?:\\s*=\\s*["']?|\\b[^>]*\\bname\\s*=\\s*["']?\\s*)$`, 'i');
const OPEN_PARAMETER = new RegExp(`^<\\s*${PARAMETER}\\s*>$`, 'i');
const CLOSED_PARAMETER = new RegExp(`^\\s*<\\s*/\\s*${PARAMETER}\\s*>`, 'i');
const ELEMENT = /^<\s*[A-Za-z_][\w.:-]*\b[^>]*>$/;
const MAPPING_LINE = /^\s*[A-Za-z_][\w.-]*\s*:/;

/** Whether a text writes such a key. */
export function writesSensitiveKey(text: string): boolean {
  const decoded = withoutEscapes(text);
  let mappingLines = -1;
  for (const { 0: word, index } of decoded.matchAll(WORDS)) {
    const before = decoded.slice(Math.max(0, index - AROUND), index);
    const end = index + word.length;
    const after = decoded.slice(end, end + AROUND);
    if (isKeyOfJson(before, after) || isTag(before, after) || isTextKey(before, after, word)) return true;
    if (!isLineKey(before, after, index)) continue;
    if (isStructured(after, /^(?:true|false|null)\b|^[-+]?\d/i)) return true;
    if (mappingLines < 0) mappingLines = decoded.split('\n').filter((line) => MAPPING_LINE.test(line)).length;
    if (mappingLines > 1) return true;
  }
  return false;
}

function isKeyOfJson(before: string, after: string): boolean {
  if (/^["']$/.test(before.slice(-1)) && /^\\?["']\s*:/.test(after)) return true;
  const last = before.trimEnd().slice(-1);
  return (last === '{' || last === ',') && /^\s*:/.test(after);
}

function isTag(before: string, after: string): boolean {
  const open = before.lastIndexOf('<');
  if (open < 0) return false;
  const tag = before.slice(open);
  if (tag.slice(1).trim() === '') return /^(?:[\s>/]|$)/.test(after);
  if (NAMED_PARAMETER.test(tag)) return /^\s*["']?(?:\s|\s*\/?>|$)/.test(after);
  return OPEN_PARAMETER.test(tag.trimEnd()) && CLOSED_PARAMETER.test(after);
}

/** A key at the beginning of an element. */
function isTextKey(before: string, after: string, word: string): boolean {
  const open = before.lastIndexOf('<');
  if (open < 0 || !ELEMENT.test(before.slice(open).trimEnd())) return false;
  return word === '__proto__' ? /^\s*:/.test(after) : isStructured(after, null);
}

/** A key at the beginning of a line. */
function isLineKey(before: string, after: string, index: number): boolean {
  const line = before.slice(before.trimEnd().length);
  return (line.includes('\n') || line.length === index) && /^\s*:/.test(after);
}

/** Whether a list, an object, a string, or nothing on its line follows the colon. */
function isStructured(after: string, scalar: RegExp | null): boolean {
  const [colon] = /^\s*:\s*/.exec(after) ?? [];
  if (colon === undefined) return false;
  const value = after.slice(colon.length);
  return value === '' || colon.includes('\n') || /^[[{"']/.test(value) || scalar?.test(value) === true;
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['apos', "'"],
  ['gt', '>'],
  ['lt', '<'],
  ['quot', '"'],
]);
/** So often entities of entities are decoded. */
const PASSES = 4;

function withoutEscapes(text: string): string {
  let decoded = withoutUnicodeEscapes(text);
  for (let pass = 0; pass < PASSES && decoded.includes('&'); pass += 1)
    decoded = decoded.replace(/&(?:amp;)*(#x[0-9a-f]+|#\d+|amp|lt|gt|quot|apos);/gi, entityOf);
  return withoutUnicodeEscapes(decoded);
}

function withoutUnicodeEscapes(text: string): string {
  return text.replace(/\\+(?:u([0-9a-fA-F]{4}))?/g, (escape, hex: string | undefined) =>
    hex === undefined ? escape : String.fromCharCode(parseInt(hex, 16)),
  );
}

function entityOf(written: string, entity: string): string {
  const name = entity.toLowerCase();
  if (!name.startsWith('#')) return ENTITIES.get(name) ?? written;
  const code = name.startsWith('#x') ? parseInt(name.slice(2), 16) : parseInt(name.slice(1), 10);
  return code <= 0x10ffff ? String.fromCodePoint(code) : written;
}

/** Whether arguments have such a key, at any depth, or a string that writes one. */
export function holdsSensitiveKey(value: JsonValue): boolean {
  const open: JsonValue[] = [value];
  for (let current = open.pop(); current !== undefined; current = open.pop()) {
    if (typeof current === 'string') {
      const parsed = /^\s*[[{]/.test(current) && current.search(WORDS) >= 0 ? parseJson(current) : undefined;
      if (parsed === undefined ? isSensitiveLeaf(current) : holdsSensitiveKey(parsed)) return true;
    } else if (typeof current === 'object' && current !== null) {
      const isList = Array.isArray(current);
      for (const [key, item] of Object.entries(current)) {
        if (!isList && isPrototypeKey(withoutUnicodeEscapes(key))) return true;
        open.push(item);
      }
    }
  }
  return false;
}

/** Only strings that look like JSON, tags or YAML are looked into. */
function isSensitiveLeaf(text: string): boolean {
  const isStructuredText = /^\s*[[{<]/.test(text) || text.split('\n').some((line) => MAPPING_LINE.test(line));
  return isStructuredText && writesSensitiveKey(text);
}
