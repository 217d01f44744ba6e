import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Page } from '../../../../src/app/page/page.svelte.ts';
import { Batch } from '../../../../src/app/views/batch/batch.svelte.ts';
import type { BatchAsk } from '../../../../src/app/worker/batch-protocol.ts';

const asked: BatchAsk[] = [];

/** Its worker hears what is asked, and never answers. */
vi.mock('../../../../src/app/worker/batch-client.ts', () => ({
  BatchClient: class {
    ask(ask: BatchAsk): void {
      asked.push(ask);
    }
    end(): void {
      // There is nothing to end.
    }
  },
}));

let batch: Batch;
let end: () => void;

beforeEach(() => {
  vi.stubGlobal('navigator', { hardwareConcurrency: 2 });
  vi.useFakeTimers();
  end = $effect.root(() => {
    batch = new Page().of(Batch);
  });
  batch.openExample();
  asked.length = 0;
});
afterEach(() => {
  end();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const searches = (): string[] => asked.flatMap((ask) => (ask.kind === 'filter' ? [ask.filter.search] : []));

test('a search that is typed is asked for once, when the typing pauses', () => {
  for (const text of ['t', 'to', 'too', 'tool']) {
    batch.searchFor(text);
    expect(batch.filter.search).toBe(text);
  }
  expect(searches()).toEqual([]);
  vi.runAllTimers();
  expect(searches()).toEqual(['tool']);
});

test('what is chosen meanwhile is asked for at once, with what was typed, and once', () => {
  batch.searchFor('tool');
  batch.filterBy({ outcome: 'lost' });
  expect(searches()).toEqual(['tool']);
  vi.runAllTimers();
  expect(searches()).toEqual(['tool']);
});

test('a log that is closed is searched no more', () => {
  batch.searchFor('tool');
  batch.close();
  vi.runAllTimers();
  expect(searches()).toEqual([]);
});
