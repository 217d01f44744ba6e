/** How many tokens each text has. */
export type Counts = ReadonlyMap<string, number>;

export const noCounts: Counts = new Map();

/** `counts` has one number per text. */
export function countsOf(texts: readonly string[], counts: readonly number[]): Counts {
  return new Map(texts.map((text, index) => [text, counts[index] ?? 0]));
}
