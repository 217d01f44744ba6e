import type { ChainEntry, ChainRun, ChainStep, Failure, FallbackChain } from '../kit/fallback-chain.ts';
import { chatcliProviders } from './providers.ts';

const ATTEMPTS = 3;
const SHORTEST_REST = 30;
const LONGEST_REST = 300;
/** Failures that another attempt would not mend. */
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
function runChain(entries: readonly ChainEntry[], hasTools: boolean): ChainRun {
  const resting = new Set<string>();
  let answeredBy: number | null = null;
  const steps = entries.map(({ provider: id, outcome }, index): ChainStep => {
    if (answeredBy !== null) return { kind: 'not-reached' };
    const handling = chatcliProviders.get(id);
    if (handling === undefined) return { kind: 'skipped', why: 'unknown-provider' };
    const key = clientOf(id);
    if (resting.has(key)) return { kind: 'skipped', why: 'cooling-down' };
    if (hasTools && handling.tools !== 'native' && key !== 'minimax')
      return { kind: 'skipped', why: 'no-native-tools' };
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
function clientOf(id: string): string {
  return id === 'minimax-anthropic' ? 'minimax' : id;
}

function restAfter(failure: Failure): number {
  if (failure === 'auth') return LONGEST_REST;
  return FINAL.includes(failure) ? 2 * SHORTEST_REST : SHORTEST_REST;
}

export const chatcliChain: FallbackChain = {
  run: runChain,
  // The first entry serves plain requests only.
  usual: [
    { provider: 'ollama', outcome: 'answers' },
    { provider: 'openai', outcome: 'rate-limit' },
    { provider: 'anthropic', outcome: 'answers' },
  ],
  words: {
    asks: 'ChatCLI asks one provider after another until one answers. A request with tools skips providers without native tools. Inside a chain, nothing falls back to text.',
    rests:
      'ChatCLI tries a failed provider three times, but only once where another try would not help. Then the provider rests for half a minute, and twice as long after each further failure. It rests for five minutes at most, which is also the rest after a rejected key. A wrong model or too long a context counts twice. The rest applies to the provider, so ChatCLI also skips its other models.',
  },
};
