import { type Came, cameOf } from './came.ts';
import { add, commonest, type Counts } from './counts.ts';
import type { Served } from './served.ts';
import type { ReplyResult } from './judge.ts';
import { type BatchOutcome, outcomes } from './outcome.ts';
import { Wording } from './normalise.ts';
import type { Results } from './results.ts';
import { difference, type Estimate, rate, STRICT_Z, type Tally as Share } from './statistics.ts';

/** What members of a group share and other replies lack. */
export interface Common {
  readonly field: 'tool' | 'model' | 'prompt' | 'format' | 'length' | 'place' | 'word';
  readonly value: string;
  /** How many of the members have it, and of all others that were looked at. */
  readonly inside: Share;
  readonly outside: Share;
}

/** Replies that had one outcome for one reason. */
export interface Group {
  readonly key: string;
  readonly outcome: BatchOutcome;
  readonly why: string;
  /** The same as it is shown: with what all members have in common, and an example of the rest. */
  readonly sentence: string;
  readonly count: number;
  /** Of all results. */
  readonly share: Estimate;
  /** Members that the log says are wrong, by its score. */
  readonly wrong: number;
  readonly unexplained: number;
  readonly diagnoses: Counts;
  readonly formats: Counts;
  readonly tools: Counts;
  readonly models: Counts;
  readonly prompts: Counts;
  /** How the commonest of them are built, and how many are built so. */
  readonly outline: string;
  readonly alike: number;
  /** What the commonest diagnosis advises, where half of the members have it; `mended` of `tried` members give calls with the edit of theirs. Null without one. */
  readonly remedy: { readonly text: string; readonly tried: number; readonly mended: number } | null;
  readonly common: readonly Common[];
  /** Where the members are in the list of results. */
  readonly members: readonly number[];
}

/** How many results had each outcome, what the log says, and what was done to tools. */
export interface Counters {
  readonly all: number;
  readonly outcomes: ReadonlyMap<BatchOutcome, number>;
  /** What the log's own server returned, of the replies where the log has its answer. */
  readonly served: ReadonlyMap<Served, number>;
  /** What came of them in one word each, as it is emulated. */
  readonly came: ReadonlyMap<Came, number>;
  readonly wrong: number;
  /** Of these, those that are wrong by the log's score. */
  readonly marked: number;
  readonly unexplained: number;
  readonly aligned: number;
  /** From how many the token that ends a turn was taken. */
  readonly trimmed: number;
  readonly ownFaults: Counts;
}

export function countersOf(results: Results): Counters {
  const counts = new Map<BatchOutcome, number>(outcomes.map((outcome) => [outcome, 0]));
  const faults = new Map<string, number>();
  const served = new Map<Served, number>();
  const came = new Map<Came, number>();
  let [wrong, marked, unexplained, aligned, trimmed] = [0, 0, 0, 0, 0];
  for (const result of results) {
    const { outcome, served: own, isWrong, isMarkedWrong, isUnexplained, isAligned, isTrimmed, ownFaults } = result;
    add(came, cameOf(result));
    if (own !== null) add(served, own);
    add(counts, outcome);
    wrong += Number(isWrong || isMarkedWrong);
    marked += Number(isMarkedWrong);
    unexplained += Number(isUnexplained);
    aligned += Number(isAligned);
    trimmed += Number(isTrimmed);
    for (const fault of ownFaults) add(faults, fault);
  }
  return {
    all: results.length,
    outcomes: counts,
    served,
    came,
    wrong,
    marked,
    unexplained,
    aligned,
    trimmed,
    ownFaults: commonest(faults),
  };
}

/** What is counted of the members of a group while they come. */
class Tally {
  readonly outcome: BatchOutcome;
  readonly why: string;
  readonly members: number[] = [];
  readonly features = new Map<string, number>();
  readonly #diagnoses = new Map<string, Advice>();
  readonly #formats = new Map<string, number>();
  readonly #tools = new Map<string, number>();
  readonly #models = new Map<string, number>();
  readonly #prompts = new Map<string, number>();
  readonly #outlines = new Map<string, number>();
  readonly #wording: Wording;
  #wrong = 0;
  #unexplained = 0;
  #tried = 0;
  #mended = 0;

  constructor(first: Pick<ReplyResult, 'outcome' | 'why' | 'slots'>) {
    this.outcome = first.outcome;
    this.why = first.why;
    this.#wording = new Wording(first);
  }

  add(result: ReplyResult, index: number, features: readonly string[]): void {
    const { isMarkedWrong, isUnexplained, format, names, model, prompt, outline } = result;
    this.members.push(index);
    this.#wording.add(result);
    this.#wrong += Number(isMarkedWrong);
    this.#unexplained += Number(isUnexplained);
    this.#advise(result);
    if (format !== null) add(this.#formats, format);
    for (const name of names) add(this.#tools, name);
    if (model !== null) add(this.#models, model);
    if (prompt !== null) add(this.#prompts, prompt);
    add(this.#outlines, outline);
    for (const feature of features) add(this.features, feature);
  }

  #advise({ diagnosis, remedy, isMended }: ReplyResult): void {
    if (diagnosis === null) return;
    this.#tried += Number(isMended !== null);
    this.#mended += Number(isMended === true);
    const advice = this.#diagnoses.get(diagnosis) ?? { count: 0, remedy: null };
    advice.count += 1;
    advice.remedy ??= remedy;
    this.#diagnoses.set(diagnosis, advice);
  }

  /** @param all so many results are in groups */
  group(key: string, everywhere: Everywhere, all: number): Group {
    const diagnoses = [...this.#diagnoses].toSorted(([, one], [, other]) => other.count - one.count);
    const first = diagnoses[0]?.[1];
    // What few members have is not why all of them are here.
    const advice = first !== undefined && 2 * first.count >= this.members.length ? first : null;
    const sentence = this.#wording.sentence(this.why);
    const [outline, alike] = commonest(this.#outlines)[0] ?? ['', 0];
    return {
      key,
      outcome: this.outcome,
      why: this.why,
      sentence,
      count: this.members.length,
      share: rate(this.members.length, all),
      wrong: this.#wrong,
      unexplained: this.#unexplained,
      diagnoses: diagnoses.map(([code, { count }]) => [code, count]),
      formats: commonest(this.#formats),
      tools: commonest(this.#tools),
      models: commonest(this.#models),
      prompts: commonest(this.#prompts),
      outline,
      alike,
      // An edit that makes a call come that nobody wants is no remedy.
      remedy:
        this.outcome === 'phantom' || advice === null || advice.remedy === null
          ? null
          : { text: advice.remedy, tried: this.#tried, mended: this.#mended },
      common: commonOf(this, everywhere, `${outline} ${sentence}`),
      members: this.members,
    };
  }
}

/** How many replies have each feature, of all that were read. */
interface Everywhere {
  readonly features: ReadonlyMap<string, number>;
  readonly all: number;
}

/** How often a diagnosis came, and what it advises. */
interface Advice {
  count: number;
  remedy: string | null;
}

/**
 * The groups of results, in the order of outcomes from bad to good, and the heaviest first. Every result is in one.
 *
 * @param among all that were read, where these are some of them: what a group has in common is compared with all others
 */
export function groupsOf(results: Results, among: Results = results): Group[] {
  const tallies = new Map<string, Tally>();
  const everywhere = new Map<string, number>();
  let index = 0;
  for (const result of results) {
    const key = `${result.outcome} ${result.why}`;
    const tally = tallies.get(key) ?? new Tally(result);
    if (tally.members.length === 0) tallies.set(key, tally);
    tally.add(result, index, featuresOf(result, results.length));
    index += 1;
  }
  for (const result of among) for (const feature of featuresOf(result, among.length)) add(everywhere, feature);
  const counts = { features: everywhere, all: among.length };
  return [...tallies]
    .map(([key, tally]) => tally.group(key, counts, results.length))
    .toSorted(
      (one, other) => outcomes.indexOf(one.outcome) - outcomes.indexOf(other.outcome) || other.count - one.count,
    );
}

/** Fewer members share anything by chance. */
const FEWEST = 5;
const MOST_COMMON = 5;
/** What half of the members have, and this much more often than others, says something of the group. */
const LEAST_INSIDE = 0.5;
const LEAST_MORE = 0.2;

/** @param said the outline of most members and the sentence of all: words of the format and tools in them say nothing more */
function commonOf(
  { features, members }: Pick<Tally, 'features' | 'members'>,
  everywhere: Everywhere,
  said: string,
): Common[] {
  const runs = members.length;
  const others = everywhere.all - runs;
  if (runs < FEWEST || others < FEWEST) return [];
  const tools = [...features.keys()].filter((feature) => feature.startsWith('tool:'));
  const isOfFormat = (word: string): boolean => [said, ...tools].some((one) => one.toLowerCase().includes(word));
  const common = [...features].flatMap(([feature, count]): Common[] => {
    const inside = { hits: count, runs };
    const outside = { hits: Math.max(0, (everywhere.features.get(feature) ?? count) - count), runs: others };
    // Of so many features that are looked at, some differ by chance.
    const more = difference(outside, inside, STRICT_Z);
    if (count < LEAST_INSIDE * runs || more.value < LEAST_MORE || more.low <= 0) return [];
    const [field = '', ...value] = feature.split(':');
    const name = value.join(':');
    if (field === 'word' ? isOfFormat(name) : field === 'tool' && said.includes(`\`${name}\``)) return [];
    return [{ field: field as Common['field'], value: name, inside, outside }];
  });
  return common.toSorted((one, other) => moreOf(other) - moreOf(one)).slice(0, MOST_COMMON);
}

function moreOf({ inside, outside }: Common): number {
  return difference(outside, inside).value;
}

function featuresOf({ names, model, prompt, format, length, number, words }: ReplyResult, all: number): string[] {
  return [
    ...(model === null ? [] : [`model:${model}`]),
    ...(prompt === null ? [] : [`prompt:${prompt}`]),
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
