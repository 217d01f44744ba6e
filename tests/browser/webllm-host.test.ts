import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sourceError } from '../../src/app/sources/errors.ts';
import type { SourceEvent } from '../../src/app/sources/source.ts';
import { WebLlmHost } from '../../src/app/sources/webllm/host.ts';
import type { WebLlmAnswer, WebLlmMessage } from '../../src/app/sources/webllm/job.ts';
import { webLlmModels, type WebLlmModel } from '../../src/app/sources/webllm/models.ts';

const job = {
  model: webLlmModels[0] as WebLlmModel,
  prompt: { kind: 'raw', text: '' },
  sampling: { temperature: 0, maxTokens: 1 },
  constraint: null,
} as const;

/** A worker that says what it is told and nothing else. */
class SilentWorker {
  onmessage: ((event: MessageEvent<WebLlmAnswer>) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;
  readonly heard: WebLlmMessage[] = [];
  isEnded = false;

  say(...events: SourceEvent[]): void {
    const run = this.heard.filter(({ kind }) => kind === 'run').length;
    for (const event of events) this.onmessage?.(new MessageEvent('message', { data: { run, event } }));
  }

  postMessage(message: WebLlmMessage): void {
    this.heard.push(message);
  }

  terminate(): void {
    this.isEnded = true;
  }
}

const text: SourceEvent = { kind: 'text', text: 'a' };
const done: SourceEvent = { kind: 'done', finishReason: 'stop', usage: null, toolCallsText: null, notes: [] };
const failed = (code: string) => ({ kind: 'failed', error: { code } });

let workers: SilentWorker[];
let host: WebLlmHost;
beforeEach(() => {
  vi.useFakeTimers();
  workers = [];
  host = new WebLlmHost(() => {
    const worker = new SilentWorker();
    workers.push(worker);
    return worker as unknown as Worker;
  });
});
afterEach(() => vi.useRealTimers());

function open(controller = new AbortController()) {
  const events: SourceEvent[] = [];
  const whole = (async () => {
    for await (const event of host.run(job, controller.signal)) events.push(event);
  })();
  return { events, whole, abort: () => controller.abort() };
}

/** Lets everything happen that is due, and `milliseconds` pass. */
const pass = (milliseconds = 0) => vi.advanceTimersByTimeAsync(milliseconds);
const worker = (): SilentWorker => workers.at(-1) ?? new SilentWorker();

test.each([
  [null, 60_000, 'start-timeout'],
  [{ kind: 'progress', phase: 'library' }, 180_000, 'download-stalled'],
  [{ kind: 'progress', phase: 'cache' }, 120_000, 'download-stalled'],
  [{ kind: 'progress', phase: 'model', loaded: 1, total: 2 }, 300_000, 'download-stalled'],
  [{ kind: 'progress', phase: 'upload' }, 120_000, 'load-timeout'],
  [{ kind: 'progress', phase: 'compile' }, 180_000, 'load-timeout'],
  [{ kind: 'progress', phase: 'prompt' }, 180_000, 'first-token-timeout'],
  [text, 60_000, 'stalled'],
] as const)('silence after %j ends the run and its worker', async (event, deadline, code) => {
  const { events, whole } = open();
  await pass();
  if (event !== null) worker().say(event);
  await pass(deadline - 1);
  expect(worker().isEnded).toBe(false);
  await pass(2);
  await whole;
  expect(events.at(-1)).toMatchObject(failed(code));
  expect(worker().isEnded).toBe(true);
});

test('after a run the worker keeps its model for the next', async () => {
  for (const _run of [1, 2]) {
    const { events, whole } = open();
    await pass();
    worker().say(text, done);
    await whole;
    expect(events).toEqual([text, done]);
  }
  expect(workers).toHaveLength(1);
  expect(worker().isEnded).toBe(false);
  host.keepLoaded(false);
  expect(worker().isEnded).toBe(true);
});

test('two runs at once go one after another', async () => {
  const [first, second] = [open(), open()];
  await pass();
  expect(worker().heard).toHaveLength(1);
  worker().say(text, done);
  await first.whole;
  await pass();
  expect(worker().heard).toHaveLength(2);
  worker().say(done);
  await second.whole;
  expect(second.events).toEqual([done]);
});

test('a run that waits for its turn can be given up, and harms nobody', async () => {
  const [first, second, third] = [open(), open(), open()];
  await pass();
  second.abort();
  await second.whole;
  expect(worker().isEnded).toBe(false);
  worker().say(done);
  await first.whole;
  await pass();
  worker().say(done);
  await third.whole;
  expect(worker().heard).toHaveLength(2);
});

test('aborting while the model writes interrupts it, and keeps it', async () => {
  const { events, whole, abort } = open();
  await pass();
  worker().say(text);
  await pass();
  abort();
  await pass();
  expect(worker().heard.at(-1)).toEqual({ kind: 'interrupt' });
  worker().say(text, { ...done, finishReason: 'abort' });
  await whole;
  expect(events).toEqual([text]);
  expect(worker().isEnded).toBe(false);
});

test('a model that does not stop is ended', async () => {
  const { whole, abort } = open();
  await pass();
  worker().say({ kind: 'progress', phase: 'prompt' });
  await pass();
  abort();
  await pass(4999);
  expect(worker().isEnded).toBe(false);
  await pass(2);
  await whole;
  expect(worker().isEnded).toBe(true);
});

test('leaving the loop early is the same as aborting', async () => {
  const leave = (async () => {
    for await (const event of host.run(job, new AbortController().signal)) if (event.kind === 'text') break;
  })();
  await pass();
  worker().say(text);
  await pass();
  worker().say(done);
  await leave;
  expect(worker().heard.map(({ kind }) => kind)).toEqual(['run', 'interrupt']);
});

test('aborting while it loads ends the worker at once', async () => {
  const { events, whole, abort } = open();
  await pass();
  worker().say({ kind: 'progress', phase: 'model', loaded: 1, total: 2 });
  await pass();
  abort();
  await whole;
  expect(worker().isEnded).toBe(true);
  expect(events.map(({ kind }) => kind)).toEqual(['progress']);
});

test.each([
  ['device-lost', true],
  ['download-failed', true],
  ['model-failed', true],
  ['prompt-too-long', false],
  ['constraint-refused', false],
] as const)('after %s the engine is given up: %s', async (code, isEnded) => {
  const { whole } = open();
  await pass();
  worker().say({ kind: 'failed', error: sourceError(code, 'So.') });
  await whole;
  expect(worker().isEnded).toBe(isEnded);
});

test('a panel that is closed ends the engine after its run, not before', async () => {
  const { events, whole } = open();
  await pass();
  host.keepLoaded(false);
  expect(worker().isEnded).toBe(false);
  worker().say(text, done);
  await whole;
  expect(events).toEqual([text, done]);
  expect(worker().isEnded).toBe(true);
});

test('a script that cannot be loaded, or not be started, is told', async () => {
  const { events, whole } = open();
  await pass();
  worker().onerror?.(new ErrorEvent('error'));
  await whole;
  expect(events.at(-1)).toMatchObject(failed('worker-failed'));
  host = new WebLlmHost(() => {
    throw new TypeError('Not a script of this page');
  });
  const refused = open();
  await refused.whole;
  expect(refused.events).toMatchObject([failed('worker-failed')]);
});
