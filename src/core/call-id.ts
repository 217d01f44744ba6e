import { hash } from './hash.ts';

const LETTERS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_');
/** 12 bits are two letters. */
const PAIRS = LETTERS.flatMap((second) => LETTERS.map((first) => first + second));

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
  return 'call_' + (fourLetters(position) + fourLetters(content) + fourLetters(both));
}

/** The low 24 bits. */
function fourLetters(word: number): string {
  return (PAIRS[word & 4095] as string) + (PAIRS[(word >>> 12) & 4095] as string);
}
