import { drawnControls, numberText } from '../../core/index.ts';
import { checkFirst } from './check-first.ts';
import { gaveNoCall, reportSections } from './issue-report.ts';
import { sectionText, type ReportSection } from './report-section.ts';
import type { Subject } from './kind.ts';
import { trackerOf } from './trackers.ts';
import { titleOfCase, wordsOf } from './said.ts';

/** The page of a tracker that is prefilled with a report. */
export interface IssuePage {
  /** `owner/name` on GitHub. */
  readonly tracker: string;
  readonly href: string;
  /** What to look at before; '' for nothing. */
  readonly first: string;
  /** The titles of the sections that did not fit. */
  readonly leftOut: readonly string[];
  /** The titles of those of which only the beginning and the end fit. */
  readonly shortened: readonly string[];
}

/**
 * GitHub refuses addresses that are a little longer. In characters.
 *
 * @internal Tests measure addresses with it.
 */
export const ISSUE_PAGE_LIMIT = 8000;
/** A long section takes no more than this as long as others wait. In characters of the address, like all below. */
const SHARE = 2000;
/** Less than this of a section is not worth its heading. */
const LEAST = 300;
/** What cutting in whole characters, which take up to twelve, may leave unused. */
const SLACK = 40;
/** For the sentence that names what is missing. */
const NOTE = 400;
const LONGEST_TITLE = 120;

/**
 * The issue form of the runtime's tracker with as much of the report as fits; null where no tracker is known, and where a paste
 * only names the server: nobody knows what it did.
 */
export function issuePage(subject: Subject): IssuePage | null {
  const { extraction, fields } = subject;
  const tracker = extraction === null ? null : trackerOf(extraction.runtime);
  if (extraction === null || tracker === null) return null;
  const { isProved, did } = wordsOf(subject, extraction);
  if (isProved && did === null && fields.expected === null) return null;
  const start = `https://github.com/${tracker}/issues/new?title=${encoded(titleOf(subject, extraction))}&body=`;
  const sections = reportSections(subject, extraction);
  const granted = grants(sections, ISSUE_PAGE_LIMIT - start.length - NOTE);
  const written = sections.map((section, index) => fitted(section, granted[index] ?? 0));
  const titles = (wanted: 'none' | 'part'): string[] =>
    sections.flatMap(({ title }, index) => (written[index]?.how === wanted ? [title] : []));
  const [leftOut, shortened] = [titles('none'), titles('part')];
  const body = [...written.flatMap(({ text }) => (text === '' ? [] : [text])), missingText(leftOut, shortened)];
  const whole = body.filter((part) => part !== '').join('\n\n');
  const first = checkFirst(wordsOf(subject, extraction), extraction);
  return { tracker, href: start + encoded(whole), first, leftOut, shortened };
}

type Answer = NonNullable<Subject['extraction']>;

function titleOf(subject: Subject, extraction: Answer): string {
  const { expected } = subject.fields;
  const names = (calls: readonly { readonly name: string }[]): string =>
    calls.map(({ name }) => name).join(', ') || 'no call';
  const isNone = gaveNoCall(wordsOf(subject, extraction));
  const got = extraction.outcome === 'error' ? 'an error' : names(isNone ? [] : extraction.calls);
  const happened = expected === null ? titleOfCase(subject, extraction) : `expected ${names(expected)}, got ${got}`;
  const title = drawnControls(`${extraction.runtime.label}: ${happened}`).replaceAll(/\s+/g, ' ').trim();
  return title.length > LONGEST_TITLE ? `${title.slice(0, LONGEST_TITLE - 1)}…` : title;
}

/**
 * How much of the address each section may take, in their order; 0 for none. By rank each takes its share, then what is left
 * goes to those that are cut.
 */
function grants(sections: readonly ReportSection[], limit: number): readonly number[] {
  const wanted = sections.map(cost);
  const granted = sections.map(() => 0);
  const order = sections.map(({ rank }, index) => ({ rank, index })).sort((a, b) => a.rank - b.rank);
  let room = limit;
  for (const most of [SHARE, limit]) {
    for (const { index } of order) {
      const [want, has] = [wanted[index] ?? 0, granted[index] ?? 0];
      const canBeCut = typeof sections[index]?.body !== 'string';
      const takes = canBeCut ? Math.min(want, Math.max(has, Math.min(most, has + room))) : want;
      if (takes - has > room || takes < Math.min(want, LEAST)) continue;
      granted[index] = takes;
      room -= takes - has;
    }
  }
  return granted;
}

interface Fitted {
  readonly text: string;
  readonly how: 'whole' | 'part' | 'none';
}

/** The section in no more than `granted` characters of an address. */
function fitted(section: ReportSection, granted: number): Fitted {
  if (granted === 0) return { text: '', how: 'none' };
  const { body } = section;
  if (typeof body === 'string' || cost(section) <= granted) return { text: sectionText(section), how: 'whole' };
  const cut = (room: number): ReportSection => {
    return { ...section, body: { quoted: middleCut(body.quoted, room), language: 'text' } };
  };
  // What the heading, the fence and the mark in the middle take is known when they are there.
  const second = cut(granted - Math.max(0, cost(cut(granted)) - granted) - SLACK);
  return cost(second) <= granted ? { text: sectionText(second), how: 'part' } : { text: '', how: 'none' };
}

/** The beginning and the end of a text, with the number of characters that are missing between them. */
function middleCut(text: string, room: number): string {
  const head = fitting(text, (room * 2) / 3);
  // No character takes less than one.
  const near = Array.from(text.slice(Math.max(head, text.length - Math.max(0, room)))).reverse();
  const tail = fitting(near, room / 3);
  const missing = numberText(text.length - head - tail);
  return `${text.slice(0, head)}\n… ${missing} more characters …\n${text.slice(text.length - tail)}`;
}

/** The length of as many of the first characters as fit. */
function fitting(characters: Iterable<string>, room: number): number {
  let left = room;
  let length = 0;
  for (const character of characters) {
    left -= encoded(character).length;
    if (left < 0) break;
    length += character.length;
  }
  return length;
}

function missingText(leftOut: readonly string[], shortened: readonly string[]): string {
  return [
    ...(leftOut.length === 0 ? [] : [`Left out, because this form is prefilled by an address: ${leftOut.join(', ')}.`]),
    ...(shortened.length === 0 ? [] : [`Shortened: ${shortened.join(', ')}.`]),
  ].join(' ');
}

/** With the empty line after it. */
function cost(section: ReportSection): number {
  return encoded(`${sectionText(section)}\n\n`).length;
}

/** As part of an address. What no address can hold, control characters and halves of pairs, is replaced. */
function encoded(text: string): string {
  const clean = text.replaceAll(/[\p{Surrogate}\p{Cc}]/gu, (one) => (/\s/.test(one) ? one : '\uFFFD'));
  return encodeURIComponent(clean).replaceAll('%20', '+');
}
