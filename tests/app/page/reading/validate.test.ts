import { expect, it, vi } from 'vitest';
import type { WorkerClient } from '../../../../src/app/worker/client.ts';
import { validate } from '../../../../src/app/page/reading/validate.ts';

const call = { name: 'weather', argumentsText: '{}', argumentsSpan: null, repairs: [] };

/** A worker that answers that all is well. */
function worker() {
  const run = vi.fn(() => Promise.resolve({ ok: true, answer: [{ state: 'valid' }] }));
  return { run, client: { run } as unknown as WorkerClient };
}

it('without tools nothing is undeclared, and no worker is asked', async () => {
  const { run, client } = worker();
  const unchecked = { state: 'unchecked', reason: 'No tools are declared.' };
  expect(await validate(client, [call, call], '', [])).toEqual({ ok: true, answer: [unchecked, unchecked] });
  const broken = { state: 'unchecked', reason: 'The tools are not valid JSON.' };
  expect(await validate(client, [call], '', [], true)).toEqual({ ok: true, answer: [broken] });
  expect(run).not.toHaveBeenCalled();
});

it('asks the worker about no more than a schema looks at', async () => {
  const { run, client } = worker();
  const tools = [{ name: 'weather', schema: { type: 'object' } }];
  expect(await validate(client, [{ ...call, id: 'call_1' } as typeof call], 'text', tools)).toMatchObject({ ok: true });
  expect(run).toHaveBeenCalledWith({ kind: 'validate', calls: [call], document: 'text', tools });
});
