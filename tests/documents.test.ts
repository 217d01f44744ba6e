import { readdirSync, readFileSync } from 'node:fs';
import { posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { openHash } from '../src/app/permalink/open.ts';
import { codeInPlace } from './recipes.ts';

const root = new URL('../', import.meta.url);

function read(path: string): string {
  return readFileSync(new URL(path, root), 'utf8');
}

/** Files and folders of the repository; a folder ends with a slash. */
const paths = ['src', 'tests', 'scripts', 'bench', 'public', 'docs', '.github'].flatMap((folder) => [
  `/${folder}/`,
  ...readdirSync(new URL(folder, root), { recursive: true, withFileTypes: true }).map((entry) => {
    const parent = relative(fileURLToPath(root), entry.parentPath).replaceAll('\\', '/');
    return `/${parent}/${entry.name}${entry.isDirectory() ? '/' : ''}`;
  }),
]);
paths.push(...readdirSync(root).map((name) => `/${name}`), '/dist/');

/** Every document: those in the root, all below docs, and the READMEs of the rooms. */
const documents = paths
  .filter((path) => /^\/[A-Z]+\.md$|^\/docs\/.*\.md$|^\/src\/.*\/README\.md$/.test(path))
  .map((path) => path.slice(1));

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
  const named = outside.matchAll(
    /`((?:[\w.-]+\/)*\w[\w.-]*\.(?:ts|js|svelte|css|html|json|jsonl|md)|(?:[\w.-]+\/)+)`/g,
  );
  return [...named]
    .map(([, path = '']) => path)
    .filter((path) => !elsewhere.has(path) && !paths.some((one) => one.endsWith(`/${path}`)));
}

/** The address that a heading gets: in lower case, with dashes for spaces, without other signs. */
function anchorsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** Links of a document to files or headings that do not exist. */
function brokenLinks(file: string, text: string): string[] {
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^https?:/.test(target))
    .filter((target) => {
      const [path = '', anchor] = target.split('#');
      const linked = path === '' ? file : posix.join(posix.dirname(file), path);
      if (!paths.includes(`/${linked}`)) return true;
      return anchor !== undefined && !anchorsOf(read(linked)).includes(anchor);
    });
}

it('finds the documents', () => {
  for (const one of ['README.md', 'CHANGELOG.md', 'docs/add/format.md', 'src/core/trace/README.md'])
    expect(documents).toContain(one);
});

it.each(documents)('%s names and links only what exists', (file) => {
  const text = read(file);
  expect({ missing: missing(text), broken: brokenLinks(file, text) }).toEqual({ missing: [], broken: [] });
});

it('notices what does not exist', () => {
  expect(missing('See `core/trace/trace.ts`, `core/gone.ts`, `trace.ts`, `gone/` and `views/`.')).toEqual([
    'core/gone.ts',
    'gone/',
  ]);
  const links = '[a](embed.md) [b](gone.md) [c](links.md#links) [d](links.md#gone) [e](https://example.com)';
  expect(brokenLinks('docs/features.md', links)).toEqual(['gone.md', 'links.md#gone']);
});

it.each([
  ['README.md', 450],
  ['ARCHITECTURE.md', 950],
])('%s has at most %i words', (file, most) => {
  expect(read(file).split(/\s+/).filter(Boolean).length).toBeLessThanOrEqual(most);
});

it('every link in docs/links.md opens', () => {
  const links = [...read('docs/links.md').matchAll(/^```\n(#.*)\n```$/gm)].map(([, link = '']) => link);
  expect(links.length).toBeGreaterThan(3);
  for (const link of links) expect(openHash(link).kind).toBe('state');
});

describe('a recipe', () => {
  const lines = (code: string): string =>
    code
      .split('\n')
      .map((line) => line.trim())
      .join('\n')
      .trim();
  const code = [
    ...paths.filter((path) => /^\/src\/.*\.(?:ts|svelte)$/.test(path)).map((path) => read(path.slice(1))),
    codeInPlace('tests/core/formats/made-up-format/lantern.ts', 'src/core/formats'),
    codeInPlace('tests/core/engines/made-up/beacon.ts', 'src/core/engines/vllm'),
    codeInPlace('tests/core/engines/made-up/flash.ts', 'src/core/engines/lighthouse'),
  ].map(lines);

  it.each(documents.filter((file) => file.startsWith('docs/add/')))('in %s shows code of the repository', (file) => {
    const shown = [...read(file).matchAll(/^```ts\n([^]*?)^```$/gm)].map(([, block = '']) => lines(block));
    expect(shown.filter((block) => !code.some((text) => text.includes(block)))).toEqual([]);
  });
});

describe('decisions', () => {
  const pages = documents.filter((file) => /^docs\/decisions\/\d/.test(file));

  it.each(pages)('%s has a date, a context, what was decided, and what it costs', (file) => {
    expect(read(file)).toMatch(
      /^# .+\n\n20\d\d-\d\d-\d\d\n\n## Context\n\n[^]+\n\n## Decision\n\n[^]+\n\n## Cost\n\n[^]+\n$/,
    );
  });

  it('are numbered without a gap, and all in the list', () => {
    expect(pages.toSorted().map((file) => posix.basename(file).slice(0, 4))).toEqual(
      pages.map((_, index) => String(index + 1).padStart(4, '0')),
    );
    const list = read('docs/decisions/README.md');
    expect(pages.filter((file) => !list.includes(`(${posix.basename(file)})`))).toEqual([]);
  });
});
