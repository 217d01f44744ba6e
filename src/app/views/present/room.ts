import { type Ask, counted, type LessonAnswer, outcomeChoices } from '../../../core/index.ts';

/** What a room can choose from at a question. */
export interface Choice {
  /** The digit of its key. */
  readonly key: string;
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
  const numbered = (choices: readonly Omit<Choice, 'key'>[]): readonly Choice[] =>
    choices.map((choice, index) => ({ ...choice, key: String(index + 1) }));
  const words = (text: string): LessonAnswer => ({ kind: 'words', text });
  if (ask.kind === 'choose' || ask.kind === 'tell')
    return numbered(ask.among.map(({ id, label }) => ({ label, answer: { kind: 'option', id } })));
  if (ask.kind !== 'predict') return [];
  switch (ask.what.of) {
    case 'count':
      // A room shouts a number, and that is the key.
      return Array.from({ length: MOST_CALLS + 1 }, (_, calls) => ({
        key: String(calls),
        label: calls === 0 ? 'No call' : counted(calls, 'call'),
        answer: words(String(calls)),
      }));
    case 'outcome':
      return numbered(outcomeChoices.map(({ id, label }) => ({ label, answer: words(id) })));
    case 'tier':
      return numbered(tiers.map(({ id, label }) => ({ label, answer: words(id) })));
    default:
      return [];
  }
}

/** What a question says, for a room: what is told before it, and the question. Nobody there types or presses anything. */
export function partedWords(say: string): { readonly lead: string; readonly asked: string } {
  const text = say
    .replace(/ (?:Type (?:it|their names)[\w ]*|Write it as JSON)\.$/, '')
    .replace(/,? and check\.$/, '.');
  const at = Math.max(text.lastIndexOf('. '), text.lastIndexOf('.** ')) + 1;
  return { lead: text.slice(0, at), asked: text.slice(at).trimStart() };
}

/** How often each choice was guessed. `guesses`: indexes of choices, one a guess. */
export function tallied(guesses: readonly number[], choices: number): readonly number[] {
  return Array.from({ length: choices }, (_, choice) => guesses.filter((guess) => guess === choice).length);
}
