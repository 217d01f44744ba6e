declare global {
  /** Counted by scripts/count-blocks.js. */
  var blocksRun: number;
}

interface Work {
  /** Executed blocks of our code, a loop counted as often as it goes round. */
  readonly blocks: number;
  /** UTF-16 units that `indexOf`, `lastIndexOf` and `includes` pass. */
  readonly searched: number;
  /** UTF-16 units of what `join` makes of more than one text. */
  readonly joined: number;
}

/**
 * The work of `run`: the same numbers in every run and on every machine, so that a test can say how work grows without a
 * clock. What happens inside regular expressions is not counted.
 */
export function workOf(run: () => unknown): Work {
  globalThis.blocksRun = 0;
  let searched = 0;
  const joined = joinedBy(() => (searched = searchedBy(run)));
  return { blocks: globalThis.blocksRun, searched, joined };
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

function joinedBy(run: () => unknown): number {
  const { join } = Array.prototype;
  let sum = 0;
  try {
    Array.prototype.join = function (this: unknown[], separator?: string) {
      const text = join.call(this, separator);
      if (this.length > 1) sum += text.length;
      return text;
    };
    run();
  } finally {
    Array.prototype.join = join;
  }
  return sum;
}

const kinds = ['blocks', 'searched', 'joined'] as const;

/** What any third part may cost besides: a search or two through all of the text. */
const ALLOWED = { blocks: 100, searched: 10_000, joined: 10_000 };

/** Returns what tells the work for a text of a size. */
function workBySize(make: (size: number) => string, read: (text: string) => unknown): (size: number) => Work {
  // What is made once and kept does not count.
  read(make(100));
  return (size) => {
    const text = make(size);
    return workOf(() => read(text));
  };
}

/** How many times the work twice the text makes: 2 is linear, 4 is quadratic. The most of all kinds of work. */
export function growthOf(size: number, make: (size: number) => string, read: (text: string) => unknown): number {
  const work = workBySize(make, read);
  const [one, two] = [work(size), work(2 * size)];
  return Math.max(...kinds.map((kind) => (two[kind] - ALLOWED[kind]) / Math.max(1, one[kind])));
}

/**
 * Work is linear when the third part of a text costs what the second does, or a little more. Quadratic work makes it 1.67
 * times as much. Returns what grows faster as a sentence; null where nothing does. `size` must be large enough that limits
 * ("a hundred times") are reached within the first part.
 */
export function growthFault(
  size: number,
  make: (size: number) => string,
  read: (text: string) => unknown,
): string | null {
  const work = workBySize(make, read);
  const [one, two, three] = [work(size), work(2 * size), work(3 * size)];
  if (one.blocks === 0) return 'Nothing was counted: this needs the plugin of scripts/count-blocks.js.';
  for (const kind of kinds) {
    const [first, second, third] = [one[kind], two[kind], three[kind]];
    // A longer text may even take less, where an allowance ends.
    const most = 1.3 * Math.max(0, second - first) + ALLOWED[kind];
    if (third - second > most) return `${make(40).slice(0, 80)}: ${kind}: ${first}, then ${second}, then ${third}`;
  }
  return null;
}
