import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { packageFolders, thirdPartyNotices } from '../scripts/third-party-notices.js';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'notices-'));
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

function packageOf(name: string, files: Readonly<Record<string, string>>, license?: string): string {
  const folder = join(root, name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version: '1.2.3', license }));
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
  return folder;
}

it('has every package with the texts of its licence and of its notices', () => {
  const folders = [
    packageOf('zebra', { 'LICENSE.md': 'Zebra terms', 'ThirdPartyNotices.txt': 'What zebra holds' }, 'MIT'),
    packageOf('@a/ant', { licence: 'Ant terms' }, 'ISC'),
  ];
  const text = thirdPartyNotices(folders);
  expect(text.indexOf('@a/ant 1.2.3')).toBeLessThan(text.indexOf('zebra 1.2.3'));
  for (const part of ['License: ISC', 'Ant terms', 'License: MIT', 'Zebra terms', 'What zebra holds'])
    expect(text).toContain(part);
});

it('names what is inside of a package right after it', () => {
  const text = thirdPartyNotices([
    packageOf('@wllama/wllama', { LICENCE: 'Wllama terms' }, 'MIT'),
    packageOf('@wllama/z', { LICENCE: 'Z terms' }, 'MIT'),
  ]);
  const places = ['Wllama terms', 'llama.cpp and ggml', 'The ggml authors', 'Z terms'].map((part) =>
    text.indexOf(part),
  );
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  expect(places).not.toContain(-1);
});

it.each([
  ['no licence file', {}, 'MIT'],
  ['no licence in its package.json', { LICENSE: 'terms' }, undefined],
])('stops the build for a package with %s', (_what, files, license) => {
  expect(() => thirdPartyNotices([packageOf('bare', files, license)])).toThrow('bare is in the build');
});

it('takes the innermost package that a module lies in, each once', () => {
  const modules = [
    '/r/node_modules/a/index.js',
    '/r/node_modules/a/other.js?worker&url',
    '/r/node_modules/a/node_modules/@b/c/d.js',
    '/r/src/main.ts',
  ];
  expect(packageFolders(modules)).toEqual(['/r/node_modules/a', '/r/node_modules/a/node_modules/@b/c']);
});

it('adds the packages that another one holds a copy of', () => {
  expect(packageFolders(['/r/node_modules/monaco-editor/esm/a.js', '/r/node_modules/marked/b.js'])).toEqual([
    '/r/node_modules/monaco-editor',
    '/r/node_modules/dompurify',
    '/r/node_modules/marked',
  ]);
});
