import { describe, expect, test } from 'vitest';
import { loadProgress } from '../../../../src/app/sources/webllm/progress.ts';

const MB = 1024 * 1024;

// Sentences as the runtime in WebLLM 0.2.86 makes them.
test.each([
  [0, 'Start to fetch params', { phase: 'cache' }],
  [
    0.375,
    'Fetching param cache[3/8]: 96MB fetched. 37% completed, 4 secs elapsed. It can take a while when we first visit this page to populate the cache. Later refreshes will become faster.',
    { phase: 'model', loaded: 96 * MB, total: 256 * MB },
  ],
  [
    1,
    'Loading model from cache[8/8]: 256MB loaded. 100% completed, 9 secs elapsed.',
    { phase: 'upload', loaded: 256 * MB, total: 256 * MB },
  ],
  [
    0.5,
    'Loading GPU shader modules[36/72]: 50% completed, 12 secs elapsed.',
    { phase: 'compile', loaded: 36, total: 72 },
  ],
  [1, 'Finish loading on WebGPU - nvidia', null],
])('%f %s', (progress, text, expected) => {
  expect(loadProgress({ progress, text })).toEqual(expected);
});

describe('a sentence that is not as expected tells at least its phase', () => {
  test.each([
    [Number.NaN, 'Fetching param cache[0/0]: 0MB fetched. NaN% completed', { phase: 'model', loaded: 0, total: null }],
    [0.1, 'Fetching param cache', { phase: 'model' }],
    [7, 'Loading model from cache[1/2]: 5MB loaded.', { phase: 'upload', loaded: 5 * MB, total: null }],
    [0.1, 'Loading GPU shader modules', { phase: 'compile' }],
    [0.1, '', null],
    [0.1, 'Something new', null],
  ])('%f %s', (progress, text, expected) => {
    expect(loadProgress({ progress, text })).toEqual(expected);
  });
});
