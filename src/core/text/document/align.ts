import { partitionPoint } from './partition-point.ts';

/** Gives equal things equal numbers: lists of 60,000 of them are compared again and again. */
export class Numbering {
  readonly #numbers = new Map<string | number, number>();

  of(key: string): number {
    return this.#numberOf(key);
  }

  /** The number of two numbers together. `second` is below 2^24, which is more than a document has characters. */
  ofBoth(first: number, second: number): number {
    return this.#numberOf(first * 2 ** 24 + second);
  }

  #numberOf(key: string | number): number {
    let number = this.#numbers.get(key);
    if (number === undefined) {
      number = this.#numbers.size;
      this.#numbers.set(key, number);
    }
    return number;
  }
}

/** How far ahead the next equal entries are looked for, as steps over both lists together. */
const LOOK_AHEAD = 32;

/**
 * Pairs equal entries of two lists in order: for every entry of `left` its partner's index in `right`, or -1. A shortest
 * difference takes quadratic time at worst, and a trace may have 60,000 steps on either side. So: the common beginning and
 * end; between them the entries that occur once in each list, in their longest common order; between those, in order with a
 * bounded look ahead. That keeps in step through long insertions, and is linear but for one binary search. Of answers that
 * are equally good, `isSwapped` takes the one that the swapped lists would get.
 */
export function align(left: Int32Array, right: Int32Array, isSwapped: boolean): Int32Array {
  const aligner = new Aligner(isSwapped ? right : left, isSwapped ? left : right);
  aligner.run();
  return isSwapped ? inverse(aligner.partners, left.length) : aligner.partners;
}

/** `align` for keys. Swapping the lists gives the same pairs. */
export function alignKeys(left: readonly string[], right: readonly string[]): Int32Array {
  const numbering = new Numbering();
  const numbersOf = (keys: readonly string[]): Int32Array => Int32Array.from(keys, (key) => numbering.of(key));
  return align(numbersOf(left), numbersOf(right), comesAfter(left, right));
}

/** An order of lists that does not depend on which one is called left. */
function comesAfter(left: readonly string[], right: readonly string[]): boolean {
  if (left.length !== right.length) return left.length > right.length;
  const at = left.findIndex((key, index) => key !== right[index]);
  return at >= 0 && (left[at] ?? '') > (right[at] ?? '');
}

/**
 * The entries of two lists in one order, as indices: partners together; between them first what only the left has, then
 * what only the right has.
 */
export function* inOrder(partners: Int32Array, rightLength: number): Generator<[number | null, number | null]> {
  let right = 0;
  let alone = 0;
  for (let left = 0; left <= partners.length; left += 1) {
    const partner = left === partners.length ? rightLength : (partners[left] ?? -1);
    if (partner < 0) continue;
    for (; alone < left; alone += 1) yield [alone, null];
    for (; right < partner; right += 1) yield [null, right];
    if (left < partners.length) yield [left, partner];
    alone = left + 1;
    right = partner + 1;
  }
}

function inverse(partners: Int32Array, length: number): Int32Array {
  const inverted = new Int32Array(length).fill(-1);
  for (const [one, other] of partners.entries()) if (other >= 0) inverted[other] = one;
  return inverted;
}

/** A range of either list: `[aFrom, aTo)` and `[bFrom, bTo)`. */
interface Ranges {
  readonly aFrom: number;
  readonly aTo: number;
  readonly bFrom: number;
  readonly bTo: number;
}

class Aligner {
  /** For every entry of `a` its partner in `b`, or -1. */
  readonly partners: Int32Array;
  readonly #a: Int32Array;
  readonly #b: Int32Array;

  constructor(a: Int32Array, b: Int32Array) {
    this.#a = a;
    this.#b = b;
    this.partners = new Int32Array(a.length).fill(-1);
  }

  run(): void {
    const middle = this.#pairEnds({ aFrom: 0, aTo: this.#a.length, bFrom: 0, bTo: this.#b.length });
    let { aFrom, bFrom } = middle;
    for (const [aAt, bAt] of [...this.#anchors(middle), [middle.aTo, middle.bTo] as const]) {
      this.#pairInStep(this.#pairEnds({ aFrom, aTo: aAt, bFrom, bTo: bAt }));
      if (aAt < middle.aTo) this.partners[aAt] = bAt;
      aFrom = aAt + 1;
      bFrom = bAt + 1;
    }
  }

  /** Pairs what is equal at the beginning and at the end; returns what lies between. */
  #pairEnds({ aFrom, aTo, bFrom, bTo }: Ranges): Ranges {
    const [a, b] = [this.#a, this.#b];
    while (aFrom < aTo && bFrom < bTo && a[aFrom] === b[bFrom]) this.partners[aFrom++] = bFrom++;
    while (aFrom < aTo && bFrom < bTo && a[aTo - 1] === b[bTo - 1]) this.partners[--aTo] = --bTo;
    return { aFrom, aTo, bFrom, bTo };
  }

  /** The entries that occur once in either range, as many as follow one another in both. */
  #anchors({ aFrom, aTo, bFrom, bTo }: Ranges): [number, number][] {
    if (aFrom === aTo || bFrom === bTo) return [];
    const inA = onlyPlaces(this.#a, aFrom, aTo);
    const inB = onlyPlaces(this.#b, bFrom, bTo);
    const candidates: [number, number][] = [];
    for (const [number, at] of inA) {
      const other = inB.get(number) ?? -1;
      if (at >= 0 && other >= 0) candidates.push([at, other]);
    }
    return longestRise(candidates);
  }

  /** Walks both ranges and, where they differ, goes on at the nearest entries that are equal again. */
  #pairInStep(gap: Ranges): void {
    let { aFrom, bFrom } = gap;
    while (aFrom < gap.aTo && bFrom < gap.bTo) {
      const next = this.#nextEqual({ ...gap, aFrom, bFrom });
      if (next !== null) [aFrom, bFrom] = next;
      if (next !== null) this.partners[aFrom] = bFrom;
      aFrom += 1;
      bFrom += 1;
    }
  }

  #nextEqual({ aFrom, aTo, bFrom, bTo }: Ranges): [number, number] | null {
    for (let steps = 0; steps <= LOOK_AHEAD; steps += 1) {
      const first = Math.max(0, steps - (bTo - bFrom - 1));
      for (let aSteps = first; aSteps <= steps && aFrom + aSteps < aTo; aSteps += 1) {
        const bAt = bFrom + steps - aSteps;
        if (this.#a[aFrom + aSteps] === this.#b[bAt]) return [aFrom + aSteps, bAt];
      }
    }
    return null;
  }
}

/** Every number of a range with its only place there, or -1 where it has more; in the order of their first places. */
function onlyPlaces(list: Int32Array, from: number, to: number): Map<number, number> {
  const places = new Map<number, number>();
  for (let at = from; at < to; at += 1) {
    const number = list[at] ?? -1;
    places.set(number, places.has(number) ? -1 : at);
  }
  return places;
}

/** The longest part of a list in which the right side rises, where the left one rises throughout. */
function longestRise(pairs: readonly (readonly [number, number])[]): [number, number][] {
  // For every length where the rise of that length with the lowest end ends, and for every pair the one before it.
  const ends: number[] = [];
  const before: number[] = [];
  const rightOf = (index: number | undefined): number => pairs[index ?? -1]?.[1] ?? -1;
  for (const [index, [, right]] of pairs.entries()) {
    const length = partitionPoint(ends, (end) => rightOf(end) < right);
    before.push(ends[length - 1] ?? -1);
    ends[length] = index;
  }
  const rise: [number, number][] = [];
  for (let index = ends.at(-1) ?? -1; index >= 0; index = before[index] ?? -1) {
    const pair = pairs[index];
    if (pair !== undefined) rise.push([...pair]);
  }
  return rise.reverse();
}
