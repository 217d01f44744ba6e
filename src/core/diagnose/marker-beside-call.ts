import type { Diagnosis, ToolCall } from '../trace/index.ts';
import { editDistance, slipsAllowed, type Span, withPlace } from '../text/document/index.ts';
import { formatList, turnEnds } from '../formats/index.ts';
import { liesIn } from '../engines/kit/index.ts';
import { fold, LONGEST_MARKER, tagsOf } from './literals.ts';
import { diagnosis, quoted } from './rule.ts';
import { firstCalls, type Subject } from './subject.ts';

const MOST_FINDINGS = 2;

/**
 * A word directly before or after a call is nearly a marker, or a marker of the other end. Callscope reads the call without
 * it, but other runtimes need it. Runs only if no other rule found anything.
 */
export function markersBesideCalls(subject: Subject): Diagnosis[] {
  if (!subject.readsFormats) return [];
  const free = subject.extraction.ledger.filter(({ kind }) => kind === 'content' || kind === 'markup');
  const found: Diagnosis[] = [];
  for (const call of firstCalls(subject.extraction)) {
    for (const [place, wrong] of [
      [wordBefore(subject, call), closers],
      [wordAfter(subject, call), openers],
    ] as const) {
      if (found.length >= MOST_FINDINGS) return found;
      if (place === null || !liesIn(free, place.from) || isInBlock(subject, place.from)) continue;
      const written = subject.document.slice(place.from, place.to);
      const marker = nearest(written);
      const isMisplaced = wrong.has(written) && !endsWhatIsOpen(subject.document, written, place.from);
      const fault = isMisplaced
        ? 'is at the wrong end of the call'
        : marker === null
          ? null
          : `is almost the marker \`${quoted(marker)}\``;
      if (fault === null) continue;
      found.push(
        diagnosis(
          'D06',
          {
            fact: `${withPlace(`\`${quoted(written)}\` ${fault}`, subject.document, place.from)}.`,
            reader: 'Callscope reads the call without it, but most parsers do not.',
          },
          place,
        ),
      );
    }
  }
  return found;
}

function isInBlock({ enclosing }: Subject, at: number): boolean {
  return enclosing.some(({ from, to }) => from <= at && at < to);
}

/** The block that encloses a call, or the call itself. */
function blockOf(subject: Subject, { span }: ToolCall): Span {
  return subject.enclosing.find(({ from, to }) => from <= span.from && span.to <= to) ?? span;
}

/** The word directly before a call. */
function wordBefore(subject: Subject, call: ToolCall): Span | null {
  const { from } = blockOf(subject, call);
  const before = subject.document.slice(Math.max(0, from - LONGEST_MARKER), from);
  const word = /(?:^|\s)(\S{5,})\s?$/.exec(before)?.[1];
  if (word === undefined) return null;
  const at = from - before.length + before.lastIndexOf(word);
  return { from: at, to: at + word.length };
}

/** The word directly after a call. */
function wordAfter(subject: Subject, call: ToolCall): Span | null {
  const { to } = blockOf(subject, call);
  const after = subject.document.slice(to, Math.min(subject.textTo, to + LONGEST_MARKER));
  const word = /^\s?(\S{4,})(?:\s|$)/.exec(after)?.[1];
  if (word === undefined) return null;
  const at = to + after.indexOf(word);
  return { from: at, to: at + word.length };
}

const ofFormats = formatList.map((format) => ({
  openers: typeof format.openers === 'function' ? [] : format.openers.map(({ text }) => text.trim()),
  closers: format.closers ?? [],
  tokens: tagsOf(format),
}));
const allOpeners = new Set(ofFormats.flatMap((format) => format.openers));
const allClosers = new Set(ofFormats.flatMap((format) => format.closers));
/** Tags that open blocks, and markers that close blocks and never open one. */
const openers = new Set([...allOpeners].filter((one) => allClosers.has(`</${one.slice(1)}`)));
const closers = new Set([...allClosers].filter((one) => !allOpeners.has(one)));

/** Whether a closer ends what an opener of its format began before: a message of thoughts before the one of the call. */
function endsWhatIsOpen(text: string, closer: string, at: number): boolean {
  const before = text.slice(0, at);
  const closed = before.lastIndexOf(closer);
  return ofFormats.some(
    ({ openers: own, closers: ends }) =>
      ends.includes(closer) && own.some((one) => one !== '' && before.lastIndexOf(one) > closed),
  );
}

/** The markers of blocks, the tokens inside blocks, and the tokens that end a turn. */
const markers = [
  ...new Set([...ofFormats.flatMap((format) => [...format.openers, ...format.closers, ...format.tokens]), ...turnEnds]),
].filter((text) => /^[<[].*[>\]]$/.test(text) && slipsAllowed(text.length) > 0);

/** The marker that a word misspells; null if the word is a marker, or if none is near. */
function nearest(word: string): string | null {
  if (!/[<>[\]|｜]/.test(word) || markers.includes(word) || turnEnds.includes(word)) return null;
  const folded = fold(word);
  const distanceTo = (marker: string): number => editDistance(folded, fold(marker), 2);
  for (const most of [0, 1, 2]) {
    const near = markers.find((marker) => most <= slipsAllowed(marker.length) && distanceTo(marker) <= most);
    if (near !== undefined) return near;
  }
  return null;
}
