/** How the next runs are made, as somebody typed it; null where a field is empty. */
export class LabPlan {
  /** Runs of each variant and message that a press adds. */
  count = $state<number | null>(10);
  parallel = $state<number | null>(2);
  /** Seconds. */
  longest = $state<number | null>(120);
  seed = $state<number | null>(1);
  /** For a million tokens. */
  priceIn = $state<number | null>(null);
  priceOut = $state<number | null>(null);

  get perCell(): number {
    return between(this.count, 1, 1000, 10);
  }

  /** Runs at once, where that is possible. */
  get lanes(): number {
    return between(this.parallel, 1, 16, 1);
  }

  get longestMilliseconds(): number {
    return 1000 * between(this.longest, 1, 3600, 120);
  }

  get firstSeed(): number {
    return between(this.seed, 0, 2 ** 31, 1);
  }
}

/** A whole number that was typed, inside of its limits. */
function between(value: number | null, least: number, most: number, otherwise: number): number {
  return value === null || Number.isNaN(value) ? otherwise : Math.min(most, Math.max(least, Math.round(value)));
}
