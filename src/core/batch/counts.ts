/** How often something was seen; commonest first. */
export type Counts = readonly (readonly [value: string, count: number])[];

/** So many different values are counted of one column: outlines and words may all differ. */
const MOST_VALUES = 4000;

export function add<Value extends string>(counts: Map<Value, number>, value: Value): void {
  const count = counts.get(value);
  if (count !== undefined) counts.set(value, count + 1);
  else if (counts.size < MOST_VALUES) counts.set(value, 1);
}

export function commonest(counts: ReadonlyMap<string, number>): Counts {
  return [...counts].toSorted(([, one], [, other]) => other - one);
}
