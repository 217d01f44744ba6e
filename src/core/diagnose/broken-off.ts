import type { Diagnosis } from '../trace/index.ts';

/** What ended a text before its model did: the page asked for it, and saw how it ended. */
export type BrokenBy = 'connection' | 'person';

const GUESS = 'The token limit may have cut it off.';
const seen: Readonly<Record<BrokenBy, string>> = {
  connection: 'The connection broke off there.',
  person: 'The run was stopped there.',
};

/** A text that ends inside a call, with what is known of its end in the place of what may have ended it. */
export function toldWhyCut(one: Diagnosis, by: BrokenBy | null): Diagnosis {
  if (by === null || one.code !== 'D27') return one;
  const end = seen[by];
  const message = one.message.includes(GUESS) ? one.message.replace(GUESS, end) : `${one.message} ${end}`;
  return { ...one, message, remedy: 'Send the request again. Do not run or replay an incomplete call.' };
}
