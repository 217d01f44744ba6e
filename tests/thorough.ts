/** `npm run test:long` tries more of the same than `npm test`, which has minutes. */
export const isThorough = process.env.CALLSCOPE_LONG !== undefined;

/** How much of the same is tried. */
export function often(thorough: number, quick: number): number {
  return isThorough ? thorough : quick;
}
