import { entitiesOf } from './entities.ts';
import { escapedQuotes } from './escaped-quotes.ts';
import { readSubstituted } from './substitutes.ts';
import { TolerantReader } from './tolerant-reader.ts';
import type { TolerantReading } from './tolerant-reading.ts';

/**
 * Reads the one value that begins at `from` (after white space and comments) the way a person would, and logs every
 * change that makes it JSON: `applyRepairs(text, from, end, repairs)` is strict JSON with the value of `node`. Spans
 * of nodes and repairs point into the original `text`; what was invented (a missing value, a missing key) is empty.
 *
 * A quote closes its string only when what follows can follow a string there: a closer, a comma, the colon of a key,
 * a comment, the end of the range, or the next key when only the comma is missing. Any other quote is text.
 *
 * Never throws. Linear time: no lookahead is longer than the white space, the word or the 128 characters before it
 * that are read next anyway. No recursion: nesting is bounded by memory only.
 */
export function readTolerant(text: string, from = 0, to = text.length): TolerantReading {
  const entities = entitiesOf(text, from, to);
  return entities === null ? readWithQuotes(text, from, to) : readSubstituted(text, from, to, entities, readPlain);
}

/** Reads a value whose quotation marks may be escaped. */
function readWithQuotes(text: string, from: number, to: number): TolerantReading {
  const { reading, escapedAt } = readInWays(text, from, to);
  if (escapedAt === null) return reading;
  const unescaped = readSubstituted(text, from, to, escapedQuotes(text, escapedAt, to), readPlain);
  return unescaped.complete || !reading.complete ? unescaped : reading;
}

function readPlain(text: string, from: number, to: number): TolerantReading {
  return readInWays(text, from, to).reading;
}

interface PlainReading {
  readonly reading: TolerantReading;
  /** The first quotation mark with a backslash where a key or a value begins; null where there is none. */
  readonly escapedAt: number | null;
}

/** Reads a value once more in another way where the first one leads nowhere. */
function readInWays(text: string, from: number, to: number): PlainReading {
  const reader = new TolerantReader(text, to, true, false);
  const reading = reader.read(from);
  const { escapedAt } = reader;
  if (!reading.complete || reader.hasOddKey) {
    const mended = new TolerantReader(text, to, true, true).read(from);
    if (mended.complete && mended.repairs.some(({ code }) => code === 'missing-quote'))
      return { reading: mended, escapedAt };
  }
  // Without the bracket the closers do not suffice, so it stands for one of them.
  if (reading.complete || !reader.hasStray) return { reading, escapedAt };
  return { reading: new TolerantReader(text, to, false, false).read(from), escapedAt };
}
