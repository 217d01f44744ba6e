import { afterSpace, isPythonSpace } from './text.ts';

/**
 * What the fallback of `partial-json-parser` makes of the end of a text: the text before `cut` stays, and `tail` completes
 * it. `malformed` is its `MalformedJSON`, `partial` its `PartialJSON`: nothing is left to complete.
 */
export type Ending =
  | { readonly kind: 'ending'; readonly cut: number; readonly tail: string }
  | { readonly kind: 'malformed' | 'partial'; readonly at: number };

/** A value that reads to its end, one that needs `tail`, or one of which nothing can stay. */
type Scalar =
  | { readonly kind: 'whole'; readonly to: number }
  | { readonly kind: 'ending'; readonly cut: number; readonly tail: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'malformed' };

interface Level {
  readonly closer: ']' | '}';
  /** The end of the last part that is whole; a part that cannot be completed is cut off there. */
  kept: number;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const NONE: Scalar = { kind: 'none' };
const LITERALS = ['null', 'true', 'false', 'Infinity'];
const SIGNED_LITERALS = ['-Infinity', 'NaN'];

/** Completes a container whose parts begin at `from`, right after its opener; the text before that may be another one. */
export function completeContainer(
  text: string,
  opener: '[' | '{',
  from: number,
  limit: number,
  strings: boolean,
): Ending {
  const ending = completeParts(text, opener, from, limit, strings);
  if (ending.kind !== 'ending' || ending.cut >= from - 1) return ending;
  // Before the opener, where Python counts from the end of the text.
  return { ...ending, cut: Math.max(from - 1, limit - (from - 1 - ending.cut)) };
}

/** Containers inside are kept on a list, so depth costs nothing; the original gives up at Python's recursion limit. */
function completeParts(text: string, opener: '[' | '{', from: number, limit: number, strings: boolean): Ending {
  const to = endOfText(text, from, limit);
  const levels: Level[] = [{ closer: closerOf(opener), kept: from }];
  let at = from;
  let afterPart = false;
  for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
    at = afterSpace(text, at, to);
    if (at >= to) return cutOff(levels, level.kept, '');
    const character = text.charAt(at);
    if (character === level.closer) {
      at += 1;
      levels.pop();
      const outer = levels.at(-1);
      if (outer) outer.kept = at;
      afterPart = true;
      continue;
    }
    if (afterPart) {
      if (character !== ',') return { kind: 'malformed', at };
      at += 1;
      afterPart = false;
      continue;
    }
    if (level.closer === '}') {
      if (character !== '"') return { kind: 'malformed', at };
      const key = completeString(text, at, to, strings);
      if (key.kind !== 'whole') return cutOff(levels, level.kept, '');
      at = afterSpace(text, key.to, to);
      if (at >= to) return cutOff(levels, level.kept, '');
      if (text.charAt(at) !== ':') return { kind: 'malformed', at };
      at = afterSpace(text, at + 1, to);
      if (at >= to) return cutOff(levels, level.kept, '');
    }
    const first = text.charAt(at);
    if (first === '[' || first === '{') {
      at += 1;
      levels.push({ closer: closerOf(first), kept: at });
      continue;
    }
    const part = completeScalar(text, at, to, strings);
    if (part.kind === 'malformed') return { kind: 'malformed', at };
    if (part.kind === 'none') return cutOff(levels, level.kept, '');
    if (part.kind === 'ending') return cutOff(levels, part.cut, part.tail);
    at = part.to;
    level.kept = at;
    afterPart = true;
  }
  return { kind: 'ending', cut: at, tail: '' };
}

/**
 * Completes a text that is one string, number or literal. What follows a whole value is dropped. The original measures
 * without leading whitespace and cuts with it, so `  "abc` becomes `  "a"`.
 */
export function completeTop(text: string, from: number, limit: number, strings: boolean): Ending {
  const start = afterSpace(text, from, limit);
  const to = endOfText(text, start, limit);
  if (start >= to) return { kind: 'malformed', at: from };
  const scalar = completeScalar(text, start, to, strings);
  if (scalar.kind === 'malformed') return { kind: 'malformed', at: start };
  // An error of an index, not an unfinished value, where nothing but signs follows a sign.
  if (scalar.kind === 'none')
    return { kind: to - start > 1 && text.charAt(start) === '-' ? 'malformed' : 'partial', at: start };
  const end = scalar.kind === 'whole' ? scalar.to : scalar.cut;
  const cut = end < start ? Math.max(from, limit - (start - end)) : charactersBefore(text, from, end, start - from);
  return { kind: 'ending', cut, tail: scalar.kind === 'whole' ? '' : scalar.tail };
}

/** Completes the string whose opening quote is at `from`, and which the text does not close. */
export function completeLastString(text: string, from: number, limit: number): { cut: number; tail: string } {
  const to = endOfText(text, from, limit);
  return cutString(text, from, to - (backslashesBefore(text, from + 1, to) % 2));
}

function closerOf(opener: '[' | '{'): ']' | '}' {
  return opener === '[' ? ']' : '}';
}

function cutOff(levels: readonly Level[], cut: number, tail: string): Ending {
  const closers: string[] = [];
  for (let index = levels.length - 1; index >= 0; index -= 1) closers.push((levels[index] as Level).closer);
  return { kind: 'ending', cut, tail: tail + closers.join('') };
}

function completeScalar(text: string, from: number, to: number, strings: boolean): Scalar {
  const first = text.charAt(from);
  if (first === '"') return completeString(text, from, to, strings);
  if (isDigit(first)) return completeNumber(text, from, to);
  const literal = completeLiteral(text, from, to, LITERALS);
  if (literal) return literal;
  if (first === '-') {
    if (to - from === 1) return NONE;
    if (text.charAt(from + 1) !== 'I') return completeNumber(text, from, to);
  }
  return completeLiteral(text, from, to, SIGNED_LITERALS) ?? { kind: 'malformed' };
}

function completeLiteral(text: string, from: number, to: number, literals: readonly string[]): Scalar | null {
  for (const literal of literals) {
    if (to - from >= literal.length) {
      if (text.startsWith(literal, from)) return { kind: 'whole', to: from + literal.length };
    } else if (literal.startsWith(text.slice(from, to))) {
      return { kind: 'ending', cut: from, tail: literal };
    }
  }
  return null;
}

/**
 * A number loses what cannot end one: `1.5e-` becomes `1.5`. A sign without a digit goes too, and then the original looks on
 * from the end of the text, as Python's index -1 does.
 */
function completeNumber(text: string, from: number, to: number): Scalar {
  let end = from + 1;
  while (end < to && (isDigit(text.charAt(end)) || isOpenEnd(text.charAt(end)))) end += 1;
  const read = end;
  while (end > from && isOpenEnd(text.charAt(end - 1))) end -= 1;
  if (end === from) {
    let back = 0;
    while (from + back < to && isOpenEnd(text.charAt(to - 1 - back))) back += 1;
    if (from + back >= to) return NONE;
    return { kind: 'ending', cut: from - back, tail: '' };
  }
  return end < read ? { kind: 'ending', cut: end, tail: '' } : { kind: 'whole', to: end };
}

/** A cut string ends before an escape that is cut, `\u`, `\U` and `\x` alike, and gets its quote. */
function completeString(text: string, from: number, to: number, strings: boolean): Scalar {
  let at = from + 1;
  while (at < to) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return { kind: 'whole', to: at + 1 };
    if (code !== BACKSLASH) at += 1;
    else if (at + 1 < to) at += 2;
    else break;
  }
  return strings ? cutString(text, from, at) : NONE;
}

/** An open string of which everything before `at` has come, but for an escape that may be cut. */
function cutString(text: string, from: number, at: number): Extract<Scalar, { kind: 'ending' }> {
  // Cheap, and usual: there is no escape that might be cut.
  if (!hasBackslash(text, Math.max(from, at - 2 * MOST_OF_ESCAPE), at)) return { kind: 'ending', cut: at, tail: '"' };
  const cut =
    cutEscape(text, from, at, 'u', 5) ?? cutEscape(text, from, at, 'U', 9) ?? cutEscape(text, from, at, 'x', 3);
  return { kind: 'ending', cut: cut ?? at, tail: '"' };
}

/** `\U` and eight digits lack one at the most. */
const MOST_OF_ESCAPE = 9;

function hasBackslash(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) if (text.charCodeAt(at) === BACKSLASH) return true;
  return false;
}

/** Where an escape of this letter begins, among the last `reach` characters before `end`. */
function cutEscape(text: string, from: number, end: number, letter: string, reach: number): number | null {
  const start = charactersBefore(text, from, end, reach);
  const found = text.slice(start, end).lastIndexOf(`\\${letter}`);
  return found >= 0 && backslashesBefore(text, from, start + found) % 2 === 0 ? start + found : null;
}

/** The place `count` characters before `end`, `from` at the least. To Python a pair of surrogates is one. */
function charactersBefore(text: string, from: number, end: number, count: number): number {
  let at = end;
  for (let left = count; left > 0 && at > from; left -= 1) {
    at -= 1;
    if (at > from && (text.codePointAt(at - 1) as number) > 0xffff) at -= 1;
  }
  return at;
}

function isDigit(character: string): boolean {
  return character >= '0' && character <= '9';
}

function isOpenEnd(character: string): boolean {
  return character !== '' && '.-+eE'.includes(character);
}

/** Where a range ends without the space at its end. */
function endOfText(text: string, from: number, to: number): number {
  let end = to;
  while (end > from && isPythonSpace(text.charCodeAt(end - 1))) end -= 1;
  return end;
}

/** Whether nothing but what Python calls space is in a range. */
export function isBlank(text: string, from: number, to: number): boolean {
  return afterSpace(text, from, to) >= to;
}

/** How many backslashes are right before `at`. */
export function backslashesBefore(text: string, from: number, at: number): number {
  let start = at;
  while (start > from && text.charAt(start - 1) === '\\') start -= 1;
  return at - start;
}
