import { expect, it } from 'vitest';
import { extract } from '../../../src/core/index.ts';
import { loadProjects } from '../../../src/core/reader/runtimes.ts';

const runtimes = (await loadProjects()).flatMap((project) => project.runtimes);

it.each([
  ['the one that is asked for', 'vllm:hermes', 'vllm:hermes'],
  ['ExAthena where none is asked for', undefined, 'exathena'],
  ['Any format where the one that is asked for does not exist', 'vllm:nobody', 'auto'],
  ['Any format for a format that does not exist', 'format:nobody', 'auto'],
])('%s reads a reply', (_, runtime, id) => {
  const asked = runtime === undefined ? {} : { runtime };
  expect(extract({ text: 'Hello.' }, { ...asked, runtimes }).runtime.id).toBe(id);
});
