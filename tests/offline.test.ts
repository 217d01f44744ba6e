import { describe, expect, test } from 'vitest';
import { addressOf, answerFor, cacheNames, outdatedCaches } from '../src/app/offline/answer.ts';
import { chooseFiles } from '../src/app/offline/precache.ts';

const scope = 'https://host.example/tools/callscope/';
const build = {
  precached: ['index.html', 'assets/first-a1.js', 'icon.svg'].map((path) => ({ path, integrity: 'sha256-x' })),
  optional: ['assets/gpt-tokenizer-b2.js'],
};

function answer(url: string, rest: { method?: string; mode?: string; range?: true } = {}) {
  const { method = 'GET', mode = 'no-cors', range } = rest;
  const headers = new Headers(range === undefined ? {} : { range: 'bytes=0-1' });
  return answerFor({ method, mode, url, headers }, scope, build);
}

describe('which request is answered how', () => {
  test.each(['', 'index.html', '?embed', '?utm=x#1.abc.def', 'index.html?embed=calls&theme=dark#in=x'])(
    'a navigation to the page opens the cached page: %s',
    (rest) => {
      expect(answer(scope + rest, { mode: 'navigate' })).toEqual({ from: 'precached', url: scope });
    },
  );

  test.each([
    'https://host.example/tools/',
    'https://host.example/tools/callscope/docs/index.html',
    'https://host.example/tools/callscope-old/',
    'https://other.example/tools/callscope/',
    `${scope}assets/first-a1.js`,
  ])('a navigation elsewhere is none of its business: %s', (url) => {
    expect(answer(url, { mode: 'navigate' })).toBeNull();
  });

  test('files of this version come from its cache', () => {
    expect(answer(`${scope}assets/first-a1.js`)).toEqual({ from: 'precached', url: `${scope}assets/first-a1.js` });
    expect(answer(`${scope}icon.svg#top`)).toEqual({ from: 'precached', url: `${scope}icon.svg` });
    expect(answer(`${scope}index.html`)).toEqual({ from: 'precached', url: scope });
  });

  test('optional files are kept once they were used', () => {
    const url = `${scope}assets/gpt-tokenizer-b2.js`;
    expect(answer(url)).toEqual({ from: 'optional', url });
  });

  test.each([
    ['another host', 'https://models.example/tools/callscope/icon.svg'],
    ['another port', 'https://host.example:8443/tools/callscope/icon.svg'],
    ['a file of no list', `${scope}assets/first-old.js`],
    ['an endpoint on the same host', 'https://host.example/v1/models'],
    ['an endpoint below the page', `${scope}v1/chat/completions`],
    ['a query that asks for something else', `${scope}icon.svg?v=2`],
    ['the worker itself', `${scope}service-worker.js`],
  ])('%s is left to the browser', (_what, url) => {
    expect(answer(url)).toBeNull();
  });

  test('only whole files that are read are answered', () => {
    expect(answer(`${scope}icon.svg`, { method: 'POST' })).toBeNull();
    expect(answer(`${scope}icon.svg`, { method: 'HEAD' })).toBeNull();
    expect(answer(`${scope}icon.svg`, { range: true })).toBeNull();
  });
});

test('the page is cached under its folder, because a host may redirect index.html', () => {
  expect(addressOf('index.html', scope)).toBe(scope);
  expect(addressOf('assets/a.js', scope)).toBe(`${scope}assets/a.js`);
});

test('only older caches of the same copy of the page are deleted', () => {
  const { precached, optional } = cacheNames(scope, 'v2');
  const old = cacheNames(scope, 'v1').precached;
  const neighbour = cacheNames('https://host.example/tools/callscope/next/', 'v1');
  const names = [old, precached, optional, neighbour.precached, neighbour.optional, 'webllm/model', 'callscope'];
  expect(outdatedCaches(names, scope, 'v2')).toEqual([old]);
});

describe('what is fetched ahead', () => {
  const file = (path: string, ...packages: string[]) => ({ path, packages });

  test('the page, its chunks, Monaco and all workers, each once', () => {
    const files = [
      file('index.html'),
      file('assets/core.worker-a.js'),
      file('assets/editor.api-b.js', 'monaco-editor'),
      file('assets/codicon-c.ttf', 'monaco-editor'),
      file('icon.svg'),
      file('icon.svg'),
    ];
    expect(chooseFiles(files)).toEqual({
      precached: [
        'assets/codicon-c.ttf',
        'assets/core.worker-a.js',
        'assets/editor.api-b.js',
        'icon.svg',
        'index.html',
      ],
      optional: [],
    });
  });

  test('tokenizers and models wait until they are wanted, also inside workers and among public files', () => {
    const files = [
      file('assets/counter-a.js', 'gpt-tokenizer'),
      file('assets/webllm.worker-b.js', '@mlc-ai/web-llm', 'zod'),
      file('assets/wllama-c.js', '@wllama/wllama'),
      file('assets/wllama-d.wasm'),
      file('assets/parser-file.worker-e.js', 'pyodide'),
      file('assets/pyodide-1.2.3/python_stdlib.zip'),
      file('models/demo.gguf'),
    ];
    expect(chooseFiles(files)).toEqual({ precached: [], optional: files.map(({ path }) => path).sort() });
  });

  test('what only servers and tools read is not kept at all', () => {
    const files = [file('_headers'), file('.vite/manifest.json'), file('assets/a.js.map')];
    expect(chooseFiles(files)).toEqual({ precached: [], optional: [] });
  });
});
