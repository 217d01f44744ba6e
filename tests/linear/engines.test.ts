import { describe, it } from 'vitest';
import { extract } from '../../src/core/index.ts';
import { loadProjects, projectList } from '../../src/core/reader/runtimes.ts';
import { engineTexts, hostileTexts } from '../hostile-texts.ts';
import { casesFor, shares } from '../runtimes-under-test.ts';
import { expectLinear } from './expect-linear.ts';

const SIZE = 2000;
const tools = [{ name: 'f' }, { name: 'x' }];
const atHand = new Set(projectList.map(({ id }) => id));
const engines = (await loadProjects()).filter(({ id }) => !atHand.has(id)).flatMap(({ runtimes }) => runtimes);

describe.each(engines.map((runtime) => [runtime.id, runtime] as const))('%s', (id, runtime) => {
  it('works no more for each further part of a hostile text', () => {
    for (const { make, linearFrom = SIZE } of [
      ...casesFor(id, hostileTexts, shares.hostile),
      ...(engineTexts[id] ?? []),
    ])
      expectLinear(linearFrom, make, (text) => extract({ text }, { runtime: id, runtimes: [runtime], tools }));
  });
});
