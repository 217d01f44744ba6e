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

/**
 * How many blocks of our code `run` executes, a loop counted as often as it goes round: the same number in every run and on
 * every machine, so that a test can say how work grows without a clock. What happens inside regular expressions and
 * `indexOf` is not counted. Needs the flags of the project `work` in vitest.config.ts.
 */
function workOf(run: () => unknown): number {
  taken();
  run();
  return taken();
}

/**
 * Work is linear when the third part of a text costs what the second does, or a little more. Quadratic work makes it 1.67
 * times as much. `size` must be large enough that limits ("a hundred times") are reached within the first part.
 */
export function expectLinear(size: number, make: (size: number) => string, read: (text: string) => unknown): void {
  const work = (length: number): number => {
    const text = make(length);
    return workOf(() => read(text));
  };
  // What is made once and kept does not count.
  work(100);
  const [one, two, three] = [work(size), work(2 * size), work(3 * size)];
  const most = 1.3 * (two - one) + 100;
  if (three - two > most) expect.fail(`${make(40).slice(0, 80)}: ${one}, then ${two}, then ${three}`);
}
