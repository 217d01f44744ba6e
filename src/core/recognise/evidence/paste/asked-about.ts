import { readJson } from '../../../text/json/index.ts';
import type { Answer } from './answer.ts';
import { readText } from '../calls/text-reading.ts';

/** More answers are a log: its last one counts. */
export const MOST = 4;

/**
 * The answer that a person asks about: the last one. Where that is a sound call, they show what works as well, and the last one
 * before it that went wrong counts. Null for none.
 */
export function askedAbout(answers: readonly Answer[]): Answer | null {
  const last = answers.at(-1) ?? null;
  if (last === null || answers.length > MOST || !hasSoundCall(last)) return last;
  return answers.findLast((one) => wentWrong(one)) ?? last;
}

/** A stream of which the rest was not pasted shows as well that the call came. */
const UNENDED: ReadonlySet<string> = new Set(['stream-cut', 'event-cut']);

/** Whether an answer has calls, and all of them are whole. */
export function hasSoundCall({ kind, turn: { calls, results }, faults }: Answer): boolean {
  if (kind === 'error' || calls.length === 0 || results.length > 0) return false;
  const isCut = faults.some(({ code }) => UNENDED.has(code));
  const isWhole = calls.every(({ name, argumentsText }) => name !== '' && (isCut || readJson(argumentsText).ok));
  return isWhole && faults.every(({ code }) => UNENDED.has(code) || (isCut && code === 'arguments-empty'));
}

/** An error, a call as text, or nothing at all; words may be an answer to other words. */
function wentWrong({ kind, turn: { text, reasoning, calls } }: Answer): boolean {
  if (kind === 'error') return true;
  if (calls.length > 0) return false;
  const said = text?.text ?? '';
  if (said.trim() === '') return reasoning === null || isCall(reasoning.text);
  return isCall(said);
}

function isCall(text: string): boolean {
  const { state } = readText(text);
  return state === 'sound' || state === 'damaged' || state === 'cut';
}
