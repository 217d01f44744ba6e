import type { Ask, LessonCase } from '../../data/lessons/lesson.ts';
import { type Grade, noAnswer, right, wrong } from './answer.ts';
import { placesOf } from './point.ts';
import { promptOf } from './prompt.ts';
import { quoted, type Reading, readCase } from './reading.ts';

type OrderAsk = Extract<Ask, { kind: 'order' }>;

/** Where an item belongs: its rank, and the place that proves it. */
interface Ranked {
  readonly rank: number;
  readonly place: string;
}

/** Grades an order of items against that of the engine's steps, or of their places in the rendered prompt. */
export async function gradeOrder(ask: OrderAsk, given: LessonCase, order: readonly number[]): Promise<Grade> {
  const { items, by } = ask;
  const isWhole = order.length === items.length && items.every((_, index) => order.includes(index));
  if (!isWhole) return noAnswer(`All ${String(items.length)} items must be in the order, each once.`);
  const ranks = by === 'steps' ? await ranksOfSteps(ask, given) : await ranksInPrompt(ask, given);
  if (typeof ranks === 'string') return noAnswer(ranks);
  for (const [place, index] of order.entries()) {
    const next = order[place + 1];
    const [one, other] = [ranks[index], next === undefined ? undefined : ranks[next]];
    if (one === undefined || other === undefined || next === undefined || one.rank <= other.rank) continue;
    return wrong(
      null,
      `“${labelOf(ask, next)}” comes before “${labelOf(ask, index)}”.`,
      by === 'prompt'
        ? `In the prompt, ${other.place} comes first. ${one.place} comes later.`
        : `First: ${other.place}. Later: ${one.place}.`,
    );
  }
  return right('Yes, in this order.');
}

/** The items in the order that is right; null where the engine does not do all of them. */
export async function orderFor(ask: OrderAsk, given: LessonCase): Promise<readonly number[] | null> {
  const ranks = ask.by === 'steps' ? await ranksOfSteps(ask, given) : await ranksInPrompt(ask, given);
  if (typeof ranks === 'string') return null;
  return ask.items
    .map((_, index) => index)
    .toSorted((one, other) => (ranks[one]?.rank ?? 0) - (ranks[other]?.rank ?? 0));
}

function labelOf({ items }: OrderAsk, index: number): string {
  return items[index]?.label ?? '';
}

async function ranksOfSteps({ items }: OrderAsk, given: LessonCase): Promise<readonly Ranked[] | string> {
  const reading = await readCase(given);
  if (typeof reading === 'string') return reading;
  return ranked(items, ({ at }) => (typeof at === 'string' ? null : rankOfStep(at, reading)));
}

function rankOfStep(target: Exclude<OrderAsk['items'][number]['at'], string>, reading: Reading): Ranked | null {
  const [place] = placesOf(target, reading);
  if (place === undefined) return null;
  const step = reading.whole.trace.indexOf(place as (typeof reading.whole.trace)[number]);
  return { rank: step < 0 ? place.from : step, place: quoted(reading.text, place.from, place.to) };
}

async function ranksInPrompt({ items }: OrderAsk, given: LessonCase): Promise<readonly Ranked[] | string> {
  const { text, problem } = await promptOf(given);
  if (problem !== '') return problem;
  return ranked(items, ({ at }) => {
    const from = typeof at === 'string' ? text.indexOf(at) : -1;
    return from < 0 || typeof at !== 'string' ? null : { rank: from, place: quoted(text, from, from + at.length) };
  });
}

function ranked(
  items: OrderAsk['items'],
  rank: (item: OrderAsk['items'][number]) => Ranked | null,
): readonly Ranked[] | string {
  const ranks: Ranked[] = [];
  for (const item of items) {
    const one = rank(item);
    if (one === null) return `The engine does nothing that “${item.label}” describes.`;
    ranks.push(one);
  }
  return ranks;
}
