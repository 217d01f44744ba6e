import { describe, expect, it } from 'vitest';
import { entryOutcomes, extract, loadProjects, type Extraction } from '../../../src/core/index.ts';

const layers = (await loadProjects()).flatMap(({ runtimes }) => runtimes).filter(({ isAppLayer }) => isAppLayer);

const call = (args: string, name = 'read_gauge'): object => ({
  id: 'call_1',
  type: 'function',
  function: { name, arguments: args },
});
const good = call('{"dial": "oil"}');
const bad = call('{"dial": "oil",}');

function read(runtime: string, entries: readonly unknown[]): Extraction {
  const tools = [{ name: 'read_gauge' }];
  return extract({ text: null, tool_calls: entries }, { runtime, runtimes: layers, tools });
}

function kindsOf(runtime: string, entries: readonly unknown[]): readonly string[] {
  return entryOutcomes(read(runtime, entries), entries.length).map(({ kind }) => kind);
}

describe('what an app layer makes of each entry', () => {
  it('keeps what is JSON, and sets apart what is not, with the reason', () => {
    expect(kindsOf('langchain:ai-message', [good, bad, good])).toEqual(['kept', 'invalid', 'kept']);
    const [, invalid] = entryOutcomes(read('langchain:ai-message', [good, bad]), 2);
    expect(invalid?.why).toContain('LangChain moves this call to invalid_tool_calls');
  });

  it('throws at the first that is not JSON, and the others are gone', () => {
    expect(kindsOf('langchain:parse-tool-call', [good, bad, good])).toEqual(['gone', 'thrown', 'gone']);
  });

  it('has no calls at all where it gives up', () => {
    const entries = [good, null, good];
    expect(kindsOf('langchain:ai-message', entries)).toEqual(['gone', 'gone', 'gone']);
    expect(entryOutcomes(read('langchain:ai-message', entries), 3)[0]?.why).toContain('catches its own TypeError');
  });

  it('says as many are kept as there are calls, under every layer', () => {
    const lists = [[], [good], [bad], [good, bad], [bad, good], [good, call('null')], [good, call('{}', 'unknown')]];
    for (const { id } of layers) {
      for (const entries of lists) {
        const kept = kindsOf(id, entries).filter((kind) => kind === 'kept');
        expect([id, kept.length]).toEqual([id, read(id, entries).calls.length]);
      }
    }
    expect(layers.length).toBeGreaterThan(5);
  });
});
