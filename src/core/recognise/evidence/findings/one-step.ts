import { at, itemsOf, keyed, sdkParts, stringOf } from '../../index.ts';
import type { Answer } from '../paste/answer.ts';
import type { RequestFacts } from '../paste/request-facts.ts';
import type { Reason } from './reason.ts';

/**
 * The AI SDK ran the tool and asked the model no more: it makes one step where its code allows no other. Null elsewhere.
 * Source: vercel/ai#6508 and #8672, mcp-mesh#1169; calls have `input` since version 5, and `args` before
 */
export function oneStep({ value, turn }: Answer, request: RequestFacts | null): Reason | null {
  const ran = itemsOf(sdkParts(value, 'result')).map((one) => stringOf(at(one, 'toolCallId')));
  const isRun = ran.length > 0 && turn.calls.every(({ id }) => ran.includes(id));
  const isLast = itemsOf(at(value, 'steps')).length < 2 && (turn.text?.text ?? '').trim() === '';
  if (request === null || !isRun || !isLast || keyed(request.body, 'stopWhen') !== null) return null;
  const steps = keyed(request.body, 'maxSteps');
  const [call = null] = itemsOf(sdkParts(value, 'call'));
  if (steps === null)
    return {
      cause: 'client',
      says: 'The AI SDK ran the tool and ended there: it makes one step where nothing allows more.',
      fix: 'Add `stopWhen: stepCountIs(5)` to its options. Before version 5 that is `maxSteps: 5`.',
    };
  if (keyed(call ?? request.body, 'input') === null) return null;
  return {
    cause: 'client',
    says: 'The AI SDK ran the tool and ended there: since version 5 it does not read `maxSteps`.',
    fix: 'Write `stopWhen: stepCountIs(5)` in the place of `maxSteps`, with `stepCountIs` of `ai`.',
  };
}
