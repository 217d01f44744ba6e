import { Session } from 'node:inspector';
import { expect } from 'vitest';

const session = new Session();
session.connect();
session.post('Profiler.enable');
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

/** What was executed since the last call. */
function taken(): number {
  let sum = 0;
  session.post('Profiler.takePreciseCoverage', (error, { result }) => {
    if (error !== null) throw error;
    for (const { url, functions } of result)
      if (url.includes('/src/')) for (const { ranges } of functions) for (const { count } of ranges) sum += count;
  });
  return sum;
}

interface Work {
  /** Executed blocks of our code, a loop counted as often as it goes round. */
  readonly blocks: number;
  /** UTF-16 units that `indexOf`, `lastIndexOf` and `includes` pass. */
  readonly searched: number;
}

/**
 * The work of `run`: the same numbers in every run and on every machine, so that a test can say how work grows without a
 * clock. What happens inside regular expressions is not counted. Needs the flags of the project `linear` in vitest.config.ts.
 *
 * Asking V8 costs more than most runs do, so it is asked once a run: nothing of `src` may run between two runs.
 */
function workOf(run: () => unknown): Work {
  const searched = searchedBy(run);
  return { blocks: taken(), searched };
}

type Search<Answer> = (this: string, part: string, from?: number) => Answer;

const prototype = String.prototype as unknown as {
  indexOf: Search<number>;
  lastIndexOf: Search<number>;
  includes: Search<boolean>;
};

function searchedBy(run: () => unknown): number {
  const { indexOf, lastIndexOf, includes } = prototype;
  let sum = 0;
  const forwards: Search<number> = function (part, from = 0) {
    const at = indexOf.call(this, part, from);
    sum += Math.max(0, (at < 0 ? this.length : at) - from);
    return at;
  };
  try {
    prototype.indexOf = forwards;
    prototype.lastIndexOf = function (part, from) {
      const at = from === undefined ? lastIndexOf.call(this, part) : lastIndexOf.call(this, part, from);
      sum += Math.min(from ?? this.length, this.length) - Math.max(0, at);
      return at;
    };
    prototype.includes = function (part, from) {
      return forwards.call(this, part, from) >= 0;
    };
    run();
  } finally {
    Object.assign(prototype, { indexOf, lastIndexOf, includes });
  }
  return sum;
}

/** What any third part may cost besides: a search or two through all of the text. */
const ALLOWED = { blocks: 100, searched: 10_000 };

const kinds = ['blocks', 'searched'] as const;

interface Growing {
  /** Large enough that limits ("a hundred times") are reached within the first part. */
  readonly size: number;
  readonly make: (size: number) => string;
}

/** Like `expectLinear` for several texts. */
export function expectAllLinear(cases: readonly Growing[], read: (text: string) => unknown): void {
  const made = cases.map(({ size, make }) => [make(size), make(2 * size), make(3 * size), make(100)] as const);
  // What is made once and kept does not count.
  for (const [, , , short] of made) read(short);
  taken();
  for (const [one, two, three] of made) {
    (globalThis as any).N ??= [0,0]; (globalThis as any).N[0]++;
    if (growsEvenly(one, two, three, read)) continue;
    (globalThis as any).N[1]++; process.env.CNT && console.log("FALL", (globalThis as any).N);
    const [first, second, third] = [one, two, three].map((text) => workOf(() => read(text))) as [Work, Work, Work];
    for (const kind of kinds) {
      const most = 1.3 * (second[kind] - first[kind]) + ALLOWED[kind];
      if (third[kind] - second[kind] > most)
        expect.fail(`${one.slice(0, 80)}: ${kind}: ${first[kind]}, then ${second[kind]}, then ${third[kind]}`);
    }
  }
}

/**
 * Work is linear when the third part of a text costs what the second does, or a little more. Quadratic work makes it 1.67
 * times as much. `size` must be large enough that limits ("a hundred times") are reached within the first part.
 */
export function expectLinear(size: number, make: (size: number) => string, read: (text: string) => unknown): void {
  expectAllLinear([{ size, make }], read);
}

/**
 * Whether the third part costs no more than the second and what is allowed. That is less than the rule gives, so nothing
 * that breaks the rule gets through; but V8 is asked twice instead of three times, and most readers are that even.
 */
function growsEvenly(one: string, two: string, three: string, read: (text: string) => unknown): boolean {
  const ends = workOf(() => [read(one), read(three)]);
  const middle = workOf(() => [read(two), read(two)]);
  return kinds.every((kind) => ends[kind] - middle[kind] <= ALLOWED[kind]);
}
