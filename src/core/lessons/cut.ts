import type { Ask, LessonCase } from '../../data/lessons/lesson.ts';
import { clientOf, differenceFrom, readBothWays } from '../reader/index.ts';
import { type Grade, right, wrong } from './answer.ts';
import { callsText, ended, quoted, type Reading, readCase, spanAt } from './reading.ts';

type CutAsk = Extract<Ask, { kind: 'cut' }>;

const wanted: Readonly<Record<CutAsk['shows'], string>> = {
  leak: 'show markup to the user',
  loss: 'lose the call',
  difference: 'change what the client gets',
};

/** Grades one border between two chunks: the reply is streamed in these two pieces and compared with the whole. */
export async function gradeCut({ shows, isLast }: CutAsk, given: LessonCase, at: number): Promise<Grade> {
  const reading = await readCase(given);
  if (typeof reading === 'string') return wrong(null, reading);
  const { text, whole } = reading;
  if (!Number.isInteger(at) || at < 1 || at >= text.length)
    return wrong(
      null,
      `A border has text on both sides. ${quoted(text, at < 1 ? 0 : text.length)} is an end of the reply.`,
    );
  const { streamed, isShown } = cutAt(shows, reading, at);
  const label = whole.runtime.label;
  const got = ended(
    `Streamed in these two pieces, ${label} gives ${callsText(streamed.calls)} and ${textOf(streamed.content)}`,
  );
  const border = `The second piece begins with ${quoted(text, at)}.`;
  const later = isShown && isLast === true ? laterCut(shows, reading, at) : null;
  if (later !== null)
    return wrong(spanAt(text, later), `A later border does it as well: before ${quoted(text, later)}.`);
  if (isShown) return right(got, ended(`Whole, it gives ${callsText(whole.calls)} and ${textOf(whole.content)}`));
  return wrong(spanAt(text, at), got, `This border does not ${wanted[shows]}. ${border}`);
}

/** So many borders after the one of the answer are tried. */
const MOST_LATER = 300;

function laterCut(shows: CutAsk['shows'], reading: Reading, at: number): number | null {
  const end = Math.min(reading.text.length, at + 1 + MOST_LATER);
  for (let later = at + 1; later < end; later += 1) if (cutAt(shows, reading, later).isShown) return later;
  return null;
}

function cutAt(shows: CutAsk['shows'], { text, options, whole }: Reading, at: number) {
  const { streamed } = readBothWays([text.slice(0, at), text.slice(at)], options);
  const { first } = differenceFrom(clientOf(whole), clientOf(streamed));
  const isShown =
    first !== null &&
    (shows === 'difference' ||
      (shows === 'loss'
        ? streamed.calls.length < whole.calls.length
        : (streamed.content ?? '').length > (whole.content ?? '').length));
  return { streamed, isShown };
}

function textOf(content: string | null): string {
  const text = (content ?? '').trim();
  if (text === '') return 'no text';
  const line = text.replaceAll('`', "'").replaceAll('\n', '⏎');
  return `the text \`${line.length > 80 ? `${line.slice(0, 79)}…` : line}\``;
}
