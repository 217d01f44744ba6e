import {
  add,
  clearSide,
  commonest,
  type Counts,
  difference,
  type Estimate,
  type Group,
  groupsOf,
  mean,
  pairedDifference,
  rate,
  signSentence,
} from '../batch/index.ts';
import { cellKey, type Experiment, messageKey, type ModelRun, setupKey } from './experiment.ts';
import type { RunFacts, RunResult } from './run-judge.ts';

/** THE list of what is counted, in the order of the table. */
export const measures = [
  'right',
  'made',
  'tool',
  'valid',
  'exact',
  'format',
  'quiet',
] as const satisfies readonly (keyof RunFacts)[];
export type Measure = (typeof measures)[number];

/** A share with its interval, and of how many runs. */
export interface Rate extends Estimate {
  readonly hits: number;
  readonly runs: number;
}

/** A run, and what a server makes of it; null until it was read, and where the run failed. */
export interface JudgedRun {
  readonly run: ModelRun;
  readonly result: RunResult | null;
}

/** The runs of one variant and one message. */
export interface Cell {
  readonly right: Rate;
  /** Which formats came, commonest first; `prose` for no call, `empty` for no text either. */
  readonly came: Counts;
  readonly runs: readonly JudgedRun[];
  /** Whether the model chose nothing by chance, and all runs have one reply: they say no more than one of them. */
  readonly isRepeated: boolean;
}

/** The runs of one variant. */
export interface VariantRow {
  readonly key: string;
  readonly name: string;
  /** The name of the variant that it was made from. */
  readonly from: string | null;
  /** Runs that repeat a reply count once. */
  readonly rates: Readonly<Record<Measure, Rate>>;
  /** Null where no source counted. */
  readonly tokens: Estimate | null;
  readonly milliseconds: Estimate | null;
  readonly read: number;
  readonly failed: number;
  /** One for each message, in order. */
  readonly cells: readonly Cell[];
}

/** What an answer without a call came as, and one without text. */
const PROSE = 'prose';
const EMPTY = 'empty';

function rateOf(judged: readonly JudgedRun[], measure: Measure): Rate {
  let hits = 0;
  let runs = 0;
  for (const { result } of judged) {
    const fact = result?.[measure] ?? null;
    if (fact === null) continue;
    runs += 1;
    if (fact) hits += 1;
  }
  return { ...rate(hits, runs), hits, runs };
}

/** One row for each variant. Runs of what the experiment does not hold are in none. */
export function tableOf({ variants, messages }: Experiment, judged: readonly JudgedRun[]): VariantRow[] {
  const byCell = grouped(judged, ({ run }) => cellKey(run));
  const messageKeys = messages.map((message) => messageKey(message));
  return variants.map(({ name, from = null, setup }) => {
    const key = setupKey(setup);
    const cells = messageKeys.map((message) =>
      cellOf(byCell.get(cellKey({ variant: key, message })) ?? [], setup.temperature),
    );
    const own = cells.flatMap(({ runs }) => runs);
    const read = answered(own);
    const counted = cells.flatMap((cell) => (cell.isRepeated ? answered(cell.runs).slice(0, 1) : cell.runs));
    return {
      key,
      name,
      from,
      rates: Object.fromEntries(measures.map((measure) => [measure, rateOf(counted, measure)])) as VariantRow['rates'],
      tokens: mean(read.flatMap(({ run }) => run.tokens ?? [])),
      milliseconds: mean(read.map(({ run }) => run.milliseconds)),
      read: read.length,
      failed: own.filter(({ run }) => run.error !== null).length,
      cells,
    };
  });
}

/** Runs by a key, each list in their order. */
export function grouped(
  judged: readonly JudgedRun[],
  keyOf: (one: JudgedRun) => string,
): ReadonlyMap<string, readonly JudgedRun[]> {
  const lists = new Map<string, JudgedRun[]>();
  for (const one of judged) {
    const list = lists.get(keyOf(one)) ?? [];
    list.push(one);
    lists.set(keyOf(one), list);
  }
  return lists;
}

/** Those that were read. */
export function answered(runs: readonly JudgedRun[]): readonly JudgedRun[] {
  return runs.filter(({ result }) => result !== null);
}

function areAlike([first, ...others]: readonly JudgedRun[]): boolean {
  const isFirst = ({ run }: JudgedRun): boolean => run.text === first?.run.text && run.native === first.run.native;
  return others.length > 0 && others.every(isFirst);
}

function cellOf(runs: readonly JudgedRun[], temperature: number): Cell {
  const counts = new Map<string, number>();
  for (const { run, result } of answered(runs)) add(counts, result?.came ?? (run.text.trim() === '' ? EMPTY : PROSE));
  return {
    right: rateOf(runs, 'right'),
    came: commonest(counts),
    runs: runs.toSorted((one, other) => one.run.number - other.run.number),
    isRepeated: temperature === 0 && areAlike(answered(runs)),
  };
}

/**
 * Which rows are compared, the second of each with the first: with the chosen one, or with what they were made from. Those that
 * nobody knows of are compared with the first of all.
 */
export function comparedRows(
  rows: readonly VariantRow[],
  baseline: string | null,
): readonly (readonly [VariantRow, VariantRow])[] {
  const [first] = rows;
  const chosen = rows.find(({ key }) => key === baseline);
  return rows.flatMap((row) => {
    const base = chosen ?? rows.find(({ name }) => name === row.from) ?? first;
    return base === undefined || base === row || (chosen === undefined && row === first) ? [] : [[base, row] as const];
  });
}

/** By how much the second variant is more often right than the first. */
export interface VariantDifference {
  readonly better: number;
  readonly worse: number;
  /** Runs of the same message and number on both sides. */
  readonly pairs: number;
  /** After how many starts of runs the difference could be seen: each look is one more that chance can use. */
  readonly looks: number;
  /** How often each was right, of the runs that are compared: only with these the difference adds up. */
  readonly first: Rate;
  readonly second: Rate;
  readonly difference: Estimate;
  /** How the second one is by more than chance; null where that is not known. */
  readonly side: 'better' | 'worse' | null;
  /** Says whether it can be chance. */
  readonly sentence: string;
}

/** Pairs runs of the same message and number, which had one seed. Where both sides repeat one reply, there is one pair. */
export function differenceOf(first: VariantRow, second: VariantRow): VariantDifference {
  let [better, worse, pairs, wasRight] = [0, 0, 0, 0];
  const rounds = new Set<number>();
  first.cells.forEach(({ runs, isRepeated }, index) => {
    const cell = second.cells[index];
    const others = new Map(cell?.runs.map((one) => [one.run.number, one]));
    const compared =
      isRepeated && cell?.isRepeated === true
        ? [[answered(runs)[0], answered(cell.runs)[0]]]
        : runs.map((one) => [one, others.get(one.run.number)]);
    for (const [one, other] of compared) {
      const [before, after] = [one?.result?.right ?? null, other?.result?.right ?? null];
      if (before === null || after === null) continue;
      pairs += 1;
      // There to be seen once both sides were.
      rounds.add(Math.max(one?.run.round ?? 1, other?.run.round ?? 1));
      if (before) wasRight += 1;
      if (after && !before) better += 1;
      else if (before && !after) worse += 1;
    }
  });
  const [one, other] = [first.rates.right, second.rates.right];
  if (pairs === 0) {
    const apart = difference(one, other);
    const isOpen = one.runs === 0 || other.runs === 0 || (apart.low <= 0 && apart.high >= 0);
    return {
      better,
      worse,
      pairs,
      looks: 1,
      first: one,
      second: other,
      difference: apart,
      side: isOpen ? null : apart.value > 0 ? 'better' : 'worse',
      sentence: isOpen
        ? 'No pairs of runs: nothing to compare yet.'
        : 'The intervals are apart: this is hardly chance.',
    };
  }
  const isRight = wasRight + better - worse;
  const looks = rounds.size;
  return {
    better,
    worse,
    pairs,
    looks,
    first: { ...rate(wasRight, pairs), hits: wasRight, runs: pairs },
    second: { ...rate(isRight, pairs), hits: isRight, runs: pairs },
    difference: pairedDifference(better, worse, pairs, looks),
    side: clearSide(better, worse, looks),
    sentence: signSentence(better, worse, looks),
  };
}

/** Runs that are not right, grouped by why; `members` are places in `judged`. */
export function failureGroups(judged: readonly JudgedRun[]): Group[] {
  const places = judged.flatMap(({ result }, index) => (result?.right === false ? [index] : []));
  const rows = places.flatMap((place) => judged[place]?.result?.row ?? []);
  const all = judged.flatMap(({ result }) => result?.row ?? []);
  return groupsOf(rows, all).map((group) => ({
    ...group,
    // They come in no order of a file.
    common: group.common.filter(({ field }) => field !== 'place'),
    members: group.members.flatMap((member) => places[member] ?? []),
  }));
}
