import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { fixtureRoot, namesIn } from './case-file.ts';
import { sharedTools } from './fixtures.ts';

const names = sharedTools.map(({ name }) => name);

it('no two shared tools have one name', () => {
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

it('every shared tool has two cases, so a case of its own holds what is its own', () => {
  const uses = new Map<string, number>();
  for (const file of readdirSync(fixtureRoot, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.txt')) continue;
    const [facts = ''] = readFileSync(new URL(file.replaceAll('\\', '/'), fixtureRoot), 'utf8').split(/^---$/m);
    const named = [...facts.matchAll(/^tools: ([^{\n]+)$/gm)].map(([, value = '']) => value);
    for (const name of namesIn(named)) uses.set(name, (uses.get(name) ?? 0) + 1);
  }
  expect(names.filter((name) => (uses.get(name) ?? 0) < 2)).toEqual([]);
});
