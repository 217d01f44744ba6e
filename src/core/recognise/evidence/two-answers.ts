import type { Answer } from './answer.ts';
import type { Turn } from './evidence.ts';
import { isBare } from './given-calls.ts';
import type { Reason } from './reason.ts';

const FIX = 'Send the request with `stream: false`, and update the server or the proxy that makes the stream.';

/**
 * What the stream of a request lost, where the paste holds its whole answer as well: who compares the two has found the fault.
 * Null where nothing differs.
 */
export function lostByStream(answers: readonly Answer[]): Reason | null {
  const stream = answers.find(({ kind }) => kind === 'stream');
  const whole = answers.find(({ kind, turn }) => kind === 'response' && turn.calls.length > 0);
  if (stream === undefined || whole === undefined) return null;
  if (isEmpty(stream.turn))
    return { cause: 'stream', says: 'The stream in the paste lost the call that the whole answer has.', fix: FIX };
  for (const call of stream.turn.calls) {
    const same = whole.turn.calls.find(({ name }) => name === call.name);
    if (same === undefined || !isBare(call) || isBare(same)) continue;
    const says = `The stream in the paste lost the arguments of \`${call.name}\`, which the whole answer has.`;
    return { cause: 'stream', says, fix: FIX };
  }
  return null;
}

function isEmpty({ calls, text }: Turn): boolean {
  return calls.length === 0 && (text?.text.trim() ?? '') === '';
}
