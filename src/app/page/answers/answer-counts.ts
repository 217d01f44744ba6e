import { counted, type RuntimeAnswers } from '../../../core/index.ts';
import { type AnswerState, stateOf } from './answer-words.ts';

type Counted = Pick<RuntimeAnswers, 'whole'>;

/** How many parsers answer how, by their answer to the whole reply: THE count, wherever parsers are counted. */
export function countsOf(answers: readonly Counted[]): Record<AnswerState, number> {
  const counts = { same: 0, other: 0, none: 0, gone: 0 };
  for (const { whole } of answers) counts[stateOf(whole)] += 1;
  return counts;
}

/** What `count` parsers of a state do: "give the call". `answers`: those that are looked at. */
export function doneWords(state: AnswerState, count: number, answers: readonly Counted[], intended: number): string {
  const [give, find, lose, fail] =
    count === 1 ? ['gives', 'finds', 'loses', 'fails'] : ['give', 'find', 'lose', 'fail'];
  if (state === 'none') return `${give} it ${plainWords(answers)}`;
  if (state === 'gone') return `${lose} it or ${fail}`;
  if (intended === 0) return `${find} calls`;
  return state === 'other'
    ? `${give} other calls`
    : `${give} the ${intended === 1 ? 'call' : counted(intended, 'call')}`;
}

/**
 * How the reply comes without a call, of the servers that hide nothing of it: as text, as reasoning, or some so and some so.
 *
 * @internal Tests ask for it alone.
 */
export function plainWords(answers: readonly Counted[]): 'as text' | 'as reasoning' | 'as text or reasoning' {
  const rests = new Set(answers.flatMap(({ whole }) => (stateOf(whole) === 'none' ? [whole.rest] : [])));
  if (!rests.has('reasoning')) return 'as text';
  return rests.has('shown') ? 'as text or reasoning' : 'as reasoning';
}
