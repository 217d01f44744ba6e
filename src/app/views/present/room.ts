import { type Ask, type LessonAnswer, outcomeChoices } from '../../../core/index.ts';

/** What a room can choose from at a question, by the numbers of the keys. */
export interface Choice {
  readonly label: string;
  readonly answer: LessonAnswer;
}

/** The most calls that a room is asked about. */
const MOST_CALLS = 4;

/**
 * The choices of a question; none where something is typed, selected or edited: then somebody says it aloud.
 *
 * @param tiers of the runtime, with their labels
 */
export function choicesOf(
  ask: Ask,
  tiers: readonly { readonly id: string; readonly label: string }[],
): readonly Choice[] {
  const words = (label: string, text: string): Choice => ({ label, answer: { kind: 'words', text } });
  if (ask.kind === 'choose' || ask.kind === 'tell')
    return ask.among.map(({ id, label }) => ({ label, answer: { kind: 'option', id } }));
  if (ask.kind !== 'predict') return [];
  switch (ask.what.of) {
    case 'count':
      return Array.from({ length: MOST_CALLS + 1 }, (_, calls) => words(String(calls), String(calls)));
    case 'outcome':
      return outcomeChoices.map(({ id, label }) => words(label, id));
    case 'tier':
      return tiers.map(({ id, label }) => words(label, id));
    default:
      return [];
  }
}

/** How often each choice was guessed. `guesses`: indexes of choices, one a guess. */
export function tallied(guesses: readonly number[], choices: number): readonly number[] {
  return Array.from({ length: choices }, (_, choice) => guesses.filter((guess) => guess === choice).length);
}
