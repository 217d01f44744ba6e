import { providerOf, type Provider } from '../../loop/providers.ts';

/** How the attempts at a provider end: it answers, or it fails the way ChatCLI classifies failures. */
export type ChainOutcome = 'answers' | Failure;
export type Failure =
  'rate-limit' | 'timeout' | 'auth' | 'server-error' | 'model-not-found' | 'context-too-long' | 'unknown-error';

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
  /** What would come of asking it. */
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

/** A link holds no more. */
export const MOST_ENTRIES = 20;

const ATTEMPTS = 3;
const SHORTEST_REST = 30;
const LONGEST_REST = 300;
/** Trying these again would not help. */
const FINAL: readonly Failure[] = ['auth', 'model-not-found', 'context-too-long'];

/**
 * What ChatCLI 1.188 does with a chain of providers, from a chain in which none has failed yet: it asks one after the other
 * until one answers.
 *
 * A request with tools skips every provider without native tools; nothing falls back to text inside a chain. A failed
 * provider rests, and rests are kept per provider: a second entry of it is skipped. A failure that cannot be mended counts
 * twice, so that rest is twice as long. Source: `llm/fallback/chain.go` (`SendPrompt`, `SendPromptWithTools`,
 * `markFailure`) with its defaults. It asks whether a client has the method for tools, which MiniMax's has in its
 * Anthropic-compatible mode as well.
 */
export function runChain(entries: readonly ChainEntry[], hasTools: boolean): ChainRun {
  const resting = new Set<string>();
  let answeredBy: number | null = null;
  const steps = entries.map(({ provider: id, outcome }, index): ChainStep => {
    if (answeredBy !== null) return { kind: 'not-reached' };
    const provider = providerOf(id);
    if (provider === null || provider.chatcli === null) return { kind: 'skipped', why: 'unknown-provider' };
    const key = clientOf(provider);
    if (resting.has(key)) return { kind: 'skipped', why: 'cooling-down' };
    if (hasTools && !takesTools(provider)) return { kind: 'skipped', why: 'no-native-tools' };
    if (outcome === 'answers') {
      answeredBy = index;
      return { kind: 'answered' };
    }
    resting.add(key);
    return {
      kind: 'failed',
      failure: outcome,
      attempts: FINAL.includes(outcome) ? 1 : ATTEMPTS,
      cooldown: restAfter(outcome),
    };
  });
  return { steps, answeredBy };
}

/** Both modes of MiniMax are one provider of ChatCLI. */
function clientOf({ id }: Provider): string {
  return id === 'minimax-anthropic' ? 'minimax' : id;
}

function takesTools(provider: Provider): boolean {
  return provider.chatcli?.tools === 'native' || clientOf(provider) === 'minimax';
}

function restAfter(failure: Failure): number {
  if (failure === 'auth') return LONGEST_REST;
  return FINAL.includes(failure) ? 2 * SHORTEST_REST : SHORTEST_REST;
}

/** A chain that shows the rule: the first is good for plain requests only. */
export const usualChain: readonly ChainEntry[] = [
  { provider: 'ollama', outcome: 'answers' },
  { provider: 'openai', outcome: 'rate-limit' },
  { provider: 'anthropic', outcome: 'answers' },
];
