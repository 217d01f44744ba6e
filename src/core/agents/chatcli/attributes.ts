import type { ScannedText } from './scanned-text.ts';
import { unescapeHtml } from './html-text.ts';

/** An attribute of a tag; positions are those of the scanned text. */
export interface Attribute {
  readonly value: string;
  /** The value without its quotes. */
  readonly from: number;
  readonly to: number;
  /** The name that was found is inside the value of another attribute. */
  readonly isInValue: boolean;
  /** No quote closes the value. */
  readonly isUnclosed: boolean;
}

/**
 * The attribute `key` between two positions, as the original finds it: the first place where the key comes with `=`
 * after it, whatever is around it. Null when there is none, or no value. `crash`: a search in the lower-cased text
 * led beyond the end of the text.
 */
export function readAttribute(scanned: ScannedText, from: number, to: number, key: string): Attribute | 'crash' | null {
  const text = scanned.text.slice(from, to);
  const lower = scanned.lower(text);
  let search = 0;
  for (;;) {
    if (search > lower.length) return 'crash';
    const found = lower.indexOf(key, search);
    if (found < 0) return null;
    if (found > text.length) return 'crash';
    search = found + key.length;
    if (found > 0 && isNameCharacter(text.charCodeAt(found - 1))) continue;
    const equals = blanksTo(text, search);
    if (text.charAt(equals) !== '=') {
      search = equals;
      continue;
    }
    const start = blanksTo(text, equals + 1);
    if (start >= text.length) return null;
    const isInValue = liesInQuotes(text, found);
    const { raw, value, isUnclosed } = valueAt(scanned, text, start);
    return { value, from: from + raw.from, to: from + raw.to, isInValue, isUnclosed };
  }
}

export function isNameCharacter(code: number): boolean {
  const isDigit = code >= 0x30 && code <= 0x39;
  const isLetter = (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);
  return isDigit || isLetter || code === 0x2d || code === 0x5f;
}

/** After spaces and tabs; line breaks do not count here. */
export function blanksTo(text: string, from: number, to = text.length): number {
  let at = from;
  while (at < to && (text.charCodeAt(at) === 0x20 || text.charCodeAt(at) === 0x09)) at += 1;
  return at;
}

interface Value {
  readonly raw: { readonly from: number; readonly to: number };
  readonly value: string;
  readonly isUnclosed: boolean;
}

function valueAt(scanned: ScannedText, text: string, start: number): Value {
  const quote = text.charAt(start);
  if (quote === '"' || quote === "'") return quotedValueAt(scanned, text, start, quote);
  let to = start;
  while (to < text.length && !' \t\n'.includes(text.charAt(to))) to += 1;
  const value = unescapeHtml(scanned.decode(text.slice(start, to)));
  return { raw: { from: start, to }, value, isUnclosed: false };
}

/** A backslash counts only before the quote and before another backslash. */
function quotedValueAt(scanned: ScannedText, text: string, start: number, quote: string): Value {
  const pieces: string[] = [];
  let copied = start + 1;
  let at = copied;
  for (; at < text.length && text.charAt(at) !== quote; at += 1) {
    const next = text.charAt(at + 1);
    if (text.charAt(at) !== '\\' || (next !== quote && next !== '\\')) continue;
    pieces.push(text.slice(copied, at));
    at += 1;
    copied = at;
  }
  const to = Math.min(at, text.length);
  pieces.push(text.slice(copied, to));
  return {
    raw: { from: start + 1, to },
    value: scanned.decode(pieces.join('')),
    isUnclosed: text.charAt(to) !== quote,
  };
}

function liesInQuotes(text: string, offset: number): boolean {
  let quote = '';
  for (let at = 0; at < offset; at += 1) {
    const character = text.charAt(at);
    if (quote === '') {
      if (character === '"' || character === "'") quote = character;
    } else if (character === '\\') {
      at += 1;
    } else if (character === quote) {
      quote = '';
    }
  }
  return quote !== '';
}
