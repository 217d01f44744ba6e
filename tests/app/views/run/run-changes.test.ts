import { describe, expect, test } from 'vitest';
import { sources, type SourceChoice } from '../../../../src/app/sources/index.ts';
import { heldRefusal, runChanges, type RunFacts, type RunPlan } from '../../../../src/app/views/run/run-changes.ts';

const plan: RunPlan = { tools: 'prompt', words: 'full', held: 'free', temperature: 0 };

function factsOf(id: SourceChoice['id'], change: Partial<RunFacts> = {}): RunFacts {
  const source = sources.find((one) => one.id === id);
  if (source === undefined) throw new Error(`No source ${id}.`);
  const server = id === 'endpoint' ? 'openai' : null;
  return { plan, source, server, hasTools: true, otherTemperature: 1, ...change };
}

function possible(facts: RunFacts): string[] {
  return runChanges.filter(({ refusal }) => refusal(facts) === null).map(({ id }) => id);
}

test('the two runs differ in one thing of the plan, whatever the rest is', () => {
  for (const tools of ['prompt', 'none'] as const) {
    for (const words of ['full', 'compact', 'shim'] as const) {
      for (const { id, runs } of runChanges) {
        const [left, right] = runs(factsOf('endpoint', { plan: { ...plan, tools, words } }));
        const differing = (Object.keys(plan) as (keyof RunPlan)[]).filter((key) => left.plan[key] !== right.plan[key]);
        expect([id, tools, words, differing.length]).toEqual([id, tools, words, 1]);
        expect(left.label).not.toBe(right.label);
      }
    }
  }
});

describe('what a source cannot do is not offered, and it says so', () => {
  test.each([
    ['demo', ['compact', 'shim', 'held', 'temperature']],
    ['endpoint', ['compact', 'shim', 'native', 'held', 'temperature']],
    ['file', ['compact', 'shim', 'native', 'held', 'temperature']],
    ['prompt-api', ['compact', 'shim']],
  ] as const)('%s', (id, expected) => {
    expect(possible(factsOf(id))).toEqual(expected);
    for (const { refusal } of runChanges) {
      const said = refusal(factsOf(id));
      if (said !== null) expect(said).toMatch(/^.+: .+\.$/);
    }
  });

  test('Anthropic’s servers are not held to a schema', () => {
    const facts = factsOf('endpoint', { server: 'anthropic' });
    expect(possible(facts)).toEqual(['compact', 'shim', 'native', 'temperature']);
    expect(heldRefusal({ ...facts, plan: { ...plan, held: 'call' } })).toContain('Anthropic');
  });

  test('without tools there is nothing to change about them', () => {
    expect(possible(factsOf('endpoint', { hasTools: false }))).toEqual(['temperature']);
  });

  test('two temperatures that are one make no difference', () => {
    expect(possible(factsOf('demo', { otherTemperature: 0 }))).not.toContain('temperature');
  });

  test('constrained calls in free text need an engine that can', () => {
    expect(heldRefusal(factsOf('file', { plan: { ...plan, held: 'tagged' } }))).toContain('only the whole reply');
    expect(heldRefusal(factsOf('prompt-api', { plan: { ...plan, held: 'tagged' } }))).toContain(
      'cannot be constrained',
    );
    expect(heldRefusal(factsOf('endpoint', { plan: { ...plan, held: 'call', tools: 'request' } }))).toContain(
      'cannot be combined',
    );
  });
});
