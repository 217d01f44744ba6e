import { expect, it, vi } from 'vitest';
import { emptyLinkState } from '../../../src/app/permalink/state.ts';
import { serverOf } from '../../../src/app/page/reading/capabilities.ts';
import type { BatchAsk, BatchTold } from '../../../src/app/worker/batch-protocol.ts';

const told: BatchTold[] = [];
const worker = {
  postMessage: (one: BatchTold) => told.push(one),
  onmessage: (_: { data: BatchAsk }): void => undefined,
};
vi.stubGlobal('self', worker);
await import('../../../src/app/worker/batch.worker.ts');
const ask = (data: BatchAsk): void => worker.onmessage({ data });

const lines = Array.from({ length: 30 }, (_, index) =>
  JSON.stringify({ id: `q${String(index)}`, result: '[fill(tank=1)]' }),
);
const setting = { server: serverOf(emptyLinkState), isAligning: true, workers: 1 };

async function end(): Promise<void> {
  const isEnd = () => {
    expect(told.at(-1)).toMatchObject({ kind: 'progress', isDone: true });
  };
  await vi.waitFor(isEnd, { timeout: 30_000 });
}

it('the end is told after all of its numbers, which name who read', async () => {
  ask({ kind: 'open', files: [{ file: new File([lines.join('\n')], 'a.jsonl'), mapping: null }], ...setting });
  await end();
  expect(told.at(-2)).toMatchObject({ kind: 'groups', judged: 30, rows: 30, readBy: setting.server.runtime });
  told.length = 0;
  ask({ kind: 'read', ...setting, server: { ...setting.server, runtime: 'vllm:hermes' } });
  await end();
  expect(told.at(-2)).toMatchObject({ kind: 'groups', judged: 30, readBy: 'vllm:hermes' });
});
