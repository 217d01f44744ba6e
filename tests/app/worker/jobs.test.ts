import { expect, it } from 'vitest';
import { jobs, neededCode, type Job, type Kind, type Solvers } from '../../../src/app/worker/jobs.ts';

const reading = { text: '', toolCallsText: '', runtime: 'auto', capabilities: {}, tools: '' };

it.each<[Job, readonly string[]]>([
  [{ kind: 'extract', ...reading }, []],
  [{ kind: 'extract', ...reading, runtime: 'format:hermes' }, []],
  [{ kind: 'extract', ...reading, runtime: 'vllm:hermes' }, ['vllm']],
  [{ kind: 'compare', left: { ...reading, runtime: 'sglang:llama3' }, right: reading }, ['sglang']],
  [
    { kind: 'layer', reading: { ...reading, runtime: 'vllm:hermes' }, layer: 'openai:zod-function' },
    ['vllm', 'openai'],
  ],
  [{ kind: 'runtimes', which: 'at-hand' }, []],
  [{ kind: 'runtimes', which: 'all' }, ['*']],
  [{ kind: 'tokens', texts: [] }, []],
])('%j needs %j', (job, needs) => {
  expect(neededCode(job)).toEqual(needs);
});

it('gives a job that a keystroke asks for the shortest time', () => {
  const shortest = Math.min(...Object.values(jobs).map(({ deadline }) => deadline));
  for (const kind of ['extract', 'tools', 'validate'] as const) expect(jobs[kind].deadline).toBe(shortest);
});

it('has the answer of a solver checked by the compiler', () => {
  const solvers = {
    tokens: () => [1],
    types: () => ({ types: [], notes: [] }),
    yaml: () => ({ json: '', problem: '' as const }),
  };
  solvers satisfies Solvers<'tokens'> & Solvers<'types'>;
  // @ts-expect-error: `tokens` answers numbers.
  ({ tokens: solvers.types }) satisfies Solvers<'tokens'>;
  // @ts-expect-error: `validate` is missing.
  ({}) satisfies Solvers<'schema'>;
  expect(Object.keys(solvers).map((kind) => jobs[kind as Kind].by)).toEqual(['tokens', 'types', 'types']);
});
