import { hash } from '../src/core/text/document/hash.ts';

/** `npm run test:long` tries more of the same than `npm test`, which has minutes. */
export const isThorough = process.env.CALLSCOPE_LONG !== undefined;

/** How much of the same is tried. */
export function often(thorough: number, quick: number): number {
  return isThorough ? thorough : quick;
}

/** A number from 0 to 1 that looks drawn by chance, and is the same in every run. */
export function drawn(name: string): number {
  return (hash(name, 0, name.length, 0) >>> 0) / 2 ** 32;
}

/**
 * The cases of `npm test` where many are of a kind; all of them where it is thorough. A hash of its name deals each case, so
 * that a new one changes no other deal.
 *
 * @param share the part of all cases, from 0 to 1
 */
export function someOf<T>(cases: readonly T[], share: number, nameOf: (one: T) => string): readonly T[] {
  return isThorough ? cases : cases.filter((one) => drawn(nameOf(one)) < share);
}
