import type { Span } from '../../core/index.ts';

/** A string literal in a text that may or may not be JSON; the span is what is between its quotes. */
export interface FoundString {
  readonly from: number;
  readonly to: number;
  readonly isKey: boolean;
  /** How many string literals this one is in: JSON in a JSON string has level 1. */
  readonly level: number;
  /** The key that the value belongs to, when it belongs to one. */
  readonly key: string | null;
}

/**
 * The string literals of a text in order. In JSON they are exact. In prose, a quotation mark opens one only where a
 * string could begin, and only when another closes it on the same line. The value of a key may go over lines, as models write it
 * that forget to escape them, where what closes it ends a value.
 */
export function stringsIn(text: string, from = 0, to = text.length, level = 0): FoundString[] {
  const found: FoundString[] = [];
  let key: string | null = null;
  let at = from;
  while (at < to) {
    const quote = text.indexOf('"', at);
    if (quote < 0 || quote >= to) break;
    const end: number | null = opens(text, quote, from, level)
      ? closing(text, quote + 1, to, level, key !== null)
      : null;
    if (end === null) {
      at = quote + 1;
      continue;
    }
    // The backslashes that escape the closing quote belong to it; at level 0 there are none.
    const span: Span = { from: quote + 1, to: Math.max(quote + 1, end - (2 ** level - 1)) };
    const isKey = isFollowedByColon(text, end + 1, to);
    found.push({ ...span, isKey, level, key: isKey ? null : key });
    key = isKey ? text.slice(span.from, span.to) : null;
    at = end + 1;
  }
  return found;
}

/** The backslashes before a quote as the text reads after `level` rounds of decoding. */
function innerRun(run: number, level: number): number {
  let left = run;
  for (let round = 0; round < level; round += 1) left = Math.floor((left - 1) / 2);
  return left;
}

function backslashesBefore(text: string, at: number, from: number): number {
  let run = 0;
  while (at - run - 1 >= from && text[at - run - 1] === '\\') run += 1;
  return run;
}

function opens(text: string, quote: number, from: number, level: number): boolean {
  const run = backslashesBefore(text, quote, from);
  if (run !== 2 ** level - 1) return false;
  const before = text.charAt(quote - run - 1);
  return quote - run === from || /[\s{[,:(=>`*]/.test(before) || (level > 0 && /[nrt]/.test(before));
}

/** Where the closing quote is, or null. */
function closing(text: string, from: number, to: number, level: number, isValue: boolean): number | null {
  for (let at = text.indexOf('"', from); at >= 0 && at < to; at = text.indexOf('"', at + 1)) {
    const run = backslashesBefore(text, at, from);
    if (innerRun(run, level) % 2 !== 0) continue;
    const isOnLine = !text.slice(from, at).includes('\n');
    return isOnLine || (isValue && /^\s{0,40}[,}\]]/.test(text.slice(at + 1, at + 42))) ? at : null;
  }
  return null;
}

function isFollowedByColon(text: string, from: number, to: number): boolean {
  let at = from;
  while (at < to && /\s/.test(text.charAt(at))) at += 1;
  return at < to && text[at] === ':';
}
