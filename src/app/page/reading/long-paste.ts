import type { WordedEvidence } from '../../worker/protocol.ts';

/** Of a longer paste only the beginning is asked about: the worker that is asked reads the reply of the page, which must not wait. In UTF-16 units. */
const MOST_PROVED = 1_000_000;
const BEGINNING = 50_000;

export const UNJUDGED = 'The paste is too long to judge what the server did: shorten it below 1,000,000 characters.';

/** Whether only the beginning of a paste is asked about. */
export function isTooLong(content: string): boolean {
  return content.length > MOST_PROVED;
}

/** What of a paste is asked about: all, or whole lines of the beginning, where a server tells how it was started. */
export function askedOf(content: string): string {
  return isTooLong(content) ? content.slice(0, content.lastIndexOf('\n', BEGINNING) + 1) : content;
}

/** What is believed of the beginning of a paste: the parser that it names. What became of the replies, only all of it would say. */
export function believedOfBeginning({ evidence, runtime }: Pick<WordedEvidence, 'evidence' | 'runtime'>) {
  return { runtime: evidence.parser === null ? null : runtime, thinking: null, reasoning: null, reply: null };
}
