import { compactText, readJson } from '../text/json/index.ts';
import { readPythonCalls } from '../formats/index.ts';

// What Python's own readers make of a text, as JSON text; null where they raise. NaN and Infinity, which they read, have
// no JSON: they count as raised here.

/** `int(text)` */
export function pythonInt(text: string): string | null {
  const found = /^[+-]?\d+(?:_\d+)*$/.exec(text.trim())?.[0];
  if (found === undefined || found.length > MOST_DIGITS) return null;
  const digits = found.replaceAll('_', '').replace(/^\+/, '');
  const isNegative = digits.startsWith('-');
  const plain = digits.replace(/^-?0*(?=\d)/, '');
  return isNegative && plain !== '0' ? `-${plain}` : plain;
}

/** Python refuses longer ones, too. */
const MOST_DIGITS = 4300;

/** `float(text)`, written as Python writes floats: `3.0`. */
export function pythonFloat(text: string): string | null {
  const value = floatValue(text);
  if (value === null) return null;
  return Number.isInteger(value) && Math.abs(value) < 1e16 ? `${String(value)}.0` : String(value);
}

/** `float(text)`, and an integer when it is whole: `3`. */
export function pythonWholeFloat(text: string): string | null {
  const value = floatValue(text);
  return value === null ? null : Number.isInteger(value) ? BigInt(value).toString() : String(value);
}

function floatValue(text: string): number | null {
  const trimmed = text.trim();
  if (trimmed.length > MOST_DIGITS || !/^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(trimmed)) return null;
  const value = Number(trimmed);
  return Number.isFinite(value) ? value : null;
}

/** `json.loads(text)` */
export function jsonLoads(text: string): string | null {
  const reading = readJson(text.trim());
  return reading.ok ? compactText(reading.node, text.trim(), reading.duplicateKeys.length > 0) : null;
}

/** `ast.literal_eval(text)` */
export function literalEval(text: string): string | null {
  const trimmed = text.trim();
  if (trimmed === '' || hasForeignWord(trimmed)) return null;
  const calls = readPythonCalls(`f(v=${trimmed})`, 0, trimmed.length + 5, 0);
  const keywords = calls?.length === 1 ? calls[0]?.keywords : undefined;
  return keywords?.length === 1 && calls?.[0]?.positional.length === 0 ? (keywords[0]?.json ?? null) : null;
}

const CONSTANTS = new Set(['True', 'False', 'None']);

/** A word outside of strings that is not a constant of Python, such as `true`: our reader takes more than Python does. */
function hasForeignWord(text: string): boolean {
  const word = /[\p{L}_][\p{L}\p{N}_]*/uy;
  let quote = '';
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (quote !== '') {
      if (character === '\\') at += 1;
      else if (character === quote) quote = '';
      continue;
    }
    if (character === '"' || character === "'") quote = character;
    word.lastIndex = at;
    const found = word.exec(text)?.[0];
    if (found === undefined) continue;
    // The exponent of a number is not a word.
    const isExponent = /^[eE]\d*$/.test(found) && /[\d.]/.test(text[at - 1] ?? '');
    if (!isExponent && !CONSTANTS.has(found)) return true;
    at += found.length - 1;
  }
  return false;
}
