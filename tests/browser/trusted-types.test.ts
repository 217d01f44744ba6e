import { expect, test } from 'vitest';
import { createWorker, isOwnAsset } from '../../src/trusted-types.ts';

const page = 'https://example.org/tools/callscope/index.html#v1.abc';

test.each([
  ['assets/editor.worker.js', true],
  ['https://example.org/tools/callscope/assets/a.js', true],
  ['https://example.org/tools/callscope-evil/a.js', false],
  ['https://example.org/other/a.js', false],
  ['../a.js', false],
  ['//evil.example/tools/callscope/a.js', false],
  ['blob:https://example.org/3f1c', false],
  ['data:text/javascript,1', false],
])('%s as a script of the page: %s', (url, expected) => {
  expect(isOwnAsset(url, page)).toBe(expected);
});

test('a worker from another host is refused before it starts', () => {
  expect(() => createWorker('https://evil.example/worker.js', 'evil')).toThrow('Not a script of this page');
});
