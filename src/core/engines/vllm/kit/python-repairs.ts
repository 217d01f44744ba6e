import type { Span } from '../../../text/document/index.ts';
import { afterSpace, isPythonSpace, parseModule } from '../../../text/languages/index.ts';
import type { Edit, EditedText } from '../../kit/index.ts';

// What `lfm2` does with a list of calls that Python cannot parse: it changes the text, and tries again.

export const repairWords = {
  'control-escaped': 'A line break, a tab or a NUL in a string. The parser escapes it, because Python refuses it.',
  'zeros-cut': 'A number that begins with 0, which Python does not take: the parser cuts the zeros off.',
  'quotes-escaped':
    'This string has quotes of its own kind in it. It can end in one place only: the parser escapes the others.',
  'keyword-renamed': 'A word of Python as the name of an argument: the parser reads it under another name.',
} as const;

export type RepairCode = keyof typeof repairWords;

/** What is added after a word of Python, and taken away again. */
const SUFFIX = '_pyreservedkw_';

const keywords = new Set(
  (
    'False None True and as assert async await break class continue def del elif else except finally for from global if ' +
    'import in is lambda nonlocal not or pass raise return try while with yield'
  ).split(' '),
);

/** The name of an argument without what was added after it. */
export function restoredName(name: string): string {
  const stem = name.endsWith(SUFFIX) ? name.slice(0, -SUFFIX.length) : '';
  return keywords.has(stem) ? stem : name;
}

/** The strings of a text as a simple scanner sees them, with their quotes; the last one may be open. */
function stringsIn(text: string): Span[] {
  const strings: Span[] = [];
  const quote = /['"]/g;
  for (let found = quote.exec(text); found !== null; found = quote.exec(text)) {
    const close = closerOf(text, found.index);
    const to = close < 0 ? text.length : close + 1;
    strings.push({ from: found.index, to });
    quote.lastIndex = to;
  }
  return strings;
}

/** Where the next quote of the same kind is that no backslash escapes; -1 where there is none. */
function closerOf(text: string, open: number, start = open + 1): number {
  const quote = text.charAt(open);
  for (let at = start; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '\\') at += 1;
    else if (character === quote) return at;
  }
  return -1;
}

/** Names and numbers outside of strings. */
function* wordsIn(text: string): Generator<Span> {
  let at = 0;
  for (const string of [...stringsIn(text), { from: text.length, to: text.length }]) {
    // Each search ends at the next string: otherwise a text of many strings without words is searched to its end for each of them.
    const between = text.slice(at, string.from);
    for (const { 0: word, index } of between.matchAll(/[\p{L}_][\p{L}\p{N}_]*|\p{Nd}[\p{Nd}_]*/gu))
      yield { from: at + index, to: at + index + word.length };
    at = string.to;
  }
}

const escapes: ReadonlyMap<string, string> = new Map([
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
  ['\0', '\\x00'],
]);

export function escapedControls(text: string): Edit[] {
  const edits: Edit[] = [];
  for (const { from, to } of stringsIn(text)) {
    for (let at = from; at < to; at += 1) {
      const escape = escapes.get(text.charAt(at));
      if (text.charAt(at) === '\\') at += 1;
      else if (escape !== undefined) edits.push({ from: at, to: at + 1, text: escape });
    }
  }
  return edits;
}

/** `07` becomes `7`; `00`, `07.5` and `1.07` are Python. */
export function cutZeros(text: string): Edit[] {
  const edits: Edit[] = [];
  for (const { from, to } of wordsIn(text)) {
    const digits = text.slice(from, to).replaceAll('_', '');
    if (!/^0\d*[1-9]/.test(digits) || text.charAt(from - 1) === '.' || /[.eEjJ]/.test(text.charAt(to))) continue;
    edits.push({ from, to, text: digits.replace(/^0+/, '') });
  }
  return edits;
}

export function renamedKeywords(text: string): Edit[] {
  const edits: Edit[] = [];
  for (const { from, to } of wordsIn(text)) {
    if (!keywords.has(text.slice(from, to))) continue;
    const next = afterSpace(text, to);
    let before = from - 1;
    while (before >= 0 && isPythonSpace(text.charCodeAt(before))) before -= 1;
    const isArgument = text.charAt(next) === '=' && text.charAt(next + 1) !== '=' && '(,'.includes(text.charAt(before));
    if (isArgument && before >= 0) edits.push({ from: to, to, text: SUFFIX });
  }
  return edits;
}

/** Whether what follows a quote can follow a string. */
function mayClose(text: string, at: number): boolean {
  const next = afterSpace(text, at + 1);
  return next < text.length && ',)]}:'.includes(text.charAt(next));
}

/** The first string whose first closing quote cannot close it; null where there is none. A string that is open is none. */
function brokenString(text: string): Span | null {
  for (const { from, to } of stringsIn(text)) {
    if (closerOf(text, from) < 0) return null;
    if (!mayClose(text, to - 1)) return { from, to };
  }
  return null;
}

/** `contains_broken_string_literal`. */
export function hasBrokenString(text: string): boolean {
  return brokenString(text) !== null;
}

/** So many characters are parsed at most in search of the place where a string ends; the original tries every one. */
const MOST_PARSED = 1 << 18;

/** Escapes the quotes inside of a broken string, if it can end in one place only. */
export function escapedQuotes(text: string): Edit[] {
  const broken = brokenString(text);
  if (broken === null) return [];
  const inner: Edit[] = [];
  let winner: Edit[] | null = null;
  let parsed = 0;
  for (let at = broken.to - 1; at >= 0; at = closerOf(text, broken.from, at + 1)) {
    if (mayClose(text, at)) {
      parsed += text.length;
      if (parsed > MOST_PARSED) return [];
      const candidate = applied(text, inner);
      if (parseModule(applied(candidate, escapedControls(candidate))).ok) {
        if (winner !== null) return [];
        winner = [...inner];
      }
    }
    inner.push({ from: at, to: at, text: '\\' });
  }
  return winner ?? [];
}

/** The text with its edits, which are in order. */
export function applied(text: string, edits: readonly Edit[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { from, to, text: inserted } of edits) {
    parts.push(text.slice(at, from), inserted);
    at = to;
  }
  return [...parts, text.slice(at)].join('');
}

/** The first of some changed texts that Python parses; the text itself where it parses, or where none does. */
export function repaired(source: EditedText, note: (code: RepairCode, span: Span) => void): EditedText {
  if (parseModule(source.text).ok) return source;
  const notes: [RepairCode, Span][] = [];
  const change = (before: EditedText, code: RepairCode, edits: readonly Edit[]): EditedText => {
    for (const edit of edits)
      notes.push([code, before.inOriginal({ from: edit.from, to: Math.max(edit.to, edit.from + 1) })]);
    return before.edited(edits);
  };
  const cut = change(source, 'zeros-cut', cutZeros(source.text));
  const escaped = change(cut, 'control-escaped', escapedControls(cut.text));
  const candidates = [escaped];
  const quotes = escapedQuotes(escaped.text);
  if (quotes.length > 0) {
    const closed = change(escaped, 'quotes-escaped', quotes);
    candidates.push(change(closed, 'control-escaped', escapedControls(closed.text)));
  }
  const last = candidates.at(-1) ?? escaped;
  const names = renamedKeywords(last.text);
  if (names.length > 0) candidates.push(change(last, 'keyword-renamed', names));
  const found = candidates.find(({ text }) => parseModule(text).ok);
  if (found === undefined) return source;
  for (const [code, span] of notes) note(code, span);
  return found;
}
