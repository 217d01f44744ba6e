import { FAILED, type Matcher, type Reading, type Tag, type Wanted } from './reading.ts';

// An ordered choice, as in a parsing expression grammar: of several alternatives the first that does not fail counts, and what
// was read is never read in another way later on. The end of the text is accepted everywhere inside of a part.

/** Nothing, which is always there. */
export const nothing: Matcher = (_reading, at) => at;

/** The end of the text. */
export const end: Matcher = (reading, at) =>
  at >= reading.text.length || reading.isSampling ? at : reading.refuse(at, 'wanted-end');

/** Exactly this text, or its begin at the end of the reply. */
export function literal(expected: string, wanted: Wanted = 'wanted-marker'): Matcher {
  return (reading, at) => {
    const { text } = reading;
    if (text.startsWith(expected, at)) return at + expected.length;
    if (at + expected.length > text.length && expected.startsWith(text.slice(at))) return reading.more(text.length);
    let to = at;
    while (text[to] === expected[to - at]) to += 1;
    return reading.refuse(to, wanted, expected);
  };
}

/** White space of ASCII, perhaps none. */
export const space: Matcher = ({ text, isSampling }, at) => {
  if (isSampling) return sampledSpace(text, at);
  let to = at;
  while (to < text.length && isSpace(text.charCodeAt(to))) to += 1;
  return to;
};

/** All that the grammar lets the sampler write: one space, or one or two line breaks with an indentation. */
export function sampledSpace(text: string, at: number): number {
  if (text[at] === ' ') return at + 1;
  let to = at;
  while (to < at + 2 && text[to] === '\n') to += 1;
  if (to === at) return at;
  const indented = to + 20;
  while (to < indented && (text[to] === ' ' || text[to] === '\t')) to += 1;
  return to;
}

function isBlank(text: string, from: number): boolean {
  let at = from;
  while (at < text.length && isSpace(text.charCodeAt(at))) at += 1;
  return at === text.length;
}

/** As C's `isspace` has it. */
export function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13);
}

/** At least one character that `accepts` takes, and at most so many. */
export function characters(accepts: (code: number) => boolean, most = Infinity): Matcher {
  return (reading, at) => {
    const { text } = reading;
    let to = at;
    while (to < text.length && to - at < most && accepts(text.charCodeAt(to))) to += 1;
    if (to > at) return to;
    return to >= text.length ? reading.more(to) : reading.refuse(at, 'wanted-marker');
  };
}

/**
 * All text before the first of the markers, which is not taken. A marker that only begins at the end of the text stops it as
 * well; without one there is more to come.
 */
export function until(...stops: readonly string[]): Matcher {
  const markers = stops.filter((marker) => marker !== '');
  const longest = Math.max(0, ...markers.map(({ length }) => length));
  const firsts = new Set(markers.map((marker) => marker.charCodeAt(0)));
  const pattern = markers.length === 0 ? null : new RegExp(markers.map(escaped).join('|'), 'g');
  return (reading, at) => {
    const { text } = reading;
    const found = pattern === null ? -1 : search(reading, pattern, at, longest);
    // The text before a call, and not a value. Where the marker was found, the text after what is no call says nothing of it.
    if (reading.captures.at(-1)?.tag === 'content' && (reading.sought?.found ?? null) === null) {
      const marker = found < 0 ? '' : (markers.find((one) => text.startsWith(one, found)) ?? '');
      reading.sought = { markers, found: marker === '' ? null : { from: found, to: found + marker.length } };
    }
    for (let from = Math.max(at, text.length - longest + 1); from < (found < 0 ? text.length : found); from += 1) {
      if (!firsts.has(text.charCodeAt(from))) continue;
      const last = text.slice(from);
      if (!markers.some((marker) => marker.startsWith(last))) continue;
      reading.hasHeldBack = true;
      return from;
    }
    if (found >= 0) return found;
    if (reading.isSampling) return text.length;
    reading.open = { from: at, stops: firsts };
    return reading.more(text.length);
  };
}

/** Where the first match is from `at` on, or -1; a match has at most so many characters. */
function search({ text, before }: Reading, pattern: RegExp, at: number, longest: number): number {
  pattern.lastIndex = before?.searchFrom(pattern, at) ?? at;
  const found = pattern.exec(text)?.index ?? -1;
  const mayBegin = text.length - longest + 1;
  before?.noteSearched(pattern, at, found < 0 ? mayBegin : Math.min(found, mayBegin));
  return found;
}

/** One after the other. */
export function sequence(...parts: readonly (Matcher | string)[]): Matcher {
  const matchers = parts.map(asMatcher);
  return (reading, at) => {
    const mark = reading.captures.length;
    let from = at;
    for (const matcher of matchers) {
      const to = matcher(reading, from);
      if (to === FAILED) {
        reading.dropTo(mark);
        reading.stoppedAt = from;
      }
      if (to === FAILED || reading.needsMore) return to;
      from = to;
    }
    return from;
  };
}

/** The first that does not fail. */
export function choice(...parts: readonly (Matcher | string)[]): Matcher {
  const matchers = [...new Set(parts.map(asMatcher))];
  return (reading, at) => {
    for (const matcher of matchers) {
      const to = matcher(reading, at);
      if (to !== FAILED) return to;
    }
    return FAILED;
  };
}

/** As often as it comes, within the bounds. Nothing more is looked for where the text ends. */
export function repeat(part: Matcher, least = 0, most = Infinity): Matcher {
  return (reading, at) => {
    const mark = reading.captures.length;
    let count = 0;
    let to = at;
    while (count < most && to < reading.text.length) {
      const before = reading.captures.length;
      const next = part(reading, to);
      if (reading.needsMore) {
        if (!reading.isSampling || count < least || !isBlank(reading.text, to)) return next;
        // White space at the end may begin one more part, or come after the last.
        reading.couldGoOn = true;
        reading.needsMore = false;
        break;
      }
      // What matches nothing would match for ever.
      if (next === to) reading.dropTo(before);
      if (next === to || next === FAILED) break;
      to = next;
      count += 1;
    }
    if (count >= least) return to;
    if (to >= reading.text.length) return reading.more(to);
    reading.dropTo(mark);
    return FAILED;
  };
}

export function optional(...parts: readonly (Matcher | string)[]): Matcher {
  return repeat(sequence(...parts), 0, 1);
}

/** Whether it would be read here; nothing is taken. */
export function ahead(part: Matcher): Matcher {
  return (reading, at) => {
    if (reading.isSampling) return at;
    const mark = reading.captures.length;
    const to = part(reading, at);
    reading.dropTo(mark);
    return to === FAILED ? FAILED : at;
  };
}

/** Whether it would not be read here; nothing is taken. */
export function unless(part: Matcher): Matcher {
  return (reading, at) => {
    if (reading.isSampling) return at;
    const mark = reading.captures.length;
    const to = part(reading, at);
    reading.dropTo(mark);
    return to === FAILED || reading.needsMore ? at : reading.refuse(at, 'wanted-marker');
  };
}

/** What the sampler's grammar leaves out, as another alternative takes all of it. */
export function notSampled(part: Matcher): Matcher {
  return (reading, at) => (reading.isSampling ? FAILED : part(reading, at));
}

/** Captures in it count only when it is whole. */
export function whole(...parts: readonly (Matcher | string)[]): Matcher {
  const part = sequence(...parts);
  return (reading, at) => {
    const mark = reading.captures.length;
    const to = part(reading, at);
    if (reading.needsMore) reading.dropTo(mark);
    return to;
  };
}

/** Notes what it read. */
export function capture(tag: Tag, ...parts: readonly (Matcher | string)[]): Matcher {
  const part = sequence(...parts);
  return (reading, at) => {
    const { captures } = reading;
    const own = { tag, from: at, to: at, isPartial: false, next: 0 };
    const mark = captures.push(own) - 1;
    const to = part(reading, at);
    if (to === FAILED) {
      reading.dropTo(mark);
    } else {
      own.to = to;
      own.isPartial = reading.needsMore;
      own.next = captures.length;
    }
    return to;
  };
}

function asMatcher(part: Matcher | string): Matcher {
  return typeof part === 'string' ? literal(part) : part;
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}
