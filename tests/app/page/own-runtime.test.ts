import { expect, test } from 'vitest';
import { loadProjects, projectInfos } from '../../../src/core/index.ts';
import { askedProjects } from '../../../src/app/page/own-runtime.ts';
import { flash } from '../../core/engines/made-up/flash.ts';

test('every project but our own readers may run a model; engines are asked for first', async () => {
  const all = [...(await loadProjects()), { id: 'lighthouse', label: 'Lighthouse', runtimes: [flash] }];
  const asked = askedProjects(projectInfos(all)).map(({ id }) => id);
  expect(asked.slice(-3)).toEqual(['lighthouse', 'exathena', 'chatcli']);
  expect([...asked].sort()).toEqual(
    all
      .map(({ id }) => id)
      .filter((id) => id !== 'own')
      .sort(),
  );
});

test('the same projects are asked for in the same order before the code of the engines is here', async () => {
  const idsOf = (projects: ReturnType<typeof projectInfos>) => askedProjects(projects).map(({ id }) => id);
  expect(idsOf(projectInfos())).toEqual(idsOf(projectInfos(await loadProjects())));
});
