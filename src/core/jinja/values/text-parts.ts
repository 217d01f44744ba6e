import { isPythonLineEnd, isPythonSpace } from '../../text/languages/index.ts';
import type { Budget } from '../budget.ts';
import { emptyText, nowhere, Text, TextBuilder, type Run } from './text.ts';

/** What methods of str do with the parts of a text, so that every part keeps its origin. */

/** How many code points: `len(text)`. */
export function lengthOf(text: Text): number {
  return text.isPlain ? text.length : codePointStarts(text.text).length;
}

/** Where each code point begins. */
function codePointStarts(text: string): number[] {
  const starts: number[] = [];
  for (let at = 0; at < text.length; at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1) starts.push(at);
  return starts;
}

/** `list(text)`. */
export function* charactersOf(text: Text): Generator<Text> {
  for (let at = 0; at < text.length;) {
    const to = at + ((text.text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);
    yield text.slice(at, to);
    at = to;
  }
}

/** Indices of code points, in order, joined to a text. */
export function sliceByIndices(text: Text, first: number, count: number, step: number): Text {
  if (count <= 0) return emptyText;
  if (text.isPlain && step === 1) return text.slice(first, first + count);
  const starts = text.isPlain ? null : codePointStarts(text.text);
  const at = (index: number): number => (starts === null ? index : (starts[index] ?? text.length));
  if (step === 1) return text.slice(at(first), at(first + count));
  const out = new TextBuilder();
  for (let index = 0; index < count; index += 1) {
    const place = first + index * step;
    out.add(text.slice(at(place), at(place + 1)));
  }
  return out.text();
}

export function stripped(text: Text, characters: string | null, sides: 'both' | 'left' | 'right'): Text {
  const set = characters === null ? null : new Set(characters);
  const isStripped = (character: string): boolean =>
    set === null ? isPythonSpace(character.charCodeAt(0)) : set.has(character);
  const { text: whole } = text;
  let from = 0;
  let to = whole.length;
  while (sides !== 'right' && from < to) {
    const character = String.fromCodePoint(whole.codePointAt(from) ?? 0);
    if (!isStripped(character)) break;
    from += character.length;
  }
  while (sides !== 'left' && from < to) {
    const pair = to - 2 >= from ? whole.slice(to - 2, to) : '';
    const character = (pair.codePointAt(0) ?? 0) > 0xffff ? pair : whole.charAt(to - 1);
    if (!isStripped(character)) break;
    to -= character.length;
  }
  return text.slice(from, to);
}

/** `text.split(separator, most)`; most is -1 for all. The separator is not empty. */
export function splitAt(text: Text, separator: string, most: number, fromRight = false): Text[] {
  const found: number[] = [];
  const { text: whole } = text;
  if (fromRight) {
    let end = whole.length;
    while (found.length !== most) {
      const at = end < separator.length ? -1 : whole.lastIndexOf(separator, end - separator.length);
      if (at < 0) break;
      found.push(at);
      end = at;
    }
    found.reverse();
  } else {
    for (
      let at = whole.indexOf(separator);
      at >= 0 && found.length !== most;
      at = whole.indexOf(separator, at + separator.length)
    )
      found.push(at);
  }
  const parts: Text[] = [];
  let from = 0;
  for (const at of found) {
    parts.push(text.slice(from, at));
    from = at + separator.length;
  }
  parts.push(text.slice(from, whole.length));
  return parts;
}

/** `text.split()`: at runs of white space. */
export function splitAtSpace(text: Text, most: number, fromRight = false): Text[] {
  const words: { from: number; to: number }[] = [];
  const { text: whole } = text;
  const isSpace = (at: number): boolean => isPythonSpace(whole.charCodeAt(at));
  if (fromRight) {
    let to = whole.length;
    for (;;) {
      while (to > 0 && isSpace(to - 1)) to -= 1;
      if (to === 0) break;
      let from = to;
      if (words.length === most) from = 0;
      else while (from > 0 && !isSpace(from - 1)) from -= 1;
      words.push({ from, to });
      to = from;
    }
    words.reverse();
  } else {
    let from = 0;
    for (;;) {
      while (from < whole.length && isSpace(from)) from += 1;
      if (from === whole.length) break;
      let to = from;
      if (words.length === most) {
        to = whole.length;
      } else while (to < whole.length && !isSpace(to)) to += 1;
      words.push({ from, to });
      from = to;
    }
  }
  return words.map(({ from, to }) => text.slice(from, to));
}

export function linesOf(text: Text, keepEnds = false): Text[] {
  const lines: Text[] = [];
  const { text: whole } = text;
  let from = 0;
  for (let at = 0; at < whole.length; at += 1) {
    const code = whole.charCodeAt(at);
    if (!isPythonLineEnd(code)) continue;
    const to = code === 0x0d && whole.charCodeAt(at + 1) === 0x0a ? at + 2 : at + 1;
    lines.push(text.slice(from, keepEnds ? to : at));
    from = to;
    at = to - 1;
  }
  if (from < whole.length) lines.push(text.slice(from, whole.length));
  return lines;
}

/** `text.replace(old, replacement, most)`. */
export function replaced(text: Text, old: string, replacement: Text, most: number, budget: Budget): Text {
  const { text: whole } = text;
  const out = new TextBuilder();
  let copied = 0;
  let count = 0;
  const put = (from: number, to: number): void => {
    budget.make(replacement.length + from - copied);
    out.add(text.slice(copied, from));
    out.add(replacement);
    copied = to;
    count += 1;
  };
  if (old === '') {
    for (const at of [...codePointStarts(whole), whole.length]) {
      if (count === most) break;
      put(at, at);
    }
  } else {
    for (let at = whole.indexOf(old); at >= 0 && count !== most; at = whole.indexOf(old, at + old.length))
      put(at, at + old.length);
  }
  if (count === 0) return text.slice(0, whole.length);
  budget.make(whole.length - copied);
  out.add(text.slice(copied, whole.length));
  return out.text();
}

export function joined(separator: Text, parts: readonly Text[], budget: Budget): Text {
  const all: Text[] = [];
  for (const part of parts) {
    if (all.length > 0 && separator.length > 0) all.push(separator);
    budget.make(part.length + separator.length);
    all.push(part);
  }
  return Text.join(all);
}

export function repeated(text: Text, count: bigint, budget: Budget): Text {
  if (count <= 0n || text.length === 0) return emptyText;
  budget.make(count > 1_000_000_000_000n ? Infinity : Number(count) * text.length);
  // Each repetition is a run of its own.
  budget.spend(4 * Number(count));
  return Text.join(Array<Text>(Number(count)).fill(text));
}

/** Another case. Where a character becomes several, its run is a unit. */
export function recased(text: Text, change: (text: string) => string): Text {
  const whole = change(text.text);
  if (whole === text.text) return text.slice(0, text.length);
  const runs: Run[] = [];
  if (whole.length === text.length) {
    let at = 0;
    for (const run of text.runs()) {
      const isSame = whole.startsWith(text.text.slice(at, at + run.length), at);
      runs.push(isSame ? run : changed(run, run.length));
      at += run.length;
    }
    return new Text(whole, runs);
  }
  let made = '';
  for (const character of charactersOf(text)) {
    const one = change(character.text);
    const run = character.runs()[0];
    made += one;
    if (run !== undefined && one !== '') runs.push(one === character.text ? run : changed(run, one.length));
  }
  // A character whose form depends on its neighbours.
  return made === whole
    ? new Text(whole, runs)
    : new Text(whole, [{ length: whole.length, origin: nowhere, step: -1 }]);
}

function changed(run: Run, length: number): Run {
  const { origin } = run;
  if (origin.kind === 'computed') return { ...run, length };
  return { length, origin: { ...origin, written: 'changed' }, step: run.step };
}
