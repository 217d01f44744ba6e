import { endOfLine } from '../../text/document/index.ts';
import { readJson, valueToText } from '../../text/json/index.ts';
import { printedJson } from '../printed/index.ts';

/** Longer texts are no console that a person unfolds by hand. In UTF-16 units. */
const LONGEST = 100_000;

/** The value of a console on one line, from its first bracket on, with what it has folded in it. */
const FOLDED =
  /(?:\b[A-Z]\w{0,40} ?)?(?:\{|\(\d{1,6}\) ?\[|Array\(\d{1,6}\) ?\[)[^\n]{0,2000}?(?:Array\(\d{1,6}\)|\{…\}|\[…\]|\(\d{1,6}\) ?\[)[^\n]{0,2000}[}\]](?=[ \t]{0,8}$)/;
/** A member on a line of its own below it, with the sign that unfolds it. */
const MEMBER = /^([ \t]{1,80})(?:[▸▾▼▶▽▷] ?)?["']?([\w$.-]{1,60}|\[\[\w{1,40}\]\]|<\w{1,40}>)["']?:(?: (.*))?$/;

interface Row {
  readonly indent: number;
  readonly key: string;
  value: string;
}

/**
 * A text in which the console of a browser shows a value with its members unfolded below it, each on a line and further to the right:
 * with JSON in their place. Null for any other text. Linear.
 */
export function unfolded(text: string): string | null {
  if (text.length > LONGEST || !/Array\(\d|\{…\}|\[…\]|\(\d{1,6}\) ?\[/.test(text)) return null;
  const pieces: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length;) {
    const to = endOfLine(text, at);
    const line = text.slice(at, to);
    const found = line.length < 6000 ? FOLDED.exec(line) : null;
    const { rows, end } = found === null ? { rows: [], end: to } : rowsBelow(text, to + 1, indentOf(line));
    if (found !== null && rows.length > 0) {
      pieces.push(text.slice(from, at + found.index), written(rows, 0, found[0]).json, '\n');
      from = end;
    }
    at = Math.max(to + 1, end);
  }
  return from === 0 ? null : pieces.join('') + text.slice(from);
}

function indentOf(line: string): number {
  return /^[ \t]*/.exec(line)?.[0].length ?? 0;
}

/** The members below a line, up to the first that is no further to the right. */
function rowsBelow(
  text: string,
  from: number,
  margin: number,
): { readonly rows: readonly Row[]; readonly end: number } {
  const rows: Row[] = [];
  let at = from;
  while (at < text.length) {
    const to = endOfLine(text, at);
    const line = text.slice(at, to);
    if (line.trim() === '' || indentOf(line) <= margin) break;
    const [, indent = '', key = '', value = ''] = MEMBER.exec(line.slice(0, 6000)) ?? [];
    const last = rows.at(-1);
    if (key !== '') rows.push({ indent: indent.length, key, value: value.trim() });
    else if (last === undefined) break;
    else last.value += `\n${line.trim()}`;
    at = to + 1;
  }
  return { rows, end: Math.min(at, text.length) };
}

/** What only a browser adds to an object and a list. */
const ADDED = /^(?:\[\[\w+\]\]|<\w+>)$/;

/** The members at one level from a row on. */
function written(
  rows: readonly Row[],
  from: number,
  preview: string,
): { readonly json: string; readonly next: number } {
  const indent = rows[from]?.indent ?? 0;
  const members: (readonly [key: string, json: string])[] = [];
  let at = from;
  for (let row = rows[at]; row !== undefined && row.indent >= indent; row = rows[at]) {
    const isOver = (rows[at + 1]?.indent ?? 0) > row.indent;
    const inner = isOver ? written(rows, at + 1, row.value) : null;
    at = inner?.next ?? at + 1;
    if (!ADDED.test(row.key)) members.push([row.key, inner?.json ?? leaf(row.value)]);
  }
  const isList = /^(?:\(\d+\) ?\[|Array\(|\[)/.test(preview) || members.every(([key]) => /^\d+$/.test(key));
  const kept = isList ? members.filter(([key]) => key !== 'length') : members;
  const json = isList
    ? `[${kept.map(([, value]) => value).join(',')}]`
    : `{${kept.map(([key, value]) => `${valueToText(key)}:${value}`).join(',')}}`;
  return { json, next: at };
}

/** A value that nobody unfolded stays a text that says so, where it is not empty. */
function leaf(value: string): string {
  if (/^(?:Array\(0\)|\[\]|\(0\) ?\[\])$/.test(value)) return '[]';
  // Strings have quotes, and what is in them may look like anything.
  const told = value.replaceAll(
    /"(?:\\.|[^"\\])*"|Array\([1-9]\d*\)(?! ?\[)|\(\d+\) ?\[…\]|(?:[A-Z]\w* )?\{…\}|\[…\]/g,
    (one) => (one.startsWith('"') ? one : valueToText(one)),
  );
  return printedJson(told) ?? (readJson(told).ok ? told : valueToText(value));
}
