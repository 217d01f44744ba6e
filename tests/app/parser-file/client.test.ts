import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { headersFor } from '../../../scripts/headers.js';
import { closeWays } from '../../../src/app/parser-file/close-ways.ts';
import { ParserClient } from '../../../src/app/parser-file/client.ts';
import type { ParserAsk, ParserTold } from '../../../src/app/parser-file/worker-protocol.ts';

/** A worker that answers as it is told. */
class FakeWorker {
  onmessage: ((event: { data: ParserTold }) => void) | null = null;
  onerror: ((event: { message: string }) => void) | null = null;
  readonly asked: ParserAsk[] = [];
  isEnded = false;
  readonly #answer: (ask: ParserAsk) => ParserTold | null;

  constructor(answer: (ask: ParserAsk) => ParserTold | null) {
    this.#answer = answer;
  }

  postMessage(ask: ParserAsk): void {
    this.asked.push(ask);
    const told = this.#answer(ask);
    if (told !== null) queueMicrotask(() => this.onmessage?.({ data: told }));
  }

  terminate(): void {
    this.isEnded = true;
  }
}

const loaded = { parsers: [], markers: [], problem: null, invented: [] };
const read = { ask: 'read', parser: 'p', text: 'a', tools: [], chunks: null } as const;

/** Answers all but a reading. */
const hangs = (ask: ParserAsk): ParserTold | null =>
  ask.kind === 'start' ? { kind: 'ready' } : ask.job.ask === 'load' ? { kind: 'answer', answer: loaded } : null;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { baseURI: 'https://host.example/page/' });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function clientOf(answer: (ask: ParserAsk) => ParserTold | null) {
  const workers: FakeWorker[] = [];
  const fetched: string[] = [];
  const client = new ParserClient(
    () => {
      const worker = new FakeWorker(answer);
      workers.push(worker);
      return worker as unknown as Worker;
    },
    (url, report) => {
      fetched.push(url);
      report(1000);
      return Promise.resolve(new ArrayBuffer(8));
    },
  );
  return { client, workers, fetched };
}

test('nothing is fetched before the start, and then each file once, with progress', async () => {
  const { client, workers, fetched } = clientOf(hangs);
  expect(fetched).toEqual([]);
  const progress: number[] = [];
  expect(await client.start(({ done }) => progress.push(done))).toBeNull();
  expect(fetched.map((url) => url.split('/').at(-1))).toEqual([
    'pyodide.asm.mjs',
    'pyodide.asm.wasm',
    'python_stdlib.zip',
  ]);
  expect(progress).toEqual([1000, 2000, 3000]);
  expect(workers[0]?.asked[0]).toMatchObject({
    kind: 'start',
    folder: expect.stringMatching(/^https:\/\/host\.example\/page\/assets\/pyodide-/) as string,
  });
});

test('what hangs is ended, and the next job gets a fresh worker with the same files', async () => {
  const { client, workers, fetched } = clientOf(hangs);
  await client.run({ ask: 'load', files: [] });
  const hanging = client.run(read);
  await vi.advanceTimersByTimeAsync(10_001);
  expect(await hanging).toEqual({
    ok: false,
    reason: 'hung',
    message: 'It took longer than 10 seconds and was ended.',
  });
  expect(workers[0]?.isEnded).toBe(true);
  const again = client.run(read);
  await vi.advanceTimersByTimeAsync(10_001);
  expect((await again).ok).toBe(false);
  expect(workers[1]?.asked.map((ask) => (ask.kind === 'job' ? ask.job.ask : ask.kind))).toEqual([
    'start',
    'load',
    'read',
  ]);
  expect(fetched).toHaveLength(3);
});

test('a job that is stopped is answered, and a Python that broke is replaced', async () => {
  const { client, workers } = clientOf((ask) =>
    ask.kind === 'job' && ask.job.ask === 'read' ? { kind: 'broken', message: 'memory' } : hangs(ask),
  );
  await client.run({ ask: 'load', files: [] });
  expect(await client.run(read)).toEqual({ ok: false, reason: 'broken', message: 'memory' });
  expect(workers[0]?.isEnded).toBe(true);

  const { client: other } = clientOf(hangs);
  await other.run({ ask: 'load', files: [] });
  const hanging = other.run(read);
  await vi.advanceTimersByTimeAsync(1);
  other.stop();
  expect(await hanging).toMatchObject({ ok: false, message: 'Stopped.' });
});

test('the script of the worker is fetched beside Python, and one more starts what was fetched', async () => {
  const order: string[] = [];
  let arrive = (): void => undefined;
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const client = new ParserClient(
    () => {
      order.push('worker');
      return new FakeWorker(hangs) as unknown as Worker;
    },
    async () => {
      order.push('fetch');
      await arrived;
      return new ArrayBuffer(1);
    },
  );
  const started = client.start(() => undefined);
  await vi.advanceTimersByTimeAsync(1);
  expect(order).toEqual(['fetch', 'fetch', 'fetch', 'worker']);
  arrive();
  expect(await started).toBeNull();
  expect(await client.openBeside().start(() => undefined)).toBeNull();
  expect(order).toEqual(['fetch', 'fetch', 'fetch', 'worker', 'worker']);
});

test('a worker whose script does not come is said, also while Python is on its way', async () => {
  const worker = new FakeWorker(hangs);
  const client = new ParserClient(
    () => {
      queueMicrotask(() => worker.onerror?.({ message: '' }));
      return worker as unknown as Worker;
    },
    () => new Promise((resolve) => setTimeout(() => resolve(new ArrayBuffer(1)), 100)),
  );
  const started = client.start(() => undefined);
  await vi.advanceTimersByTimeAsync(101);
  expect(await started).toMatchObject({
    reason: 'broken',
    message: 'The script that runs Python could not be loaded.',
  });
});

test('Python that cannot be fetched is said, and fetched anew the next time', async () => {
  let tries = 0;
  const client = new ParserClient(
    () => new FakeWorker(hangs) as unknown as Worker,
    () => {
      tries += 1;
      return tries <= 3 ? Promise.reject(new Error('offline')) : Promise.resolve(new ArrayBuffer(1));
    },
  );
  expect(await client.start(() => undefined)).toMatchObject({
    ok: false,
    reason: 'unfetched',
    message: 'Python could not be fetched (offline).',
  });
  expect(await client.start(() => undefined)).toBeNull();
});

test('the policy of the worker allows no connection and no script of others', () => {
  const policy = headersFor('/assets/parser-file.worker-Ab1.js')['Content-Security-Policy'] ?? '';
  const directives = new Map(policy.split('; ').map((one) => [one.split(' ')[0], one.split(' ').slice(1)]));
  expect(directives.get('default-src')).toEqual(["'none'"]);
  expect(directives.get('script-src')).toEqual(["'self'", "'wasm-unsafe-eval'"]);
  // What they leave out is default-src's.
  for (const name of ['connect-src', 'worker-src', 'frame-src', 'img-src']) expect(directives.has(name)).toBe(false);
});

test('the ways out of a worker are taken from it and from what it inherits', () => {
  class Base {
    fetch(): string {
      return 'reached';
    }
  }
  const global = Object.assign(new Base(), { WebSocket: Map, postMessage: () => 'kept' });
  closeWays(global);
  expect(Reflect.get(global, 'fetch')).toBeUndefined();
  expect(Reflect.has(Base.prototype, 'fetch')).toBe(false);
  expect(global.WebSocket).toBeUndefined();
  expect(() => {
    (global as { fetch: unknown }).fetch = 1;
  }).toThrow(TypeError);
  expect(global.postMessage()).toBe('kept');
});
