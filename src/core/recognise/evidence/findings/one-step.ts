import { at, itemsOf, keyed, lastStep, sdkParts, stringOf } from '../../index.ts';
import type { Answer } from '../paste/answer.ts';
import { codeAround } from '../paste/code-around.ts';
import type { RequestFacts } from '../paste/request-facts.ts';
import type { Reason } from './reason.ts';

/**
 * The AI SDK ran the tool and asked the model no more: it makes one step where its code allows no other. Null elsewhere.
 * Source: vercel/ai#6508 and #8672, mcp-mesh#1169; ai 4.3.19 (`maxSteps = 1`), 5.0.277, 6.0.326 and 7.0.173 (`stopWhen = stepCountIs(1)`) in
 * generateText and streamText; calls have `input` since version 5, and `args` before
 */
export function oneStep(answer: Answer, request: RequestFacts | null): Reason | null {
  const [stops, steps] = ['stopWhen', 'maxSteps'].map((key) => request !== null && keyed(request.body, key) !== null);
  return request === null || stops === true ? null : endedAfterOne(answer, steps === true);
}

/** The same where the options hold functions, which are no data: by the code around the answer. */
export function oneStepOfCode(content: string, answer: Answer): Reason | null {
  const code = codeAround(content, answer.span);
  return ASKS.test(code) && !code.includes('stopWhen')
    ? endedAfterOne(answer, /\bmaxSteps\s{0,4}[:,}]/.test(code))
    : null;
}

/** An agent of the AI SDK makes more steps. */
const ASKS = /\b(?:generateText|streamText)\(\s{0,8}\{[^]{0,4000}?\btools\b/;

function endedAfterOne({ value, turn }: Answer, hasSteps: boolean): Reason | null {
  const steps = itemsOf(at(value, 'steps'));
  const listed = [value, steps.at(-1) ?? null].flatMap((one) => itemsOf(sdkParts(one, 'result')));
  const ran = [...listed.map((one) => stringOf(at(one, 'toolCallId'))), ...turn.results.map(({ id }) => id)];
  const isRun = ran.length > 0 && turn.calls.every(({ id }) => ran.includes(id));
  const isLast = steps.length < 2 && (turn.text?.text ?? '').trim() === '';
  if (!isRun || !isLast) return null;
  if (!hasSteps)
    return {
      cause: 'client',
      says: 'The AI SDK ran the tool and ended there: it makes one step where nothing allows more.',
      fix: 'Add `stopWhen: stepCountIs(5)` to its options. Before version 5 that is `maxSteps: 5`.',
    };
  const [call = null] = value === null ? [] : itemsOf(sdkParts(value, 'call') ?? lastStep(value));
  if (call === null || keyed(call, 'input') === null) return null;
  return {
    cause: 'client',
    says: 'The AI SDK ran the tool and ended there: since version 5 it does not read `maxSteps`.',
    fix: 'Write `stopWhen: stepCountIs(5)` in the place of `maxSteps`, with `stepCountIs` of `ai`.',
  };
}
