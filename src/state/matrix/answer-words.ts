import type { RuntimeAnswer, RuntimeAnswers } from '../../core/index.ts';
import { stateOf, type AnswerState } from './matrix-rows.ts';

export const stateSigns = { same: '✓', other: '≠', none: '○', gone: '✕' } as const satisfies Record<
  AnswerState,
  string
>;

const withoutCall = {
  shown: 'shown as text',
  lost: 'text is lost',
  error: 'error',
  crash: 'exception',
  'http-error': 'HTTP 500',
  'broken-stream': 'stream breaks off',
} as const satisfies Record<RuntimeAnswer['rest'], string>;

/** What the client gets, in a word or two. `intended`: how many calls were meant. */
export function answerText({ calls, count, rest, lost }: RuntimeAnswer, intended: number): string {
  if (calls === 'none') return withoutCall[rest];
  const number = count === 1 ? '1 call' : `${String(count)} calls`;
  const loss = lost > 0 ? ', text lost' : '';
  if (calls === 'same' || intended === 0) return number + loss;
  if (count < intended) return `${String(count)} of ${String(intended)} calls${loss}`;
  return `${count === 1 ? '1 other call' : `${String(count)} other calls`}${loss}`;
}

/** What is different when the reply comes in pieces; '' where nothing is. */
export function streamedText({ whole, streamed }: RuntimeAnswers, intended: number): string {
  if (streamed === null) return '';
  const text = answerText(streamed, intended);
  return text === answerText(whole, intended) && stateOf(whole) === stateOf(streamed) ? '' : text;
}
