import type { Phrase } from '../said/phrase.ts';
import { callsTo, RAN } from '../words/pieces.ts';

// Source: LM Studio 0.3 and 0.4, its server log; lmstudio-bug-tracker#942
const MADE = /\bModel generated tool calls: {1,3}\[([^\n]{0,4000})\]/g;
/** The next request of the conversation, which the log names by its messages. */
const ASKED = /\bRunning chat completion on conversation with \d{1,6} messages?\b/;
const FAILED = /\[ERROR\]|\bFailed to (?:parse|generate)\b/;

/** The names of the calls that LM Studio lists: `[dim_lamp(room="attic"), lock_door()]`. */
function namesIn(list: string): readonly string[] {
  return [...list.matchAll(/(?:^|\), )([\w.-]{1,80})\(/g)].map(([, name = '']) => name);
}

/** What is said of a log in which LM Studio returned calls, was asked again and answered in words; undefined for others. */
export function loggedExchange(log: string): Pick<Phrase, 'id' | 'says' | 'fix'> | undefined {
  const made = [...log.matchAll(MADE)].map((found) => ({ at: found.index, names: namesIn(found[1] ?? '') }));
  const last = made.findLast(({ names }) => names.length > 0);
  const rest = log.slice(last?.at ?? log.length);
  if (last === undefined || !ASKED.test(rest) || FAILED.test(rest)) return undefined;
  const what = callsTo(last.names).replace(/^a /, 'the ');
  return {
    id: RAN,
    says: `LM Studio returned ${what}. The client asked again after that, and the model answered in words.`,
    fix: 'Change nothing: each of these lines is in the log of any call.',
  };
}
