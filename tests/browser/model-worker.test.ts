import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SourceEvent } from '../../src/sources/source.ts';
import { runInWorker } from '../../src/sources/wllama.ts';
import type { WllamaJob } from '../../src/sources/wllama-job.ts';

const job: WllamaJob = {
  model: 'demo',
  prompt: { kind: 'raw', text: '' },
  sampling: { temperature: 0, maxTokens: 1 },
  context: 16,
  pause: 0,
};

/** A worker that says what it is told and nothing else. */
class SilentWorker extends EventTarget {
  onmessage: ((event: MessageEvent<SourceEvent>) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;
  isEnded = false;

  say(event: SourceEvent): void {
    this.onmessage?.(new MessageEvent('message', { data: event }));
  }

  postMessage(): void {
    // Silent.
  }

  terminate(): void {
    this.isEnded = true;
  }
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function start(signal = new AbortController().signal) {
  const worker = new SilentWorker();
  const events: SourceEvent[] = [];
  const whole = (async () => {
    for await (const event of runInWorker(job, signal, () => worker as unknown as Worker)) events.push(event);
  })();
  return { worker, events, whole };
}

const failed = (code: string) => ({ kind: 'failed', error: { code } });

test.each([
  [null, 30_000, 'start-timeout'],
  [{ kind: 'progress', phase: 'runtime', loaded: 1, total: null }, 30_000, 'download-stalled'],
  [{ kind: 'progress', phase: 'load' }, 180_000, 'load-timeout'],
  [{ kind: 'progress', phase: 'prompt' }, 180_000, 'first-token-timeout'],
  [{ kind: 'text', text: 'a' }, 60_000, 'stalled'],
] as const)('silence after %j ends the run and its worker', async (event, deadline, code) => {
  const { worker, events, whole } = start();
  await vi.advanceTimersByTimeAsync(0);
  if (event !== null) worker.say(event);
  await vi.advanceTimersByTimeAsync(deadline - 1);
  expect(worker.isEnded).toBe(false);
  await vi.advanceTimersByTimeAsync(2);
  await whole;
  expect(events.at(-1)).toMatchObject(failed(code));
  expect(worker.isEnded).toBe(true);
});

test('every sign of life starts the deadline again', async () => {
  const { worker, events, whole } = start();
  for (let loaded = 1; loaded <= 5; loaded += 1) {
    await vi.advanceTimersByTimeAsync(20_000);
    worker.say({ kind: 'progress', phase: 'runtime', loaded, total: 5 });
  }
  worker.say({ kind: 'done', finishReason: 'stop', usage: null, toolCallsText: null, notes: [] });
  await whole;
  expect(events.at(-1)).toMatchObject({ kind: 'done' });
  expect(worker.isEnded).toBe(true);
});

test('aborting ends the worker at once, in whatever it does', async () => {
  const controller = new AbortController();
  const { worker, events, whole } = start(controller.signal);
  await vi.advanceTimersByTimeAsync(0);
  controller.abort();
  await whole;
  expect(worker.isEnded).toBe(true);
  expect(events).toEqual([{ kind: 'progress', phase: 'start' }]);
});

test('a script that cannot be loaded is told', async () => {
  const { worker, events, whole } = start();
  await vi.advanceTimersByTimeAsync(0);
  worker.onerror?.(new ErrorEvent('error'));
  await whole;
  expect(events.at(-1)).toMatchObject(failed('worker-failed'));
});
