import { hash } from '../text/document/index.ts';

/** Six bits are one letter. */
const LETTERS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_', (letter) =>
  letter.charCodeAt(0),
);

/** As much of each end of the arguments as goes into the id. */
const SAMPLE = 16;

/**
 * An id for a call that came without one: `call_` and 12 URL-safe characters. The originals draw them at random; here
 * they follow from content and position, so that a permalink reproduces itself. The first four of the characters are
 * the position, shuffled: no two calls of one document share an id.
 */
export function callId(name: string, argumentsText: string, at: number): string {
  const { length } = argumentsText;
  // An odd factor maps no two positions of 24 bits to one.
  const position = Math.imul(at + 1, 0x2545f491);
  let content = hash(name, 0, name.length, length);
  content = hash(argumentsText, 0, Math.min(SAMPLE, length), content);
  content = hash(argumentsText, Math.max(0, length - SAMPLE), length, content);
  const both = Math.imul(content ^ position, 0x85ebca6b) >>> 8;
  return `call_${letters(position, content, both)}`;
}

/** The low 24 bits of each word. Made from its units: put together from pieces it would take four times the space. */
function letters(one: number, two: number, three: number): string {
  return String.fromCharCode(
    letter(one),
    letter(one >>> 6),
    letter(one >>> 12),
    letter(one >>> 18),
    letter(two),
    letter(two >>> 6),
    letter(two >>> 12),
    letter(two >>> 18),
    letter(three),
    letter(three >>> 6),
    letter(three >>> 12),
    letter(three >>> 18),
  );
}

function letter(bits: number): number {
  return LETTERS[bits & 63] as number;
}
