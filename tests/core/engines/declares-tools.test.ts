import { expect, it } from 'vitest';
import { extract, loadProjects, verdictOf } from '../../../src/core/index.ts';

it('says nothing of a request that nobody knows', async () => {
  const projects = await loadProjects();
  const runtimes = projects.flatMap((project) => project.runtimes).filter(({ lenient }) => !lenient);
  const asking = runtimes.flatMap((runtime) => {
    const extraction = extract({ text: 'The lamp is off.' }, { runtime: runtime.id, runtimes: [runtime], tools: [] });
    const gate = extraction.trace.find((event) => event.kind === 'gate' && event.gate === 'declares-tools');
    return gate === undefined ? [] : [[runtime.id, verdictOf(extraction).reason] as const];
  });
  expect(asking.length).toBeGreaterThan(3);
  for (const [id, reason] of asking) expect(reason, id).toMatch(/: no tools are declared here/);
});
