import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WorkerClient } from '../../../src/app/worker/client.ts';
import type { Request } from '../../../src/app/worker/protocol.ts';

/** What a worker does with a job: answers it after so many milliseconds, or is silent. */
type Manner = number | 'silent';

/** Workers that behave as they are told, one manner for each that is started; the last one stays. */
function clientOf(manners: readonly Manner[]) {
  const started: { readonly asked: Request[]; isTerminated: boolean }[] = [];
  const open = (): Worker => {
    const manner = manners[Math.min(started.length, manners.length - 1)]!;
    const record = { asked: [] as Request[], isTerminated: false };
    started.push(record);
    const worker = {
      onmessage: null as ((event: { data: unknown }) => void) | null,
      postMessage(request: Request) {
        record.asked.push(request);
        if (manner === 'silent') return;
        const answer = { run: request.run, ok: true, answer: { text: `by worker ${String(started.length)}` } };
        setTimeout(() => {
          if (!record.isTerminated) worker.onmessage?.({ data: answer });
        }, manner);
      },
      terminate: () => (record.isTerminated = true),
    };
    setTimeout(() => worker.onmessage?.({ data: { ready: true } }));
    return worker as unknown as Worker;
  };
  return { client: new WorkerClient('', 'fake', open), started };
}

const extract = (text: string) =>
  ({ kind: 'extract', text, toolCallsText: '', runtime: 'auto', capabilities: {}, tools: '' }) as const;
const tools = { kind: 'tools', tools: '', system: '', preamble: null } as const;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a job that overruns its deadline', () => {
  it('is tried again on a fresh worker', async () => {
    const { client, started } = clientOf(['silent', 10]);
    const result = client.run(extract('a'));
    await vi.runAllTimersAsync();
    expect(await result).toEqual({ ok: true, answer: 'by worker 2' });
    expect(started.map(({ isTerminated }) => isTerminated)).toEqual([true, false]);
  });

  it('has four times as long the second time', async () => {
    const { client } = clientOf([7000]);
    const result = client.run(extract('a'));
    await vi.runAllTimersAsync();
    expect(await result).toEqual({ ok: true, answer: 'by worker 2' });
  });

  it('is given up after the second time', async () => {
    const { client, started } = clientOf(['silent']);
    const result = client.run(extract('a'));
    await vi.runAllTimersAsync();
    expect(await result).toEqual({ ok: false, reason: 'timeout', message: 'It took longer than 8 s.' });
    expect(started.map(({ isTerminated }) => isTerminated)).toEqual([true, true]);
  });

  it('is not tried again where a newer one of its kind waits', async () => {
    const { client, started } = clientOf(['silent', 10]);
    const answered: unknown[] = [];
    void client.run(extract('old')).then(() => answered.push('old'));
    await vi.advanceTimersByTimeAsync(100);
    void client.run(extract('new')).then(() => answered.push('new'));
    await vi.runAllTimersAsync();
    expect(answered).toEqual(['new']);
    expect(started).toHaveLength(2);
  });

  it('gives way to a newer one of its kind while it is tried again', async () => {
    const { client, started } = clientOf(['silent', 'silent', 10]);
    const answered: unknown[] = [];
    void client.run(extract('old')).then(() => answered.push('old'));
    await vi.advanceTimersByTimeAsync(3000);
    void client.run(extract('new')).then(() => answered.push('new'));
    await vi.advanceTimersByTimeAsync(100);
    expect(answered).toEqual(['new']);
    expect(started.map(({ isTerminated }) => isTerminated)).toEqual([true, true, false]);
  });

  it('lets those of other kinds go first', async () => {
    const { client } = clientOf(['silent', 10]);
    const answered: unknown[] = [];
    void client.run(extract('a')).then(() => answered.push('extract'));
    void client.run(tools).then(() => answered.push('tools'));
    await vi.runAllTimersAsync();
    expect(answered).toEqual(['tools', 'extract']);
  });
});

describe('a job that nobody waits for any more', () => {
  it('ends with its worker, and the others go on', async () => {
    const { client, started } = clientOf(['silent', 10]);
    const answered: unknown[] = [];
    void client.run(extract('a')).then(() => answered.push('extract'));
    await vi.advanceTimersByTimeAsync(100);
    void client.run(tools).then(() => answered.push('tools'));
    client.forget('extract');
    await vi.advanceTimersByTimeAsync(100);
    expect(answered).toEqual(['tools']);
    expect(started.map(({ isTerminated }) => isTerminated)).toEqual([true, false]);
  });

  it('is not begun where it still waits, and disturbs no other', async () => {
    const { client, started } = clientOf([1000]);
    const answered: unknown[] = [];
    void client.run(tools).then(() => answered.push('tools'));
    void client.run(extract('a')).then(() => answered.push('extract'));
    await vi.advanceTimersByTimeAsync(100);
    client.forget('extract');
    await vi.runAllTimersAsync();
    expect(answered).toEqual(['tools']);
    expect(started.map(({ isTerminated, asked }) => [isTerminated, asked.length])).toEqual([[false, 1]]);
  });
});
