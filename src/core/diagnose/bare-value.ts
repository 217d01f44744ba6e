import { withPlace } from '../text/document/index.ts';
import type { Diagnosis } from '../trace/index.ts';
import { diagnosis, quoted } from './rule.ts';

/** So much of a call is looked at, in UTF-16 units, and so many arguments. */
const LONGEST_CALL = 4000;
const MOST_ARGUMENTS = 40;

const KEY = /\s*([A-Za-z_]\w{0,80})\s*=\s*/y;
const LITERAL = /(?:-?\d[\d_.]*(?:[eE][+-]?\d+)?|True|False|None|true|false|null)/y;
/** A value has ended, and the next one or the end of the call follows. */
const ENDED = /\s*([,)])/y;
/** Where a value without quotes ends: at the next argument, or at the bracket that ends the call. */
const NEXT = /,\s*[A-Za-z_]\w{0,80}\s*=|\)(?=[\s\]'",;)]|$)/g;

/**
 * A call is written as in Python, and the value of an argument is no literal: a text without quotes, or an expression. There the markup
 * is sound, and no format reads the value.
 */
export function bareValue(document: string, name: string, at: number): Diagnosis | null {
  const open = /^\s{0,2}\(/.exec(document.slice(at + name.length, at + name.length + 3))?.[0];
  if (open === undefined) return null;
  const from = at + name.length + open.length;
  const text = document.slice(from, from + LONGEST_CALL);
  let place = 0;
  for (let count = 0; count < MOST_ARGUMENTS; count += 1) {
    const key = matchAt(KEY, text, place);
    if (key === null) return null;
    const begin = place + key[0].length;
    const end = matchAt(ENDED, text, endOfValue(text, begin));
    if (end === null) return valueAt(text, begin, key[1] ?? '');
    if (end[1] === ')') return null;
    place = end.index + end[0].length;
  }
  return null;

  function valueAt(within: string, begin: number, key: string): Diagnosis | null {
    NEXT.lastIndex = begin;
    const to = NEXT.exec(within)?.index ?? -1;
    const value = to < 0 ? '' : within.slice(begin, to).trim();
    // A quote that is not closed is another fault.
    if (value === '' || /^["'[{(]/.test(value)) return null;
    const span = { from: from + begin, to: from + begin + value.length };
    const what = `A value in the call to \`${quoted(name)}\` is neither a text in quotes nor a number: \`${quoted(`${key}=${value}`)}\``;
    return diagnosis(
      'D06',
      `${withPlace(what, document, span.from)}. No format can parse the call.`,
      span,
      null,
      'Ask for quotes around every text and every expression, and show one complete call in the prompt.',
    );
  }
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return at < 0 ? null : pattern.exec(text);
}

/** Where the literal that begins here ends; -1 for what is none. */
function endOfValue(text: string, from: number): number {
  const literal = matchAt(LITERAL, text, from);
  if (literal !== null) return from + literal[0].length;
  let depth = 0;
  for (let index = from; index < text.length; index += 1) {
    const sign = text.charAt(index);
    if (sign === '"' || sign === "'") {
      index = endOfText(text, index);
      if (index < 0) return -1;
    } else if (/[[{(]/.test(sign)) depth += 1;
    else if (depth > 0 && /[\]})]/.test(sign)) depth -= 1;
    else if (depth === 0) return -1;
    if (depth === 0) return index + 1;
  }
  return -1;
}

function endOfText(text: string, from: number): number {
  const quote = text.charAt(from);
  for (let index = from + 1; index < text.length; index += 1) {
    const sign = text.charAt(index);
    if (sign === '\\') index += 1;
    else if (sign === quote) return index;
  }
  return -1;
}
