import { type JsonValue, valueToText } from '../text/json/index.ts';
import { type Extraction, meaning } from '../trace/index.ts';
import { plainName } from './align.ts';
import { calledInVain, differenceFrom, type MadeCall, withoutCall } from './expected.ts';
import type { LoggedCall, LoggedReply } from './reply.ts';

/**
 * What became of one reply. `expected`: the calls that the log has, or none where it has none. `calls`: calls, and nothing to
 * compare them with. `other`: other calls than the log has. `lost`: the call did not reach the client in any form. `text`: it
 * stayed text. `answer`: no call, and nothing that looks like one. `error`: the server fails. `phantom`: a call where the log has
 * none. `unfit`: calls that the declared tools do not take, by their names or their schemas. `perhaps`: the shape of a call, and nobody knows the tools. `native`: there is no text to read, only the log's own calls. `long`:
 * the text is too long to be read. `empty`: neither a text nor a call.
 */
export const outcomes = [
  'error',
  'lost',
  'text',
  'other',
  'phantom',
  'unfit',
  'perhaps',
  'long',
  'empty',
  'expected',
  'calls',
  'native',
  'answer',
] as const;
export type BatchOutcome = (typeof outcomes)[number];

/** Whether the server had taken calls out of the reply: they are not in its text any more. */
export function isBeside({ calls, areFromText = false }: LoggedReply): boolean {
  return calls !== null && calls.length > 0 && !areFromText;
}

/** Whether the text only tells once more what was called, as some agents write: `Calling f with {"a": 1}`. */
export function isToldAgain(meant: Extraction, reply: LoggedReply): boolean {
  return isBeside(reply) && meant.incomplete.length === 0 && areSame(meant.calls, reply.calls ?? []);
}

export function outcomeOf(extraction: Extraction, reply: LoggedReply, isMeant: boolean): BatchOutcome {
  const { calls: own } = reply;
  if (extraction.outcome === 'error') return 'error';
  const expected =
    isMeant && extraction.outcome !== 'calls' ? null : byExpectation(madeCalls(extraction, reply, isMeant), reply);
  if (expected !== null) return expected;
  if (extraction.outcome === 'calls') {
    if (own === null) return 'calls';
    if (own.length === 0) return 'phantom';
    return areSame(extraction.calls, own) ? 'expected' : 'other';
  }
  if (isBeside(reply) && !isMeant) return 'native';
  if (own !== null && own.length === 0) return isMeant ? missing(extraction) : 'expected';
  return own !== null || isMeant ? missing(extraction) : 'answer';
}

function missing({ content, lost }: Extraction): BatchOutcome {
  return lost.length > 0 || content === null || content.trim() === '' ? 'lost' : 'text';
}

/** The calls that the client has: those found in the text, or those that a server had taken out of it. */
export function madeCalls(extraction: Extraction, reply: LoggedReply, isMeant: boolean): readonly MadeCall[] {
  if (extraction.outcome === 'calls') return extraction.calls;
  return isBeside(reply) && !isMeant ? (reply.calls ?? []) : [];
}

/** What became of a reply whose question says which calls it expects; null where it does not say. */
export function byExpectation(made: readonly MadeCall[], { expected }: LoggedReply): BatchOutcome | null {
  if (expected === undefined) return null;
  if (made.length === 0) return expected.length === 0 ? 'expected' : 'answer';
  if (expected.length === 0) return 'phantom';
  return differenceFrom(made, expected) === null ? 'expected' : 'other';
}

/** Why calls, or that there are none, are not as the question expects; empty where nobody says, or a parser is to blame. */
export function whyUnexpected(
  outcome: BatchOutcome,
  made: readonly MadeCall[],
  { expected, text }: LoggedReply,
): string {
  if (expected === undefined) return '';
  if (outcome === 'phantom') return calledInVain;
  if (outcome === 'answer') return withoutCall(text);
  return outcome === 'other' ? (differenceFrom(made, expected) ?? '') : '';
}

/** A missing call is wrong only where somebody says that there should be one. */
export function isWrong(outcome: BatchOutcome, { calls, expected, isRight }: LoggedReply): boolean {
  if (outcome === 'other' || outcome === 'phantom') return true;
  const isWanted = (expected ?? calls ?? []).length > 0;
  if (outcome === 'lost' || outcome === 'text' || outcome === 'error') return isRight === false || isWanted;
  if (outcome === 'answer' || outcome === 'empty') return isRight === false || (expected?.length ?? 0) > 0;
  return outcome === 'native' && isRight === false;
}

function areSame(found: Extraction['calls'], own: readonly LoggedCall[]): boolean {
  if (found.length !== own.length) return false;
  const namesOnly = own.every((call) => call.arguments === null);
  const plain = (name: string, argumentsText: string): { name: string; argumentsText: string } => ({
    name: plainName(name),
    argumentsText: namesOnly ? '' : argumentsText,
  });
  return (
    meaning(found.map((call) => plain(call.name, call.argumentsText))) ===
    meaning(own.map((call) => plain(call.name, valueToText((call.arguments ?? {}) as JsonValue))))
  );
}
