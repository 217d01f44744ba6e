import type { Extraction } from './extraction.ts';

/**
 * How many characters reach the client in no form, white space among them; 0 where white space is all that is lost, which nobody
 * misses. Verdict, strip and the list of all servers say this number.
 */
export function lostCharacters({ document, lost }: Pick<Extraction, 'document' | 'lost'>): number {
  const hasInk = lost.some(({ from, to }) => /\S/.test(document.slice(from, to)));
  return hasInk ? lost.reduce((sum, { from, to }) => sum + to - from, 0) : 0;
}
