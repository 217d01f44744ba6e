export type Work = () => unknown;

/** Takes what the works answer, so that no compiler finds out that nobody asks. */
const sink: { answer: unknown } = { answer: null };

/** Set by `node --expose-gc`. */
declare const gc: ((options?: { readonly type: 'minor' }) => void) | undefined;

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
 * How many times as much the second work takes, which has `factor` times the input. Both take turns; the first is run as
 * often in a row, and the garbage of one is collected before the other begins.
 */
export function growth(factor: number, small: Work, large: Work): number {
  return factor * share(repeated(small, factor), large, 9);
}

/**
 * `growth` by a factor of two for hundreds of pairs, at the first size where the work takes some milliseconds: shorter ones
 * grow by noise, and count as linear. What seems to grow faster is measured again, in more rounds that each take longer, and
 * then with twice as much: the caches of a machine end at one size, but such work grows faster at every size.
 */
export function quickGrowth(sizes: readonly number[], workOf: (size: number) => Work): number {
  for (const size of sizes) {
    const large = workOf(2 * size);
    const time = cpuOf(large);
    if (time < SHORTEST) continue;
    const figure = growthAt(workOf(size), large, time);
    return figure <= MOST ? figure : Math.min(figure, growthAt(large, workOf(4 * size), 2 * time));
  }
  return 2;
}

function growthAt(small: Work, large: Work, time: number): number {
  const twice = repeated(small, 2);
  for (const rounds of [1, 3]) {
    const figure = 2 * share(twice, large, rounds, { type: 'minor' });
    if (figure <= MOST) return figure;
  }
  const times = Math.ceil(STEADY / time);
  return 2 * share(repeated(twice, times), repeated(large, times), 11);
}

/** What linear work grows by at most. */
const MOST = 2.3;

/** Milliseconds: what a work takes at least, and what a round takes where figures have to be steady. */
const SHORTEST = 6;
const STEADY = 60;

/**
 * How long the second work takes in units of the first: of each the quickest of its rounds, because whatever else happens
 * meanwhile only makes them longer.
 *
 * @param garbage what is collected before each work; all of it takes longer than a short work
 */
function share(one: Work, other: Work, rounds: number, garbage?: { readonly type: 'minor' }): number {
  const collected = (work: Work): number => {
    gc?.(garbage);
    return cpuOf(work);
  };
  collected(one);
  const times = Array.from({ length: rounds }, () => [collected(one), collected(other)] as const);
  return Math.min(...times.map(([, time]) => time)) / Math.min(...times.map(([time]) => time));
}

/** Milliseconds of computing of one run, its collector included, which other programs do not lengthen. */
function cpuOf(work: Work): number {
  const start = process.cpuUsage();
  sink.answer = work();
  const { user, system } = process.cpuUsage(start);
  sink.answer = null;
  return (user + system) / 1000;
}

function repeated(work: Work, times: number): Work {
  return () => {
    let answer: unknown;
    for (let time = 0; time < times; time += 1) answer = work();
    return answer;
  };
}
