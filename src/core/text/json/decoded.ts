import { partitionPoint, type Span } from '../document/index.ts';

const BACKSLASH = 0x5c;

/** The escapes of one string literal, in order. */
interface Escapes {
  /** For each escape: the offset in the decoded value after it. */
  readonly ends: readonly number[];
  /** For each escape: how many characters it and all before it have more than what they stand for. */
  readonly excess: readonly number[];
}

/**
 * Maps offsets in the decoded value of a JSON string to offsets in `text`, which holds the literal. `literal` spans the
 * string with its quotes and must be valid JSON. An offset at the end of the value, or beyond it, is the closing quote.
 * The first offset takes time linear in the literal, each further one the logarithm of the number of escapes.
 */
export function decodedOffsets(text: string, literal: Span): (offset: number) => number {
  let escapes: Escapes | null = null;
  return (offset) => {
    escapes ??= escapesOf(text, literal);
    const { ends, excess } = escapes;
    const before = partitionPoint(ends, (end) => end <= offset);
    const start = literal.from + 1 + (excess[before - 1] ?? 0);
    return Math.min(start + Math.max(offset, 0), literal.to - 1);
  };
}

function escapesOf(text: string, { from, to }: Span): Escapes {
  const ends: number[] = [];
  const excess: number[] = [];
  let total = 0;
  // Not `indexOf`: without an escape in the literal it would search the rest of the text.
  for (let at = from + 1; at < to - 1; at += 1) {
    if (text.charCodeAt(at) !== BACKSLASH) continue;
    // Each escape is one UTF-16 unit of the value: a character beyond U+FFFF is written as two of them.
    const length = text[at + 1] === 'u' ? 6 : 2;
    ends.push(at - from - total);
    total += length - 1;
    excess.push(total);
    at += length - 1;
  }
  return { ends, excess };
}
