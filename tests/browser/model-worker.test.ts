import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SourceEvent } from '../../src/app/sources/source.ts';
import { ModelHost } from '../../src/app/sources/wllama.ts';
import type { WllamaAnswer, WllamaJob, WllamaOrder } from '../../src/app/sources/wllama-job.ts';

const job: WllamaJob = {
  model: 'demo',
  prompt: { kind: 'raw', text: '' },
  sampling: { temperature: 0, maxTokens: 1 },
  context: 16,
  pause: 0,
};

/** A worker that says what it is told and nothing else. */
class SilentWorker extends EventTarget {
  onmessage: ((event: MessageEvent<WllamaAnswer>) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;
  isEnded = false;
  readonly orders: WllamaOrder['kind'][] = [];

  say(answer: WllamaAnswer): void {
    this.onmessage?.(new MessageEvent('message', { data: answer }));
  }

  postMessage({ kind }: WllamaOrder): void {
    this.orders.push(kind);
  }

  terminate(): void {
    this.isEnded = true;
  }
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const done: SourceEvent = { kind: 'done', finishReason: 'stop', usage: null, toolCallsText: null, notes: [] };

/** A host whose workers the test plays, the newest last. */
function openHost() {
  const workers: SilentWorker[] = [];
  const host = new ModelHost(() => {
    const worker = new SilentWorker();
    workers.push(worker);
    return worker as unknown as Worker;
  });
  return { host, workers };
}

function run(host: ModelHost, signal = new AbortController().signal, asked = job) {
  const events: SourceEvent[] = [];
  const whole = (async () => {
    for await (const event of host.run(asked, signal)) events.push(event);
  })();
  return { events, whole };
}

async function start(signal?: AbortSignal, asked = job) {
  const { host, workers } = openHost();
  const { events, whole } = run(host, signal, asked);
  await vi.advanceTimersByTimeAsync(0);
  const [worker] = workers;
  if (worker === undefined) throw new Error('No worker.');
  return { host, workers, worker, events, whole };
}

const failed = (code: string) => ({ kind: 'failed', error: { code } });

test.each([
  [null, 30_000, 'start-timeout'],
  [{ kind: 'progress', phase: 'runtime', loaded: 1, total: null }, 30_000, 'download-stalled'],
  [{ kind: 'progress', phase: 'load' }, 180_000, 'load-timeout'],
  [{ kind: 'progress', phase: 'prompt' }, 180_000, 'first-token-timeout'],
  [{ kind: 'text', text: 'a' }, 60_000, 'stalled'],
] as const)('silence after %j ends the run and its worker', async (event, deadline, code) => {
  const { worker, events, whole } = await start();
  if (event !== null) worker.say(event);
  await vi.advanceTimersByTimeAsync(deadline - 1);
  expect(worker.isEnded).toBe(false);
  await vi.advanceTimersByTimeAsync(2);
  await whole;
  expect(events.at(-1)).toMatchObject(failed(code));
  expect(worker.isEnded).toBe(true);
});

test('every sign of life starts the deadline again', async () => {
  const { worker, events, whole } = await start();
  for (let loaded = 1; loaded <= 5; loaded += 1) {
    await vi.advanceTimersByTimeAsync(20_000);
    worker.say({ kind: 'progress', phase: 'runtime', loaded, total: 5 });
  }
  worker.say(done);
  await whole;
  expect(events.at(-1)).toMatchObject({ kind: 'done' });
});

test('aborting while a model is loaded ends the worker at once', async () => {
  const controller = new AbortController();
  const { worker, events, whole } = await start(controller.signal);
  controller.abort();
  await whole;
  expect(worker.isEnded).toBe(true);
  expect(events).toEqual([{ kind: 'progress', phase: 'start' }]);
});

test('a script that cannot be loaded is told', async () => {
  const { worker, events, whole } = await start();
  worker.onerror?.(new ErrorEvent('error'));
  await whole;
  expect(events.at(-1)).toMatchObject(failed('worker-failed'));
});

test('an idle worker keeps its model for the next run', async () => {
  const { host, workers, worker, whole } = await start();
  worker.say({ kind: 'progress', phase: 'load' });
  worker.say(done);
  await whole;
  expect(worker.isEnded).toBe(false);
  const next = run(host);
  await vi.advanceTimersByTimeAsync(0);
  worker.say(done);
  await next.whole;
  expect(next.events).toEqual([{ kind: 'progress', phase: 'prompt' }, done]);
  expect([workers.length, worker.orders]).toEqual([1, ['run', 'run']]);
});

test('another model ends the worker of the one before', async () => {
  const { host, workers, worker, whole } = await start();
  worker.say(done);
  await whole;
  run(host, undefined, { ...job, model: new Blob([]) });
  await vi.advanceTimersByTimeAsync(0);
  expect([workers.length, worker.isEnded, workers[1]?.isEnded]).toEqual([2, true, false]);
});

test('a run that failed takes its worker with it', async () => {
  const { worker, whole } = await start();
  worker.say({ kind: 'failed', error: { code: 'model-failed', message: 'Oh.', fix: '' } });
  await whole;
  expect(worker.isEnded).toBe(true);
});

test('a worker that stops when asked keeps its model, and the next run waits for that', async () => {
  const controller = new AbortController();
  const { host, workers, worker, events, whole } = await start(controller.signal);
  worker.say({ kind: 'progress', phase: 'prompt' });
  worker.say({ kind: 'text', text: 'So ' });
  await vi.advanceTimersByTimeAsync(0);
  controller.abort();
  await whole;
  expect(events.at(-1)).toEqual({ kind: 'text', text: 'So ' });
  const next = run(host);
  await vi.advanceTimersByTimeAsync(1000);
  expect(worker.orders).toEqual(['run', 'stop']);
  // What the old run still says belongs to nobody.
  worker.say({ kind: 'text', text: 'far' });
  worker.say({ kind: 'stopped' });
  await vi.advanceTimersByTimeAsync(0);
  worker.say(done);
  await next.whole;
  expect(next.events).toEqual([{ kind: 'progress', phase: 'prompt' }, done]);
  expect([workers.length, worker.isEnded]).toEqual([1, false]);
});

test('a worker that does not stop is ended', async () => {
  const controller = new AbortController();
  const { host, workers, worker, whole } = await start(controller.signal);
  worker.say({ kind: 'progress', phase: 'prompt' });
  await vi.advanceTimersByTimeAsync(0);
  controller.abort();
  await whole;
  run(host);
  await vi.advanceTimersByTimeAsync(2001);
  expect([workers.length, worker.isEnded]).toEqual([2, true]);
});

test('when models need not be kept, they go: at once, or after their run', async () => {
  const { host, worker, whole } = await start();
  worker.say(done);
  await whole;
  host.keepLoaded(false);
  expect(worker.isEnded).toBe(true);
  const { host: other, worker: busy, whole: rest } = await start();
  other.keepLoaded(false);
  expect(busy.isEnded).toBe(false);
  busy.say(done);
  await rest;
  expect(busy.isEnded).toBe(true);
});

test('the chunks of a chat are assembled: text, native calls, and the log of them', async () => {
  const chat = { kind: 'chat', system: '', user: 'Hm?', tools: '[]' } as const;
  const { worker, events, whole } = await start(undefined, { ...job, prompt: chat });
  const chunk = (delta: object, finish: string | null = null): WllamaAnswer => ({
    kind: 'chunk',
    line: JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] }),
  });
  const call = (text: object): WllamaAnswer => chunk({ tool_calls: [{ index: 0, ...text }] });
  worker.say(chunk({ role: 'assistant', content: 'Let me see.' }));
  worker.say(call({ id: 'a', type: 'function', function: { name: 'read_gauge', arguments: '{"dial"' } }));
  worker.say(call({ function: { arguments: ':"oil"}' } }));
  worker.say(chunk({}, 'tool_calls'));
  worker.say(done);
  await whole;
  const calls = events.flatMap((event) => (event.kind === 'calls' ? [event.toolCallsText] : []));
  expect(calls[0]).toContain('{\\"dial\\"');
  expect(events.filter(({ kind }) => kind === 'wire')).toHaveLength(4);
  expect(events.at(-1)).toMatchObject({
    kind: 'done',
    finishReason: 'tool_calls',
    toolCallsText: calls.at(-1) as string,
    notes: [],
  });
  expect(events).toContainEqual({ kind: 'text', text: 'Let me see.' });
});

test('llama.cpp is not run without a constraint that it cannot hold', async () => {
  const { host, workers } = openHost();
  const tag = { type: 'structural_tag', format: { type: 'triggered_tags', triggers: [], tags: [] } } as const;
  const { events, whole } = run(host, undefined, { ...job, constraint: { kind: 'structural-tag', tag } });
  await whole;
  expect(events).toMatchObject([failed('unsupported')]);
  expect(workers).toEqual([]);
});
