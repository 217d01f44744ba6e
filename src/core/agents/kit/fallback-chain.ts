/** How the attempts at a provider end: it answers, or it fails in a way that systems tell apart. */
export type ChainOutcome = 'answers' | Failure;
export type Failure =
  | 'rate-limit'
  | 'timeout'
  | 'auth'
  | 'server-error'
  | 'model-not-found'
  | 'context-too-long'
  | 'unknown-error';

export const chainOutcomes: readonly ChainOutcome[] = [
  'answers',
  'rate-limit',
  'timeout',
  'auth',
  'server-error',
  'model-not-found',
  'context-too-long',
  'unknown-error',
];

export interface ChainEntry {
  /** Id of a provider. */
  readonly provider: string;
  /** The result of asking it. */
  readonly outcome: ChainOutcome;
}

export type ChainStep =
  | { readonly kind: 'answered' }
  /** `attempts` were made, after which the provider rests for `cooldown` seconds. */
  | { readonly kind: 'failed'; readonly failure: Failure; readonly attempts: number; readonly cooldown: number }
  | { readonly kind: 'skipped'; readonly why: 'no-native-tools' | 'cooling-down' | 'unknown-provider' }
  /** An earlier one answered. */
  | { readonly kind: 'not-reached' };

export interface ChainRun {
  /** One per entry, in order. */
  readonly steps: readonly ChainStep[];
  /** Index of the entry that answered; null when the request fails. */
  readonly answeredBy: number | null;
}

/** The most entries that a link holds. */
export const MOST_ENTRIES = 20;

/** How a system falls back from one provider to the next. */
export interface FallbackChain {
  /** Begins with a chain in which no provider has failed yet. */
  readonly run: (entries: readonly ChainEntry[], hasTools: boolean) => ChainRun;
  /** A chain that shows the rule. */
  readonly usual: readonly ChainEntry[];
  /** Sentences: which providers it asks, and how long a failed one rests. */
  readonly words: { readonly asks: string; readonly rests: string };
}
