export type Work = () => unknown;

/** Takes what the works answer, so that no compiler finds out that nobody asks. */
const sink: { answer: unknown } = { answer: null };

/** Set by `node --expose-gc`. */
declare const gc: (() => void) | undefined;

/** Milliseconds of one run. */
function timeOf(work: Work): number {
  const start = performance.now();
  sink.answer = work();
  return performance.now() - start;
}

interface Rounds {
  /** Before anything counts: until then the engine is still compiling. */
  readonly warmUp: number;
  readonly counted: number;
}

/** The times of several works that take turns, so that whatever else the machine does is felt by all of them. */
export function timesInTurn(works: readonly Work[], { warmUp, counted }: Rounds): number[][] {
  const times = works.map((): number[] => []);
  for (let round = -warmUp; round < counted; round += 1) {
    works.forEach((work, index) => {
      const time = timeOf(work);
      if (round >= 0) times[index]!.push(time);
    });
  }
  sink.answer = null;
  return times;
}

export function median(times: readonly number[]): number {
  return times.toSorted((one, other) => one - other)[times.length >> 1]!;
}

/** The median of `work` in units of the median of `unit`. */
export function multiple(unit: Work, work: Work): number {
  const [units, works] = timesInTurn([unit, work], { warmUp: 20, counted: 15 });
  return median(works!) / median(units!);
}

/**
 * How many times as long the second work takes, which has `factor` times the input. The first is run as often in a row, so
 * that both leave as much behind for the collector; of at least eight rounds and a second the quickest counts, for noise only
 * ever adds.
 */
export function growth(factor: number, small: Work, large: Work): number {
  const quickest = [Infinity, Infinity];
  const works = [repeated(small, factor), large];
  let all = 0;
  gc?.();
  for (let round = 0; round < 8 || all < 1000; round += 1) {
    for (const [index, work] of works.entries()) {
      const time = timeOf(work);
      all += time;
      quickest[index] = Math.min(quickest[index]!, time);
    }
  }
  return (factor * quickest[1]!) / quickest[0]!;
}

/**
 * `growth` by a factor of two for hundreds of pairs. Works of a few milliseconds grow by noise, so they count as linear; what
 * seems to grow faster is measured again. As there, the small work is run twice in a row.
 */
export function quickGrowth(small: Work, large: Work): number {
  const quickest = (work: Work, times: number): number =>
    Math.min(...Array.from({ length: times }, () => timeOf(work)));
  const twice = repeated(small, 2);
  const [first, second] = [quickest(twice, 2), quickest(large, 2)];
  if (second < 6 || (2 * second) / first <= 2.3) return second < 6 ? 2 : (2 * second) / first;
  return (2 * quickest(large, 7)) / quickest(twice, 7);
}

function repeated(work: Work, times: number): Work {
  return () => {
    let answer: unknown;
    for (let time = 0; time < times; time += 1) answer = work();
    return answer;
  };
}
