import { describe, it } from 'vitest';
import { extract } from '../../src/core/index.ts';
import { loadProjects, projectList } from '../../src/core/reader/runtimes.ts';
import { autoTexts, bareTexts, chatcliTexts, engineTexts, fencedTexts } from '../hostile-texts.ts';
import { casesFor } from '../runtimes-under-test.ts';
import { expectLinear } from './expect-linear.ts';

const SIZE = 2000;
const tools = [{ name: 'f' }, { name: 'x' }];
const texts = [...bareTexts, ...fencedTexts, ...chatcliTexts, ...autoTexts];
const atHand = new Set(projectList.map(({ id }) => id));
const engines = (await loadProjects()).filter(({ id }) => !atHand.has(id)).flatMap(({ runtimes }) => runtimes);

describe.each(engines.map((runtime) => [runtime.id, runtime] as const))('%s', (id, runtime) => {
  it('works no more for each further part of a hostile text', () => {
    for (const { make, linearFrom = SIZE } of [...casesFor(id, texts), ...(engineTexts[id] ?? [])])
      expectLinear(linearFrom, make, (text) => extract({ text }, { runtime: id, runtimes: [runtime], tools }));
  });
});
