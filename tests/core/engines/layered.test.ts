import { describe, expect, it } from 'vitest';
import { clientResponse, extract } from '../../../src/core/index.ts';
import { loadProjects } from '../../../src/core/reader/runtimes.ts';
import { aiRuntimes } from '../../../src/core/engines/ai/index.ts';
import { langchainRuntimes } from '../../../src/core/engines/langchain/index.ts';
import { openaiRuntimes } from '../../../src/core/engines/openai/index.ts';
import { fixtures } from '../../fixtures.ts';
import { casesFor, shares } from '../../runtimes-under-test.ts';
import { faultsOf } from '../../soundness.ts';
import { often } from '../../thorough.ts';

// One runtime after the other: what an app layer makes of the response that an engine's client receives.

const layers = [...langchainRuntimes, ...openaiRuntimes, ...aiRuntimes];
const engines = (await loadProjects())
  .filter(({ id }) => id !== 'langchain')
  .flatMap(({ runtimes }) => runtimes)
  .filter(({ id }) => id !== 'custom');

describe.each(engines.map((engine) => [engine.id, engine] as const))('after %s', (id, engine) => {
  const responses = casesFor(id, fixtures, shares.fixtures / often(1, 2)).map(({ text, expected: { tools } }) => {
    const first = extract({ text }, { runtime: id, runtimes: [engine], tools });
    return { first, tools, response: clientResponse(first) };
  });

  it('openai with plain tools returns the same calls and the same text', () => {
    for (const { first, tools, response } of responses) {
      const second = extract(response, { runtime: 'openai:parse-chat-completion-plain', runtimes: layers, tools });
      expect(second.calls.map(({ name, returnedText, id: own }) => [own, name, returnedText])).toEqual(
        first.calls.map(({ name, returnedText, id: own }) => [own, name, returnedText]),
      );
      expect(second.content).toBe(first.content);
    }
  });

  it('every app layer reads soundly', () => {
    const faults = responses.flatMap(({ tools, response }) =>
      layers.flatMap((layer) =>
        faultsOf(extract(response, { runtime: layer.id, runtimes: [layer], tools })).map(
          (fault) => `${layer.id}: ${fault}`,
        ),
      ),
    );
    expect(faults).toEqual([]);
  });
});
