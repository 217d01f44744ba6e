import { counted, numberText, type RuntimeAnswer, type RuntimeAnswers } from '../../../core/index.ts';

/** How good an answer is: all calls that were meant, others, none while the text arrives, or something is gone. */
export type AnswerState = 'same' | 'other' | 'none' | 'gone';

export const answerStates = ['same', 'other', 'none', 'gone'] as const satisfies readonly AnswerState[];

export function stateOf({ calls, rest, runsFirst }: RuntimeAnswer): AnswerState {
  if (calls !== 'none') return runsFirst === true ? 'other' : calls;
  return rest === 'shown' || rest === 'reasoning' ? 'none' : 'gone';
}

export const stateSigns = { same: '✓', other: '≠', none: '○', gone: '✕' } as const satisfies Record<
  AnswerState,
  string
>;

const withoutCall = {
  shown: 'shown as text',
  reasoning: 'kept as reasoning',
  lost: 'text is lost',
  error: 'error',
  crash: 'exception',
  'http-error': 'HTTP 500',
  'broken-stream': 'stream breaks off',
} as const satisfies Record<RuntimeAnswer['rest'], string>;

/** What the client gets, in a word or two. `intended`: how many calls were meant. `isExpected`: a person says which these are. */
export function answerText(
  { calls, count, rest, lost, runsFirst }: RuntimeAnswer,
  intended: number,
  isExpected = false,
): string {
  if (calls === 'none') return withoutCall[rest];
  const number = runsFirst === true ? `runs 1 of ${counted(count, 'call')}` : counted(count, 'call');
  const loss = lost > 0 ? `; ${counted(lost, 'character')} lost` : '';
  if (calls === 'same' || intended === 0) return number + loss;
  if (count < intended) return `${numberText(count)} of ${counted(intended, 'call')}${loss}`;
  return `${counted(count, 'call')}, ${unlike(intended, isExpected)}${loss}`;
}

/** What a person expects the model may not have written: then no server has changed it. */
function unlike(intended: number, isExpected: boolean): string {
  if (!isExpected) return 'changed';
  return intended === 1 ? 'not the expected one' : 'not the expected ones';
}

/** What is different when the reply comes in pieces; '' where nothing is. */
export function streamedText({ whole, streamed }: RuntimeAnswers, intended: number, isExpected = false): string {
  if (streamed === null) return '';
  const text = answerText(streamed, intended, isExpected);
  return text === answerText(whole, intended, isExpected) && stateOf(whole) === stateOf(streamed) ? '' : text;
}

/** The name of a runtime below the name of its project. */
export function nameBelow(project: string, label: string): string {
  return project !== '' && label.startsWith(`${project} `) ? label.slice(project.length + 1) : label;
}
