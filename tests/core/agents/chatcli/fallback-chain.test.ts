import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chainOutcomes, providers, type ChainEntry, type ChainOutcome } from '../../../../src/core/index.ts';
import { chatcliChain } from '../../../../src/core/agents/chatcli/fallback-chain.ts';

const { run, usual } = chatcliChain;

function chain(...entries: [string, ChainOutcome][]): ChainEntry[] {
  return entries.map(([provider, outcome]) => ({ provider, outcome }));
}

function told(entries: readonly ChainEntry[], hasTools: boolean): string[] {
  return run(entries, hasTools).steps.map((step) =>
    step.kind === 'skipped'
      ? step.why
      : step.kind === 'failed'
        ? `${step.failure} ${step.attempts}x, ${step.cooldown} s`
        : step.kind,
  );
}

test('a request with tools skips whoever has no native tools; a plain one does not', () => {
  const entries = chain(['ollama', 'answers'], ['xai', 'answers'], ['openai', 'answers'], ['zai', 'answers']);
  expect(told(entries, true)).toEqual(['no-native-tools', 'no-native-tools', 'answered', 'not-reached']);
  expect(told(entries, false)).toEqual(['answered', 'not-reached', 'not-reached', 'not-reached']);
});

test.each<[ChainOutcome, string]>([
  ['rate-limit', 'rate-limit 3x, 30 s'],
  ['timeout', 'timeout 3x, 30 s'],
  ['server-error', 'server-error 3x, 30 s'],
  ['unknown-error', 'unknown-error 3x, 30 s'],
  ['auth', 'auth 1x, 300 s'],
  // Counted twice, so they rest twice as long.
  ['model-not-found', 'model-not-found 1x, 60 s'],
  ['context-too-long', 'context-too-long 1x, 60 s'],
])('%s: %s, and the next is asked', (outcome, said) => {
  expect(told(chain(['openai', outcome], ['anthropic', 'answers']), false)).toEqual([said, 'answered']);
});

test('a provider that failed rests, so that its second entry is skipped', () => {
  const entries = chain(['openai', 'context-too-long'], ['openai', 'answers'], ['zai', 'answers']);
  expect(told(entries, true)).toEqual(['context-too-long 1x, 60 s', 'cooling-down', 'answered']);
});

test('both modes of MiniMax are one client, which has the method for tools', () => {
  expect(told(chain(['minimax-anthropic', 'answers']), true)).toEqual(['answered']);
  expect(told(chain(['minimax', 'auth'], ['minimax-anthropic', 'answers']), false)).toEqual([
    'auth 1x, 300 s',
    'cooling-down',
  ]);
});

test('nobody answers: no tools anywhere, everyone failed, or an empty chain', () => {
  for (const entries of [chain(['ollama', 'answers']), chain(['openai', 'auth'], ['zai', 'timeout']), []]) {
    expect(run(entries, true).answeredBy).toBeNull();
  }
});

test('a provider that ChatCLI does not have is skipped', () => {
  expect(told(chain(['llamacpp', 'answers'], ['no such', 'answers'], ['zai', 'answers']), false)).toEqual([
    'unknown-provider',
    'unknown-provider',
    'answered',
  ]);
});

test('the usual chain shows the rule', () => {
  expect(run(usual, false).answeredBy).toBe(0);
  expect(run(usual, true).answeredBy).toBe(2);
});

test('any chain: one step per entry, at most one answer, nobody is asked after it', () => {
  const entry = fc.record({
    provider: fc.constantFrom(...providers.map(({ id }) => id), 'other'),
    outcome: fc.constantFrom(...chainOutcomes),
  });
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 12 }), fc.boolean(), (entries, hasTools) => {
      const { steps, answeredBy } = run(entries, hasTools);
      expect(steps).toHaveLength(entries.length);
      expect(steps.findIndex(({ kind }) => kind === 'answered')).toBe(answeredBy ?? -1);
      steps.forEach(({ kind }, index) => {
        expect(kind === 'not-reached').toBe(answeredBy !== null && index > answeredBy);
      });
      const failed = steps.flatMap(({ kind }, index) => (kind === 'failed' ? [entries[index]?.provider] : []));
      expect(new Set(failed).size).toBe(failed.length);
    }),
  );
});
