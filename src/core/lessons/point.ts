import type { LessonCase, Target } from '../../data/lessons/lesson.ts';
import { excerpt, placeText, type Span } from '../text/document/index.ts';
import { type Grade, right, wrong } from './answer.ts';
import { quoted, type Reading, readCase, takenFor } from './reading.ts';

/** Grades a selection: it is one of the places that the engine itself names. White space at its ends does not count. */
export async function gradePoint(target: Target, given: LessonCase, selected: Span): Promise<Grade> {
  const reading = await readCase(given);
  if (typeof reading === 'string') return wrong(null, reading);
  const { text } = reading;
  const inside = (offset: number): number => Math.min(text.length, Math.max(0, Math.trunc(offset) || 0));
  const from = inside(Math.min(selected.from, selected.to));
  const end = inside(Math.max(selected.from, selected.to));
  // One character is pointed at by the cursor before it as well.
  const isOneCharacter = target.find === 'refused' || (target.find === 'read' && target.part !== undefined);
  const to = from === end && isOneCharacter ? Math.min(text.length, from + 1) : end;
  const chosen = bare(text, { from, to });
  const wanted = placesOf(target, reading).map((span) => bare(text, span));
  if (chosen.from >= chosen.to)
    return wrong(
      null,
      `Nothing is selected. The cursor is at ${placeText(text, from)}. Select the characters themselves.`,
    );
  const shown = quoted(text, chosen.from, chosen.to);
  if (wanted.some((span) => span.from === chosen.from && span.to === chosen.to))
    return right(`Yes: ${shown}.`, takenFor(reading, chosen.from));
  const near = wanted.find((span) => span.from < chosen.to && chosen.from < span.to);
  const hint =
    near === undefined
      ? (missed(target, reading, chosen) ?? beside(takenFor(reading, chosen.from), wanted, chosen))
      : chosen.to - chosen.from > near.to - near.from
        ? 'That is too much: some of it is something else.'
        : 'That is only a part of it.';
  return wrong(chosen, `${from === end ? 'The cursor is before' : 'You selected'} ${shown}.`, hint);
}

/** What is at a wrong place, and on which side of it the right one is. */
function beside(step: string, wanted: readonly Span[], chosen: Span): string {
  const there = `The server’s step there: ${step}`;
  const [first] = wanted;
  if (first === undefined) return there;
  return `${there} Look ${first.from < chosen.from ? 'before' : 'after'} your selection.`;
}

/** How far a server is at a wrong place, where one character is asked for; null where another one is, or no server gets there. */
function missed(target: Target, { whole, text }: Reading, chosen: Span): string | null {
  if (target.find === 'refused') {
    const refused = whole.trace.find((event) => event.kind === 'reject');
    if (refused?.kind !== 'reject') return null;
    const { label } = whole.runtime;
    return chosen.from < refused.at
      ? `${label} still accepts this, and gives up after it.`
      : `${label} gave up before it.`;
  }
  if (target.find !== 'read' || target.part === undefined) return null;
  const part = whole.trace.find((event) => event.kind === 'read' && event.what === target.what);
  if (part === undefined) return null;
  const shown = `\`${excerpt(text, part.from, part.to).replaceAll('`', "'")}\``;
  if (chosen.from >= part.to) return `That is after the end of ${shown}.`;
  return chosen.from < part.from ? `That is before ${shown}.` : `That is inside ${shown}, which ends later.`;
}

/** Where an engine did this in a reply. */
export function placesOf(target: Target, { whole, text }: Pick<Reading, 'whole' | 'text'>): readonly Span[] {
  switch (target.find) {
    case 'marker':
      return whole.trace.filter((event) => event.kind === 'marker' && event.role === target.role);
    case 'read': {
      const spans = whole.trace.filter((event) => event.kind === 'read' && event.what === target.what);
      return target.part === undefined ? spans : spans.map(({ to }) => ({ from: to - 1, to }));
    }
    case 'became':
      return whole.ledger.filter(({ kind }) => kind === target.kind);
    case 'refused': {
      const places = whole.trace.flatMap((event) => (event.kind === 'reject' ? [event.at] : []));
      return places.map((at) => ({ from: at, to: Math.min(text.length, at + 1) }));
    }
  }
}

/** Without white space at its ends, and without the quotes around one text: it is the same text with them. */
function bare(text: string, { from, to }: Span): Span {
  const outside = (at: number): boolean => /\s/.test(text.charAt(at));
  while (from < to && outside(from)) from += 1;
  while (to > from && outside(to - 1)) to -= 1;
  const isQuoted = /^"(?:[^"\\]|\\.)+"$/su.test(text.slice(from, to));
  return isQuoted ? { from: from + 1, to: to - 1 } : { from, to };
}
