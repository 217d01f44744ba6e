import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

function textOf(file: string): string {
  return readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
}

/** The texts in quotes of a list that begins after `name`, without comments. */
function listIn(file: string, name: string, close: string): string[] {
  const text = textOf(file);
  const from = text.indexOf(name);
  const list = text.slice(from, text.indexOf(close, from)).replaceAll(/^\s*\/\/.*$/gm, '');
  return [...list.slice(name.length).matchAll(/["']([^"'\n]+)["']/g)].map(([, entry]) => entry!);
}

/** oxlint reads plain TypeScript, eslint components and what runs in Node: no file may fall between the two. */
describe('what one linter leaves out, the other reads', () => {
  const ofOxlint = listIn('.oxlintrc.json', '"ignorePatterns"', ']');
  const ofEslint = listIn('eslint.config.js', 'globalIgnores(', '])');
  const inNode = listIn('tsconfig.node.json', '"include"', ']').filter((file) => /^(?:bench|tests)\//.test(file));

  it('in the tests and benchmarks that run in Node', () => {
    const read = ofEslint.filter((entry) => /^!(?:bench|tests)\//.test(entry)).map((entry) => entry.slice(1));
    const left = ofOxlint.filter((entry) => /^(?:bench|tests)\//.test(entry) && !/golden|fixtures/.test(entry));
    expect(inNode.length).toBeGreaterThan(3);
    expect(read.toSorted()).toEqual(inNode.map((file) => file.replace(/\*\*\/\*\.ts$/, '**')).toSorted());
    expect(left.toSorted()).toEqual(read.toSorted());
  });

  it('in components, scripts and settings', () => {
    expect(ofOxlint).toEqual(expect.arrayContaining(['**/*.svelte', '**/*.svelte.ts', '*.config.*', 'scripts/**']));
    expect(ofEslint).toContain('!**/*.svelte.ts');
    const given = ofEslint.filter((entry) => !entry.startsWith('!') && entry.endsWith('.ts'));
    expect(given).toEqual(['src/**/*.ts', 'tests/**/*.ts', 'bench/*.ts']);
  });
});
