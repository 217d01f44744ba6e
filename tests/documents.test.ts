import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const root = new URL('../', import.meta.url);

/** Files and folders of the repository; a folder ends with a slash. */
const paths = ['src', 'tests', 'scripts', 'bench', 'public', 'docs'].flatMap((folder) =>
  readdirSync(new URL(folder, root), { recursive: true, withFileTypes: true }).map(
    (entry) => `/${entry.parentPath.replaceAll('\\', '/')}/${entry.name}${entry.isDirectory() ? '/' : ''}`,
  ),
);
paths.push(
  ...readdirSync(root).map((name) => `/${name}`),
  '/src/',
  '/tests/',
  '/bench/',
  '/docs/',
  '/scripts/',
  '/dist/',
);

/** What the repository need not have: files of models, and made-up ones that the documents show how to add. */
const elsewhere = new Set([
  'tokenizer_config.json',
  'src/core/engines/lighthouse/flash.ts',
  'src/core/engines/vllm/beacon.ts',
  'src/core/formats/lantern.ts',
]);

/** What a document names between backquotes and the repository does not have. */
function missing(text: string): string[] {
  const outside = text.replaceAll(/^```[^]*?^```$/gm, '');
  const named = outside.matchAll(/`((?:[\w.-]+\/)*\w[\w.-]*\.(?:ts|js|svelte|css|html|json)|(?:[\w.-]+\/)+)`/g);
  return [...named]
    .map(([, path = '']) => path)
    .filter((path) => !elsewhere.has(path) && !paths.some((one) => one.endsWith(`/${path}`)));
}

const documents = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'src/data/README.md',
  'tests/fixtures/README.md',
  'tests/conformance/golden/README.md',
];

it.each(documents)('%s names files that exist', (file) => {
  expect(missing(readFileSync(new URL(file, root), 'utf8'))).toEqual([]);
});

it('finds what does not exist', () => {
  expect(missing('See `core/trace/trace.ts`, `core/gone.ts`, `trace.ts`, `gone/` and `ui/`.')).toEqual([
    'core/gone.ts',
    'gone/',
  ]);
});
