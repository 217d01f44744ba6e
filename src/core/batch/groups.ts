import { type BatchOutcome, outcomes, type ReplyResult } from './judge.ts';
import { type Estimate, rate } from './statistics.ts';

/** How often something was seen; commonest first. */
export type Counts = readonly (readonly [value: string, count: number])[];

/** What members of a group share and other replies lack. */
export interface Common {
  readonly field: 'tool' | 'model' | 'format' | 'length' | 'place' | 'word';
  readonly value: string;
  /** The shares among the members and among the others. */
  readonly inside: number;
  readonly outside: number;
}

/** Replies that had one outcome for one reason. */
export interface Group {
  readonly key: string;
  readonly outcome: BatchOutcome;
  readonly why: string;
  readonly count: number;
  /** Of all results. */
  readonly share: Estimate;
  /** Members that the log says are wrong. */
  readonly wrong: number;
  readonly unexplained: number;
  readonly diagnoses: Counts;
  readonly formats: Counts;
  readonly tools: Counts;
  readonly models: Counts;
  /** How most of them are built. */
  readonly outline: string;
  /** What the commonest diagnosis advises; `mended` of `tried` members give calls with its edit. Null without a diagnosis. */
  readonly remedy: { readonly text: string; readonly tried: number; readonly mended: number } | null;
  readonly common: readonly Common[];
  /** Where the members are in the list of results. */
  readonly members: readonly number[];
}

/** How many results had each outcome, what the log says, and what was done to tools. */
export interface Counters {
  readonly all: number;
  readonly outcomes: ReadonlyMap<BatchOutcome, number>;
  readonly wrong: number;
  readonly unexplained: number;
  readonly aligned: number;
  readonly ownFaults: Counts;
}

export function countersOf(results: readonly ReplyResult[]): Counters {
  const counts = new Map<BatchOutcome, number>(outcomes.map((outcome) => [outcome, 0]));
  for (const { outcome } of results) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  const number = (is: (result: ReplyResult) => boolean): number =>
    results.reduce((sum, one) => sum + (is(one) ? 1 : 0), 0);
  return {
    all: results.length,
    outcomes: counts,
    wrong: number(({ isWrong }) => isWrong),
    unexplained: number(({ isUnexplained }) => isUnexplained),
    aligned: number(({ isAligned }) => isAligned),
    ownFaults: countsOf(results, ({ ownFaults }) => ownFaults),
  };
}

function groupKey({ outcome, why }: Pick<ReplyResult, 'outcome' | 'why'>): string {
  return `${outcome} ${why}`;
}

/** The groups of results, in the order of outcomes from bad to good, and the heaviest first. Every result is in one. */
export function groupsOf(results: readonly ReplyResult[]): Group[] {
  const members = new Map<string, number[]>();
  results.forEach((result, index) => {
    const key = groupKey(result);
    const list = members.get(key);
    if (list === undefined) members.set(key, [index]);
    else list.push(index);
  });
  const everywhere = featureCounts(results, results.length);
  const groups = [...members].flatMap(([key, indexes]) => {
    const own = indexes.flatMap((index) => results[index] ?? []);
    const [first] = own;
    return first === undefined ? [] : [groupOf(key, first, own, indexes, everywhere, results.length)];
  });
  return groups.toSorted(
    (one, other) => outcomes.indexOf(one.outcome) - outcomes.indexOf(other.outcome) || other.count - one.count,
  );
}

function groupOf(
  key: string,
  { outcome, why }: ReplyResult,
  own: readonly ReplyResult[],
  members: readonly number[],
  everywhere: ReadonlyMap<string, number>,
  all: number,
): Group {
  const diagnoses = countsOf(own, ({ diagnosis }) => (diagnosis === null ? [] : [diagnosis]));
  const commonest = own.filter(({ diagnosis }) => diagnosis !== null && diagnosis === diagnoses[0]?.[0]);
  const text = commonest.find(({ remedy }) => remedy !== null)?.remedy ?? null;
  const tried = commonest.filter(({ isMended }) => isMended !== null);
  return {
    key,
    outcome,
    why,
    count: own.length,
    share: rate(own.length, all),
    wrong: own.filter(({ isWrong }) => isWrong).length,
    unexplained: own.filter(({ isUnexplained }) => isUnexplained).length,
    diagnoses,
    formats: countsOf(own, ({ format }) => (format === null ? [] : [format])),
    tools: countsOf(own, ({ names }) => names),
    models: countsOf(own, ({ model }) => (model === null ? [] : [model])),
    outline: countsOf(own, ({ outline }) => [outline])[0]?.[0] ?? '',
    remedy:
      text === null ? null : { text, tried: tried.length, mended: tried.filter(({ isMended }) => isMended).length },
    common: commonOf(own, everywhere, all),
    members,
  };
}

/** So many different values are counted of one column: outlines and words may all differ. */
const MOST_VALUES = 4000;

function countsOf(results: readonly ReplyResult[], values: (result: ReplyResult) => readonly string[]): Counts {
  const counts = new Map<string, number>();
  for (const result of results) for (const value of values(result)) add(counts, value);
  return [...counts].toSorted(([, one], [, other]) => other - one);
}

function add(counts: Map<string, number>, value: string): void {
  const count = counts.get(value);
  if (count !== undefined) counts.set(value, count + 1);
  else if (counts.size < MOST_VALUES) counts.set(value, 1);
}

/** Fewer members share anything by chance. */
const FEWEST = 5;
const MOST_COMMON = 5;
/** What half of the members have, and this much more often than others, says something of the group. */
const LEAST_INSIDE = 0.5;
const LEAST_MORE = 0.2;

function commonOf(own: readonly ReplyResult[], everywhere: ReadonlyMap<string, number>, all: number): Common[] {
  const others = all - own.length;
  if (own.length < FEWEST || others < FEWEST) return [];
  const common = [...featureCounts(own, all)].flatMap(([feature, count]): Common[] => {
    const inside = count / own.length;
    const outside = Math.max(0, (everywhere.get(feature) ?? count) - count) / others;
    if (inside < LEAST_INSIDE || inside - outside < LEAST_MORE) return [];
    const [field = '', ...value] = feature.split(':');
    return [{ field: field as Common['field'], value: value.join(':'), inside, outside }];
  });
  return common
    .toSorted((one, other) => other.inside - other.outside - (one.inside - one.outside))
    .slice(0, MOST_COMMON);
}

function featureCounts(results: readonly ReplyResult[], all: number): Map<string, number> {
  const counts = new Map<string, number>();
  for (const result of results) for (const feature of featuresOf(result, all)) add(counts, feature);
  return counts;
}

function featuresOf({ names, model, format, length, number, words }: ReplyResult, all: number): string[] {
  return [
    ...(model === null ? [] : [`model:${model}`]),
    ...(format === null ? [] : [`format:${format}`]),
    `length:${lengthOf(length)}`,
    `place:${placeOf(number, all)}`,
    ...names.map((name) => `tool:${name}`),
    ...words.map((word) => `word:${word}`),
  ];
}

function lengthOf(length: number): string {
  if (length < 200) return 'under 200 characters';
  if (length < 1000) return '200 to 1,000 characters';
  return length < 4000 ? '1,000 to 4,000 characters' : 'over 4,000 characters';
}

function placeOf(number: number, all: number): string {
  const quarter = Math.min(3, Math.floor((4 * (number - 1)) / Math.max(1, all)));
  return (
    [
      'first quarter of the file',
      'second quarter of the file',
      'third quarter of the file',
      'last quarter of the file',
    ][quarter] ?? ''
  );
}
