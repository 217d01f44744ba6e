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

/** oxlint reads plain TypeScript and JavaScript, eslint components: no file may fall between the two. */
describe('what one linter leaves out, the other reads', () => {
  const ofOxlint = listIn('.oxlintrc.json', '"ignorePatterns"', ']');
  const ofEslint = listIn('eslint.config.js', 'globalIgnores(', '])');
  const data = /^dist\/|^\.svelte-check\/|^coverage\/|fixtures|golden/;

  it('in all but data', () => {
    expect(ofOxlint.filter((entry) => !data.test(entry))).toEqual(['**/*.svelte']);
    expect(ofEslint.filter((entry) => !data.test(entry))).toEqual(['**/*.ts', '**/*.js', '!**/*.svelte.ts']);
  });

  it('in what is formatted', () => {
    expect(listIn('.oxfmtrc.json', '"ignorePatterns"', ']')).toEqual(['**/*.svelte']);
    expect(textOf('package.json')).toContain('oxfmt --check && prettier --check \\"**/*.svelte\\"');
  });
});
