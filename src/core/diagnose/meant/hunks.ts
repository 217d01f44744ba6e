import { alignKeys, inOrder, overlaps, type Span, withPlace } from '../../text/document/index.ts';
import type { Extraction } from '../../trace/index.ts';
import { insertAt, replace, type Change } from '../changes.ts';
import { quoted } from '../rule.ts';
import type { Cause } from './cause.ts';

/** In longer blocks and with more differences than this a part of the markup explains nothing. */
const LONGEST = 4000;
const MOST_HUNKS = 8;
const LONGEST_SHOWN = 60;

/** Tags, markers in square brackets, strings, words, and single signs. */
const TOKEN = /\]<\]minimax\[>\[|<[^<>\n]{1,100}>|\[\/?[A-Z_]{3,}\]|"(?:[^"\\\n]|\\.)*"|[\p{L}\p{N}_.-]+|\S/gu;

/**
 * What differs between the calls as they are and as their format writes them, each difference on its own: which of them a runtime
 * stops at is known when they were tried. None where a value differs: a runtime says better what is wrong with that.
 *
 * @param written blocks of the document with what the format writes in their place
 */
export function hunksOf({ document, calls }: Extraction, written: readonly Change[]): Cause[] {
  const changes = written.flatMap(({ span, insert }) => hunksIn(document, span, insert));
  const isName = ({ span, insert }: Change): boolean =>
    calls.some(({ nameSpan }) => overlaps(nameSpan, span)) && !/[<>[\]]/.test(textIn(document, span) + insert);
  // What is removed with its value is an argument, and no markup.
  const isMarkup = ({ span, insert }: Change): boolean =>
    /[<>]|\[[A-Z_]{3,}\]|\b[A-Z]{3,}_[A-Z]{3,}\b/.test(textIn(document, span) + insert) &&
    (insert !== '' || !/[^>]<\//.test(textIn(document, span).replace(/\s+/g, '')));
  if (changes.length > MOST_HUNKS || !changes.every((one) => isName(one) || isMarkup(one))) return [];
  return changes.map((change) => ({
    code: isName(change) ? 'D23' : 'D06',
    fact: `${withPlace(faultOf(document, change, isName(change)), document, change.span.from)}.`,
    span: change.span,
    label: 'Correct the markup',
    changes: [change],
  }));
}

function faultOf(document: string, { span, insert }: Change, isName: boolean): string {
  const [there, wanted] = [shown(textIn(document, span)), shown(insert)];
  if (isName && there !== '' && wanted !== '') return `The name is \`${there}\` instead of \`${wanted}\``;
  if (there !== '' && wanted !== '') return `\`${there}\` is in the place of \`${wanted}\``;
  if (there !== '') return `\`${there}\` is where the format has nothing`;
  const next = shown(/\S.*/.exec(document.slice(span.to, span.to + LONGEST_SHOWN))?.[0] ?? '');
  return `\`${wanted}\` is missing${next === '' ? '' : ` before \`${next}\``}`;
}

/** The first tag of a text with the words after it, else the first words. */
function shown(text: string): string {
  const trimmed = text.trim();
  const tag = /^(?:\]<\]minimax\[>\[)?(?:<[^<>\n]{1,60}>(?:[^<>\]\n]{1,30}(?=$|<))?)?/.exec(trimmed)?.[0] ?? '';
  return quoted(tag === '' ? (/^[^\n<]+/.exec(trimmed)?.[0] ?? trimmed) : tag).trim();
}

function textIn(document: string, { from, to }: Span): string {
  return document.slice(from, to);
}

function hunksIn(document: string, { from, to }: Span, insert: string): Change[] {
  const block = document.slice(from, to);
  if (block.length > LONGEST || insert.length > LONGEST) return [];
  const [ones, others] = [tokensIn(block), tokensIn(insert)];
  const partners = alignKeys(ones.map(textOf(block)), others.map(textOf(insert)));
  const changes: Change[] = [];
  /** The tokens that have no partner, since the last that has one. */
  let [lone, wanted]: [Span[], Span[]] = [[], []];
  let [end, insertEnd] = [0, 0];
  const close = (next: number): void => {
    const [first, last] = [lone[0], lone.at(-1)];
    const [firstWanted, lastWanted] = [wanted[0], wanted.at(-1)];
    if (first !== undefined && last !== undefined)
      changes.push(
        replace(
          { from: from + first.from, to: from + last.to },
          firstWanted === undefined || lastWanted === undefined ? '' : insert.slice(firstWanted.from, lastWanted.to),
        ),
      );
    else if (firstWanted !== undefined) changes.push(insertAt(from + end, insert.slice(insertEnd, next)));
    [lone, wanted] = [[], []];
  };
  for (const [left, right] of inOrder(partners, others.length)) {
    const [one, other] = [left === null ? undefined : ones[left], right === null ? undefined : others[right]];
    if (one !== undefined && other !== undefined) {
      close(other.from);
      [end, insertEnd] = [one.to, other.to];
    } else if (one !== undefined) lone.push(one);
    else if (other !== undefined) wanted.push(other);
  }
  close(insert.length);
  return changes;
}

function tokensIn(text: string): Span[] {
  return [...text.matchAll(TOKEN)].map(({ 0: token, index }) => ({ from: index, to: index + token.length }));
}

function textOf(text: string): (span: Span) => string {
  return ({ from, to }) => text.slice(from, to);
}
