import type { Span } from '../../../text/document/index.ts';
import { quotedBlocks, spokenReply } from '../../index.ts';
import { readAnswer } from '../calls/trailing-call.ts';
import { readText, type TextReading } from '../calls/text-reading.ts';

/** A reply that a person quotes, and what it is. */
export interface Reported {
  readonly text: string;
  /** Where it is in what was pasted; null where it is escaped there. */
  readonly span: Span | null;
  readonly reading: TextReading;
}

/** The last reply with a call that a person quotes among words of their own, or in a talk; null for a text without one. */
export function reportedReply(content: string): Reported | null {
  for (const { from, to, text } of quotedBlocks(content).toReversed()) {
    const reading = readText(unelided(text));
    const isCall = reading.state !== 'none' && reading.state !== 'quoted';
    const isNamed = reading.state === 'drafted' || reading.names.some((name) => name !== '');
    const isThere = content.slice(from, to) === text;
    if (isCall && isNamed) return { text, span: isThere ? { from, to } : null, reading };
  }
  const spoken = spokenReply(content);
  if (spoken === null) return null;
  const { text, from, to } = spoken;
  const reading = readAnswer(text, null, false);
  return reading.names.join('') === '' ? null : { text, span: { from, to }, reading };
}

/** `{...}`: people leave out what is long. Every place stays what it is. */
function unelided(text: string): string {
  return text.replaceAll(/\{ ?(?:\.\.\.|…) ?\}/g, (found) => `{${' '.repeat(found.length - 2)}}`);
}
