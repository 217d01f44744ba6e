import type { LoggedReply } from './reply.ts';

/**
 * What the server of a log returned, as the log itself has it: `calls`, a `text` in which a call stayed, an `answer` without a call,
 * or `nothing`. No emulation can say otherwise. Null where the log does not have the answer of a server.
 */
export const servedOutcomes = ['calls', 'text', 'answer', 'nothing'] as const;
export type Served = (typeof servedOutcomes)[number];

/** @param isMeant whether the text holds a call */
export function servedOf({ text, calls, areFromText, finish }: LoggedReply, isMeant: boolean): Served | null {
  if (finish === undefined || areFromText === true) return null;
  if (calls !== null && calls.length > 0) return 'calls';
  if (text === null || text === '') return 'nothing';
  return isMeant ? 'text' : 'answer';
}
