import { readJson } from '../../../text/json/index.ts';
import { compact } from '../calls/call-faults.ts';
import type { Scene } from '../paste/scene.ts';
import { slice } from '../../index.ts';
import type { Answer } from '../paste/answer.ts';
import type { Judgement } from './judge.ts';
import { saysWhole } from './other-way.ts';
import type { Reason } from './reason.ts';

/**
 * The arguments of a stream end too early, and the person shows the same ones whole, as the request without a stream has them: the
 * server lost the rest. Null for others. Source: vllm#32152 and #32518
 */
export function ofWholeBeside({ values, frame }: Scene, { kind }: Answer, { did, faults }: Judgement): Reason | null {
  const open = faults.at(-1);
  if (kind !== 'stream' || did !== 'calls' || open?.isBroken !== false || !saysWhole(frame.text)) return null;
  const begun = compact(open.call.argumentsText);
  const isBeside = values.some((value) => {
    const whole = compact(slice(value));
    return begun.length > 1 && whole.length > begun.length && whole.startsWith(begun);
  });
  if (!isBeside && !isClosedIn(compact(frame.text), begun)) return null;
  return {
    cause: 'stream',
    says: `The stream lacks the end of the arguments of \`${open.call.name}\`, which the whole answer has: the server lost it.`,
    fix: 'Update the server: the streaming form of its parser loses it. Until then send requests with tools with `stream: false`.',
    isCompared: true,
  };
}

/** Whether a text has the arguments with the brackets that they lack: words around them may hold half an object as well. */
function isClosedIn(text: string, begun: string): boolean {
  if (begun.length < 2) return false;
  for (let at = text.indexOf(begun); at >= 0; at = text.indexOf(begun, at + begun.length)) {
    const [closers = ''] = /^["\]}]{0,8}/.exec(text.slice(at + begun.length, at + begun.length + 8)) ?? [];
    if (Array.from(closers).some((_, index) => readJson(begun + closers.slice(0, index + 1)).ok)) return true;
  }
  return false;
}
