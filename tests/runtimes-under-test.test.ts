import { describe, expect, it } from 'vitest';
import { loadProjects } from '../src/core/reader/runtimes.ts';
import { fixtures, noCalls } from './fixtures.ts';
import { hostileTexts } from './hostile-texts.ts';
import { casesFor, shares } from './runtimes-under-test.ts';

const runtimes = (await loadProjects()).flatMap((project) => project.runtimes.map(({ id }) => id));
const engines = runtimes.filter((id) => id.includes(':'));

interface Case {
  readonly name: string;
  readonly format?: string;
}

const matrices: readonly (readonly [string, readonly Case[], number])[] = [
  ['fixtures', fixtures, shares.fixtures],
  ['hostile texts', hostileTexts, shares.hostile],
  ['texts without calls', noCalls, shares.noCalls],
];

describe.each(matrices)('the deal of %s', (_, cases, share) => {
  it('stays as it is when a case comes or goes', () => {
    const middle = Math.floor(cases.length / 2);
    const isNew = ({ name }: Case): boolean => name.startsWith('new-');
    const more = Array.from({ length: 40 }, (_each, index) => ({ format: 'hermes', name: `new-${String(index)}` }));
    const grown = [...cases.slice(0, middle), ...more, ...cases.slice(middle)];
    const gone = cases[middle] as Case;
    let dealt = 0;
    for (const id of runtimes) {
      const before = casesFor(id, cases, share);
      const after = casesFor(id, grown, share);
      expect(after.filter((one) => !isNew(one))).toEqual(before);
      dealt += after.filter(isNew).length;
      const fewer = casesFor(
        id,
        cases.filter((one) => one !== gone),
        share,
      );
      expect(fewer).toEqual(before.filter((one) => one !== gone));
    }
    expect(dealt).toBeGreaterThan(0);
  });

  it('is between seven and twenty for an engine, and nearly all of them together', () => {
    const counts = engines.map((id) => casesFor(id, cases, share).length);
    // Beyond this the share is no longer the right one: change it in tests/runtimes-under-test.ts.
    const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length;
    expect(mean).toBeGreaterThan(7);
    expect(mean).toBeLessThan(20);
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(1);
    const covered = new Set(engines.flatMap((id) => casesFor(id, cases, share)));
    expect(covered.size / cases.length).toBeGreaterThan(0.9);
  });
});

it('gives all cases to runtimes with rules of their own', () => {
  expect(casesFor('auto', fixtures, shares.fixtures)).toBe(fixtures);
});

it('has the cases of a smaller share among those of a larger one', () => {
  for (const id of engines) {
    const larger = new Set(casesFor(id, fixtures, 2 * shares.fixtures));
    expect(casesFor(id, fixtures, shares.fixtures).filter((one) => !larger.has(one))).toEqual([]);
  }
});
