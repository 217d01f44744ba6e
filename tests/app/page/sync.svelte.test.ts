import { flushSync } from 'svelte';
import { afterEach, expect, it, vi } from 'vitest';
import { diagnose, extract, readTools, runtimesFor } from '../../../src/core/index.ts';
import { emptyLinkState } from '../../../src/app/permalink/state.ts';
import { Page } from '../../../src/app/page/page.svelte.ts';
import { openFromAddress } from '../../../src/app/page/start.ts';
import { startSync } from '../../../src/app/page/sync.svelte.ts';
import type { Job, Kind } from '../../../src/app/worker/jobs.ts';
import { waitFor } from '../../wait-for.ts';

/** A worker that reads when it is told to. */
class SlowWorker {
  readonly #waiting: { job: Job; resolve: (result: never) => void }[] = [];

  run<One extends Kind>(job: Job<One>): Promise<never> {
    return new Promise((resolve) => this.#waiting.push({ job: job as Job, resolve }));
  }

  dispose(): void {
    this.#waiting.length = 0;
  }

  /** Answers the oldest of the replies that it was given. */
  async answer(): Promise<void> {
    const at = this.#waiting.findIndex(({ job }) => job.kind === 'extract');
    const [task] = this.#waiting.splice(at, 1);
    if (task?.job.kind !== 'extract') throw new Error('The worker has no reply to read.');
    const { text, runtime, reasoning } = task.job;
    const options = { runtime, reasoning, runtimes: await runtimesFor(runtime), tools: [] };
    const extraction = extract({ text }, options);
    const answer = { ...extraction, diagnoses: diagnose(extraction, options) };
    task.resolve({ ok: true, answer } as never);
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
    flushSync();
  }
}

/** Reads the tools at once. */
class ToolsWorker extends SlowWorker {
  override run<One extends Kind>(job: Job<One>): Promise<never> {
    const asked = job as Job;
    if (asked.kind !== 'tools') return super.run(job);
    const { tools, problems } = readTools(asked.tools);
    const active =
      asked.active === undefined ? null : readTools(asked.active).tools.map(({ definition }) => definition);
    const answer = { tools, active, problems, warnings: [] };
    return Promise.resolve({ ok: true, answer } as never);
  }
}

let stop = (): void => undefined;
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function open(worker = new SlowWorker()) {
  vi.stubGlobal('document', { documentElement: { dataset: {} } });
  const page = new Page();
  stop = startSync(page, worker, null);
  return { page, worker };
}

it('an answer that comes after another runtime was chosen changes nothing of the choice', async () => {
  const { page, worker } = open();
  page.session.setRuntime('exathena');
  flushSync();
  await worker.answer();
  expect(page.session.fields.profile).toBe('exathena');
  expect(page.session.notices).toEqual([]);
  await worker.answer();
  expect(page.results.extraction?.runtime.id).toBe('exathena');
  expect(page.results.state).toBe('current');
});

it('a runtime that does not exist is named, and our own reader takes its place', async () => {
  const { page, worker } = open();
  page.session.setRuntime('no-such-runtime');
  flushSync();
  await worker.answer();
  await worker.answer();
  expect(page.session.fields.profile).toBe(page.results.extraction?.runtime.id);
  expect(page.session.fields.profile).toBe('auto');
  await vi.waitFor(() => {
    expect(page.session.notices.map(({ text }) => text)).toEqual([
      expect.stringContaining('does not have the server "no-such-runtime"'),
    ]);
  });
});

it('a reasoning parser stays with every server that has it, and goes with the first one that has not', async () => {
  const { page, worker } = open();
  const { session } = page;
  session.setText('Hello.');
  const read = async (runtime: string): Promise<unknown> => {
    session.setRuntime(runtime);
    flushSync();
    await worker.answer();
    return [session.fields.reasoningParser, page.results.extraction?.runtime.label];
  };
  flushSync();
  await worker.answer();
  await worker.answer();
  session.set({ reasoningParser: 'qwen3' });
  expect(await read('vllm:hermes')).toEqual(['qwen3', 'vLLM qwen3 → hermes']);
  expect(await read('sglang:hermes')).toEqual(['qwen3', 'SGLang qwen3 → hermes']);
  expect(await read('exathena')).toEqual(['', 'ExAthena 0.4.6']);
  // Without it the reply is read once more.
  await worker.answer();
  expect(await read('vllm:hermes')).toEqual(['', 'vLLM hermes']);
});

it('what can wait rests until the newest text is read', async () => {
  const { page, worker } = open();
  const rested = vi.fn();
  void page.results.rest().then(rested);
  page.session.setText('Hello.');
  flushSync();
  await worker.answer();
  expect(page.results.state).toBe('reading');
  expect(rested).not.toHaveBeenCalled();
  await worker.answer();
  expect(rested).toHaveBeenCalledOnce();
});

it('what is typed meanwhile has the answer to the text before until it has its own', async () => {
  const { page, worker } = open();
  page.session.setText('One.');
  flushSync();
  page.session.setText('One. Two.');
  flushSync();
  await worker.answer();
  await worker.answer();
  expect([page.results.extraction?.document, page.results.state]).toEqual(['One.', 'reading']);
  await worker.answer();
  expect([page.results.extraction?.document, page.results.state]).toEqual(['One. Two.', 'current']);
});

it('what else changes on the page asks nothing of the worker', async () => {
  const { page, worker } = open();
  await worker.answer();
  page.session.set({ step: 1 });
  page.session.setView('prompt');
  page.session.set({ note: 'A note.' });
  flushSync();
  expect(page.results.state).toBe('current');
  await expect(worker.answer()).rejects.toThrow('no reply to read');
});

/** A page that shows an answer, and what it shows when other work is opened. */
async function shown() {
  vi.useFakeTimers();
  const { page, worker } = open();
  page.session.setText('One.');
  flushSync();
  expect(page.results.isPlaced).toBe(false);
  await worker.answer();
  await worker.answer();
  expect(page.results.isPlaced).toBe(true);
  const change = (run: () => void): void => {
    run();
    flushSync();
  };
  return { page, worker, change };
}

it('what is below the answer waits for the answer to other work, however long that takes', async () => {
  const { page, worker, change } = await shown();
  change(() => page.session.open({ ...emptyLinkState, text: 'Two.' }, 'A link'));
  expect(page.results.isPlaced).toBe(true);
  vi.advanceTimersByTime(60_000);
  expect(page.results.isPlaced).toBe(false);
  await worker.answer();
  expect(page.results.isPlaced).toBe(true);
});

it('an answer that comes at once replaces the other without a gap', async () => {
  const { page, worker, change } = await shown();
  change(() => page.session.open({ ...emptyLinkState, text: 'Two.' }, 'A link'));
  await worker.answer();
  vi.advanceTimersByTime(60_000);
  expect(page.results.isPlaced).toBe(true);
});

it('the same work opened once more is answered once more', async () => {
  const { page, worker, change } = await shown();
  change(() => page.session.open({ ...emptyLinkState, text: 'One.', profile: page.session.fields.profile }, 'A link'));
  vi.advanceTimersByTime(60_000);
  expect(page.results.isPlaced).toBe(false);
  await worker.answer();
  expect(page.results.isPlaced).toBe(true);
});

it('nothing goes while somebody types, nor on a page without a reply', async () => {
  const { page, change } = await shown();
  change(() => {
    page.session.setText('One. And more.');
  });
  vi.advanceTimersByTime(60_000);
  expect(page.results.isPlaced).toBe(true);
  change(() => {
    page.session.clear();
  });
  vi.advanceTimersByTime(60_000);
  expect(page.results.isPlaced).toBe(true);
});

it('what a paste is comes first: until that is known, no answer is of its reply', async () => {
  const { page, worker } = open();
  void page.session.paste.receive('{"choices": [{"message": {"role": "assistant", "content": "Hello."}}]}');
  flushSync();
  expect(page.results.isTaking).toBe(true);
  // The reply before is read first. What reads a paste may be fetched meanwhile, so more than one may follow.
  await waitFor(async () => {
    await worker.answer();
    expect(page.results.state).toBe('current');
  });
  expect(page.results.isTaking).toBe(true);
});

it('the answer to a run is whole when the last of its text was read', async () => {
  const { page, worker } = open();
  flushSync();
  await worker.answer();
  page.session.isWriting = true;
  page.session.setText('One', 'same');
  flushSync();
  await worker.answer();
  expect(page.results.isChanging).toBe(true);
  page.session.setText('One two.', 'same');
  page.session.isWriting = false;
  flushSync();
  expect(page.results.isChanging).toBe(true);
  await worker.answer();
  expect([page.results.state, page.results.isChanging]).toEqual(['current', false]);
});

it('a prefill that names no server is read by the reader’s own, or the page asks for it', async () => {
  const { page } = open();
  const { session } = page;
  await openFromAddress(session, '#in=hi');
  expect(session.fields.profile).toBe('auto');
  expect(session.asksOwnRuntime).toBe(true);
  session.setOwnRuntime('vllm:hermes');
  await openFromAddress(session, '#in=again');
  expect(session.fields.profile).toBe('vllm:hermes');
  await openFromAddress(session, '#in=hi&runtime=auto');
  expect(session.fields.profile).toBe('auto');
});

it('while tools are typed that are no JSON, the reply is read with the last valid ones', async () => {
  const worker = new ToolsWorker();
  const run = vi.spyOn(worker, 'run');
  const { page } = open(worker);
  const { session, results } = page;
  for (const tools of ['[{"name":"f"}]', '[{"name":"f"}', '[{"name":"f"}x']) {
    session.set({ tools });
    flushSync();
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  }
  const asked = run.mock.calls.map(([job]) => job as Job);
  const read = asked.flatMap((job) => (job.kind === 'extract' ? [job.tools] : []));
  // Nothing else is asked at every key.
  expect(read).toEqual(['', '[{"name":"f"}]']);
  expect(results.toolsInForce.map(({ name }) => name)).toEqual(['f']);
  expect(results.hasBrokenTools).toBe(false);
});

it('broken tools of a link are told wherever one is, and no tools from before it stay declared', async () => {
  const { page } = open(new ToolsWorker());
  const { session, results } = page;
  const settle = async (): Promise<void> => {
    flushSync();
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
    flushSync();
  };
  const told = (): readonly string[] => session.notices.flatMap(({ kind, text }) => (kind === 'tools' ? [text] : []));
  await openFromAddress(session, '#in=a&tools=[{"name":"f"}]');
  await settle();
  expect(told()).toEqual([]);
  expect(results.toolsInForce.map(({ name }) => name)).toEqual(['f']);
  await openFromAddress(session, '#in=b&tools=[{');
  await settle();
  expect(told()).toEqual([
    'The tools that came with this were not read. The JSON is invalid: the text ends too early, expected a double-quoted key (line 1, column 3).',
  ]);
  expect(results.toolsInForce).toEqual([]);
  expect(results.hasBrokenTools).toBe(true);
  // What somebody types is not told at every key.
  session.set({ tools: '[]' });
  await settle();
  session.set({ tools: '[{"' });
  await settle();
  expect(told()).toEqual([]);
});
