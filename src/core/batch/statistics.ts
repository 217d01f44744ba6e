import { counted, numberText } from '../text/document/index.ts';
/** An estimate with the bounds between which the truth lies 95 times in 100. */
export interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** The quantile of the normal distribution for 95 % on two sides. */
const Z = 1.959964;

/** One that chance passes less than once in 2,000 times: for what is found among many that were looked at. */
export const STRICT_Z = 3.5;

/** A rate and its interval after Wilson, which holds for few runs and for rates near 0 and 1 as well. Without runs: anything. */
export function rate(hits: number, runs: number, z = Z): Estimate {
  if (runs === 0) return { value: 0, low: 0, high: 1 };
  const share = hits / runs;
  const square = (z * z) / runs;
  const middle = (share + square / 2) / (1 + square);
  const half = (z * Math.sqrt((share * (1 - share)) / runs + square / (4 * runs))) / (1 + square);
  return { value: share, low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}

export interface Tally {
  readonly hits: number;
  readonly runs: number;
}

/** By how much the second rate is above the first, of runs that have nothing to do with one another (Newcombe's hybrid score). */
export function difference(first: Tally, second: Tally, z = Z): Estimate {
  const one = rate(first.hits, first.runs, z);
  const other = rate(second.hits, second.runs, z);
  const value = other.value - one.value;
  return {
    value,
    low: value - Math.hypot(other.value - other.low, one.high - one.value),
    high: value + Math.hypot(other.high - other.value, one.value - one.low),
  };
}

/**
 * By how much the second rate is above the first where both are of the same questions: `better` went from wrong to right, `worse`
 * from right to wrong (Bonett and Price). Much narrower than `difference`, because the questions are as hard on both sides.
 * Where the sign test, which is exact, calls it chance, the interval reaches 0: the two never contradict each other.
 */
export function pairedDifference(better: number, worse: number, pairs: number, looks = 1): Estimate {
  const gained = (better + 1) / (pairs + 2);
  const dropped = (worse + 1) / (pairs + 2);
  const middle = gained - dropped;
  const half = Z * Math.sqrt(Math.max(0, gained + dropped - middle * middle) / (pairs + 2));
  const isOpen = clearSide(better, worse, looks) === null;
  return {
    value: pairs === 0 ? 0 : (better - worse) / pairs,
    low: Math.max(-1, Math.min(middle - half, isOpen ? 0 : 1)),
    high: Math.min(1, Math.max(middle + half, isOpen ? 0 : -1)),
  };
}

/**
 * How often chance alone makes so uneven a split of changed pairs, if better and worse are as likely (exact, two-sided).
 *
 * @internal Tests compare it with published values.
 */
export function signTest(better: number, worse: number): number {
  const changed = better + worse;
  if (changed === 0) return 1;
  const fewer = Math.min(better, worse);
  // In logarithms: a power of two of thousands is no number.
  let logTerm = -changed * Math.LN2;
  let tail = Math.exp(logTerm);
  for (let count = 1; count <= fewer; count += 1) {
    logTerm += Math.log(changed - count + 1) - Math.log(count);
    tail += Math.exp(logTerm);
  }
  return Math.min(1, 2 * tail);
}

/** Rarer than this, it counts as no chance. */
const RARE = 0.05;

/**
 * How often chance alone makes such a split at one of several looks, at most. Who may add pairs after each look and stops at the
 * first clear one would find one among equals far too often: with ten looks in one of seven trials.
 */
function chanceAfter(better: number, worse: number, looks: number): number {
  return Math.min(1, looks * signTest(better, worse));
}

/**
 * Which of two sides is better by more than chance; null where it can be chance.
 *
 * @param looks how often the split was seen, and pairs were added after it
 */
export function clearSide(better: number, worse: number, looks = 1): 'better' | 'worse' | null {
  if (chanceAfter(better, worse, looks) > RARE) return null;
  return better > worse ? 'better' : 'worse';
}

/** What the sign test says, as a sentence. */
export function signSentence(better: number, worse: number, looks = 1): string {
  if (better + worse === 0) return 'Nothing got better or worse.';
  const counts = `${numberText(better)} better, ${numberText(worse)} worse`;
  const side = clearSide(better, worse, looks);
  const after = looks > 1 ? ` with ${counted(looks, 'look')}` : '';
  if (side === null) return `${counts}: ${after === '' ? '' : `${after.trim()}, `}this can be chance.`;
  const chance = chanceAfter(better, worse, looks);
  const odds = chance < 0.001 ? 'less than once in 1,000' : `once in ${numberText(Math.round(1 / chance))}`;
  return `${counts}: it got ${side}. Chance alone does this ${odds} trials${after}.`;
}

/** The quantiles of Student's distribution for so few values that the series below does not hold. */
const FEW: readonly number[] = [12.706205, 4.302653, 3.182446, 2.776445];

/** The mean of values and its interval (Student's t). Of one value alone nothing is known but the value; of none it is null. */
export function mean(values: readonly number[]): Estimate | null {
  const count = values.length;
  if (count === 0) return null;
  const value = values.reduce((sum, one) => sum + one, 0) / count;
  if (count === 1) return { value, low: 0, high: Infinity };
  const variance = values.reduce((sum, one) => sum + (one - value) ** 2, 0) / (count - 1);
  const half = studentQuantile(count - 1) * Math.sqrt(variance / count);
  return { value, low: value - half, high: value + half };
}

/** For 95 % on two sides, by the series of Cornish and Fisher. */
function studentQuantile(freedom: number): number {
  const few = FEW[freedom - 1];
  if (few !== undefined) return few;
  return Z + (Z ** 3 + Z) / (4 * freedom) + (5 * Z ** 5 + 16 * Z ** 3 + 3 * Z) / (96 * freedom ** 2);
}
