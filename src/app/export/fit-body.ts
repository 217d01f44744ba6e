import { numberText } from '../../core/index.ts';
import { fenced } from './markdown-text.ts';

/** What GitHub takes as the text of an issue or a comment, in characters. */
export const BODY_LIMIT = 65_536;
/** For the words in the middle of a text that is cut, and its line breaks. */
const MARK = 40;

/** A text inside of a fence. */
export interface Quoted {
  readonly quoted: string;
  readonly language: string;
}

/** The parts with their longest texts cut in the middle, so that all of it can be pasted into an issue. */
export function fitBody<Part>(
  parts: readonly Part[],
  quotedOf: (part: Part) => Quoted | null,
  write: (part: Part, quoted: Quoted | null) => string,
): string {
  const texts = parts.map((part) => quotedOf(part));
  const written = (cap: number): string =>
    parts.map((part, index) => write(part, withinCap(texts[index] ?? null, cap))).join('\n\n');
  const whole = written(Infinity);
  if (whole.length <= BODY_LIMIT) return whole;
  const lengths = texts.flatMap((one) => (one === null ? [] : [one.quoted.length]));
  const around = whole.length - lengths.reduce((sum, length) => sum + length, 0) + lengths.length * MARK;
  return written(capOf(lengths, BODY_LIMIT - around));
}

/** How long each may be, so that together they take no more than the room: short ones leave theirs to the others. */
function capOf(lengths: readonly number[], room: number): number {
  let left = room;
  for (const [index, length] of lengths.toSorted((a, b) => a - b).entries()) {
    const cap = Math.max(0, Math.floor(left / (lengths.length - index)));
    if (length > cap) return cap;
    left -= length;
  }
  return Infinity;
}

function withinCap(text: Quoted | null, cap: number): Quoted | null {
  if (text === null || text.quoted.length <= cap) return text;
  const { quoted } = text;
  // No half of a pair is left.
  const head = quoted.slice(0, Math.ceil((cap * 2) / 3)).replace(/[\uD800-\uDBFF]$/, '');
  const tail = quoted.slice(quoted.length - Math.floor(cap / 3)).replace(/^[\uDC00-\uDFFF]/, '');
  const missing = numberText(quoted.length - head.length - tail.length);
  return { quoted: `${head}\n… ${missing} more characters …\n${tail}`, language: 'text' };
}

/** Paragraphs and texts inside of fences. */
export function bodyOf(parts: readonly (string | Quoted)[]): string {
  return fitBody(
    parts,
    (part) => (typeof part === 'string' ? null : part),
    (part, quoted) => (typeof part === 'string' ? part : fenced((quoted ?? part).quoted, (quoted ?? part).language)),
  );
}
