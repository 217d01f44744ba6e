import type { Message, ModelRun, Setup } from '../../../core/index.ts';

/** Characters of a token, about. */
const TOKEN = 4;

/** What the next runs will cost. */
export interface LabEstimate {
  readonly runs: number;
  /** In tokens, about. */
  readonly input: number;
  /** `isMost`: as many as are allowed, because nobody knows yet how many come. */
  readonly output: { readonly tokens: number; readonly isMost: boolean };
  /** Null while no run has been timed. */
  readonly milliseconds: number | null;
  /** In the currency of the prices; null without them. */
  readonly cost: number | null;
}

interface EstimateBasis {
  readonly setups: readonly Setup[];
  readonly messages: readonly Message[];
  readonly perCell: number;
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
  const { setups, messages, perCell, runs: read, maxTokens, lanes, priceIn, priceOut } = basis;
  const runs = setups.length * messages.length * perCell;
  const characters = sumOf(
    setups.map(({ system, place, tools }) =>
      sumOf(messages.map(({ text }) => system.length + (place === 'none' ? 0 : tools.length) + text.length)),
    ),
  );
  const input = Math.round((characters * perCell) / TOKEN);
  const counted = read.flatMap(({ tokens }) => tokens ?? []);
  const tokens = Math.round(runs * (counted.length === 0 ? maxTokens : sumOf(counted) / counted.length));
  const time = sumOf(read.map(({ milliseconds }) => milliseconds)) / read.length;
  return {
    runs,
    input,
    output: { tokens, isMost: counted.length === 0 },
    milliseconds: read.length === 0 ? null : (time * runs) / lanes,
    cost:
      priceIn === null && priceOut === null ? null : (input * (priceIn ?? 0) + tokens * (priceOut ?? 0)) / 1_000_000,
  };
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
