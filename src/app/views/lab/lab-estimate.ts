import { cellKey, type Message, messageKey, type ModelRun, type Setup, setupKey } from '../../../core/index.ts';
import { sources } from '../../sources/index.ts';

/** Characters of a token, about. */
const TOKEN = 4;
/** The source that is a server: only there is a request sent, and paid for. */
const SERVER = 'endpoint';

/** Whether a run of a setup asks a server. */
export function asksServer({ source }: Pick<Setup, 'source'>): boolean {
  return source === SERVER;
}

/** What the next runs will cost. */
export interface LabEstimate {
  readonly runs: number;
  /** So many of them ask the server. */
  readonly requests: number;
  /** In tokens, about. */
  readonly input: number;
  /** `isMost`: as many as are allowed, because nobody knows yet how many come. */
  readonly output: { readonly tokens: number; readonly isMost: boolean };
  /** Null while nothing has been timed of a model that is asked. */
  readonly milliseconds: number | null;
  /** Of the requests alone, in the currency of the prices; null without prices or requests. */
  readonly cost: number | null;
  /** Whether some are likely to repeat a reply, and then count as one: nothing is left to chance at temperature 0. */
  readonly isRepeating: boolean;
}

/** So many runs of a variant and message. */
interface RunsToMake {
  readonly setup: Setup;
  readonly message: Pick<Message, 'text'>;
  readonly count: number;
}

interface EstimateBasis {
  readonly next: readonly RunsToMake[];
  /** Those that came to their end. */
  readonly runs: readonly ModelRun[];
  readonly maxTokens: number;
  /** Runs at once. */
  readonly lanes: number;
  /** For a million tokens. */
  readonly priceIn: number | null;
  readonly priceOut: number | null;
}

export function estimateOf(basis: EstimateBasis): LabEstimate {
  const { next, runs, maxTokens, lanes, priceIn, priceOut } = basis;
  const setups = [...new Set(next.map(({ setup }) => setup))];
  // What one model took says nothing of another.
  const models = new Map(setups.map((setup) => [setupKey(setup), modelOf(setup)]));
  const parts = setups.map((setup) => {
    const { system, place, tools } = setup;
    const own = next.filter((one) => one.setup === setup);
    const count = sumOf(own.map((one) => one.count));
    const sent = system.length + (place === 'none' ? 0 : tools.length);
    const ended = runs.filter(({ variant }) => models.get(variant) === modelOf(setup));
    const tokens = meanOf(ended.flatMap((run) => run.tokens ?? []));
    const time = meanOf(ended.map(({ milliseconds }) => milliseconds));
    return {
      isRequest: asksServer(setup),
      count,
      input: (count * sent + sumOf(own.map((one) => one.count * one.message.text.length))) / TOKEN,
      output: count * (tokens ?? maxTokens),
      isMost: tokens === null,
      time: time === null ? null : count * time,
    };
  });
  const sent = parts.filter(({ isRequest }) => isRequest);
  const times = parts.flatMap(({ time }) => time ?? []);
  const input = sumOf(parts.map((part) => part.input));
  const hasPrice = priceIn !== null || priceOut !== null;
  return {
    runs: sumOf(parts.map(({ count }) => count)),
    requests: sumOf(sent.map(({ count }) => count)),
    input: Math.round(input),
    output: {
      tokens: Math.round(sumOf(parts.map(({ output }) => output))),
      isMost: parts.some(({ isMost }) => isMost),
    },
    milliseconds: times.length < parts.length || times.length === 0 ? null : sumOf(times) / lanes,
    cost:
      hasPrice && sent.length > 0
        ? sumOf(sent.map((part) => part.input * (priceIn ?? 0) + part.output * (priceOut ?? 0))) / 1_000_000
        : null,
    isRepeating: isRepeating(next, runs),
  };
}

/** Whether a message is asked more than once of what takes temperature 0 as no choice at all, and has not answered otherwise yet. */
function isRepeating(next: readonly RunsToMake[], runs: readonly ModelRun[]): boolean {
  const counts = new Map<string, number>();
  for (const { setup, message, count } of next) {
    const { source, temperature } = setup;
    if (temperature > 0 || sources.find(({ id }) => id === source)?.samples !== true) continue;
    const key = cellKey({ variant: setupKey(setup), message: messageKey(message) });
    counts.set(key, (counts.get(key) ?? 0) + count);
  }
  const first = new Map<string, ModelRun>();
  for (const run of counts.size === 0 ? [] : runs) {
    const key = cellKey(run);
    const count = counts.get(key);
    if (count === undefined) continue;
    const { text, native } = first.get(key) ?? run;
    first.set(key, first.get(key) ?? run);
    if (text === run.text && native === run.native) counts.set(key, count + 1);
    else counts.delete(key);
  }
  return [...counts.values()].some((count) => count > 1);
}

function modelOf({ source, model }: Setup): string {
  return `${source} ${model}`;
}

function meanOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : sumOf(values) / values.length;
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
