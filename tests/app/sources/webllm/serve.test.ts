import { afterEach, expect, test, vi } from 'vitest';
import { callConstraint, taggedCallConstraint, type Constraint } from '../../../../src/core/index.ts';
import type { SourceEvent } from '../../../../src/app/sources/source.ts';
import type { WebLlmAnswer, WebLlmJob, WebLlmMessage } from '../../../../src/app/sources/webllm/job.ts';
import { webLlmModels, type WebLlmModel } from '../../../../src/app/sources/webllm/models.ts';
import { serve, type WorkerPort } from '../../../../src/app/sources/webllm/serve.ts';
import { constrained, fakeEngine, spoken } from './fake-engine.ts';
import { waitFor } from '../../../wait-for.ts';

const [model, other] = webLlmModels as [WebLlmModel, WebLlmModel];
const job: WebLlmJob = {
  run: 1,
  model,
  prompt: { kind: 'chat', system: 'You have tools.', user: 'Is the oil all right?' },
  sampling: { temperature: 0, maxTokens: 64 },
  constraint: null,
};
const tools = [{ name: 'read_gauge', schema: { type: 'object', properties: { dial: { type: 'string' } } } }];

/** The worker, without a thread of its own. */
class Bench implements WorkerPort {
  onmessage: WorkerPort['onmessage'] = null;
  readonly answers: WebLlmAnswer[] = [];
  readonly engines: ReturnType<typeof fakeEngine>[] = [];

  constructor(pause = 0) {
    serve(this, () => {
      const engine = fakeEngine(pause);
      this.engines.push(engine);
      return engine.client;
    });
  }

  get asked() {
    return this.engines[0]?.asked;
  }

  postMessage(answer: WebLlmAnswer): void {
    this.answers.push(structuredClone(answer));
  }

  tell(message: WebLlmMessage): void {
    this.onmessage?.(new MessageEvent('message', { data: structuredClone(message) }));
  }

  async run(change: Partial<WebLlmJob> = {}): Promise<SourceEvent[]> {
    const run = change.run ?? job.run;
    this.tell({ kind: 'run', job: { ...job, ...change } });
    await waitFor(() => {
      expect(this.events(run).at(-1)?.kind).toMatch(/done|failed/);
    });
    return this.events(run);
  }

  events(run = job.run): SourceEvent[] {
    return this.answers.filter((answer) => answer.run === run).map(({ event }) => event);
  }

  text(run = job.run): string {
    return this.events(run)
      .map((event) => (event.kind === 'text' ? event.text : ''))
      .join('');
  }
}

afterEach(() => vi.unstubAllGlobals());

test('it loads phase by phase, streams, and counts', async () => {
  const bench = new Bench();
  const events = await bench.run();
  expect(events.filter(({ kind }) => kind === 'progress')).toEqual([
    { kind: 'progress', phase: 'library' },
    { kind: 'progress', phase: 'cache' },
    { kind: 'progress', phase: 'model', loaded: 31_457_280, total: 62_914_560 },
    { kind: 'progress', phase: 'model', loaded: 62_914_560, total: 62_914_560 },
    { kind: 'progress', phase: 'upload', loaded: 31_457_280, total: 62_914_560 },
    { kind: 'progress', phase: 'compile', loaded: 18, total: 72 },
    { kind: 'progress', phase: 'prompt' },
  ]);
  expect(events.filter(({ kind }) => kind === 'text').length).toBeGreaterThan(5);
  expect(bench.text()).toBe(spoken);
  expect(events.at(-1)).toMatchObject({
    kind: 'done',
    finishReason: 'stop',
    usage: { input: 12, output: events.filter(({ kind }) => kind === 'text').length },
    toolCallsText: null,
    notes: [expect.stringContaining('24.5')],
  });
  expect(bench.asked?.configs).toEqual([
    { model_list: [{ model: model.files, model_id: model.id, model_lib: model.library, overrides: model.overrides }] },
  ]);
});

test('the prompt goes as system text, never as tools', async () => {
  const bench = new Bench();
  await bench.run();
  await bench.run({ run: 2, prompt: { kind: 'chat', system: '', user: 'Hm?' } });
  expect(bench.asked?.chats.map(({ messages }) => messages)).toEqual([
    [
      { role: 'system', content: 'You have tools.' },
      { role: 'user', content: 'Is the oil all right?' },
    ],
    [{ role: 'user', content: 'Hm?' }],
  ]);
  for (const request of bench.asked?.chats ?? []) {
    expect(request).not.toHaveProperty('tools');
    expect(request).toMatchObject({
      temperature: 0,
      max_tokens: 64,
      stream: true,
      stream_options: { include_usage: true },
    });
  }
});

test('a raw prompt goes word for word', async () => {
  const bench = new Bench();
  await bench.run({ prompt: { kind: 'raw', text: '<|im_start|>user\nHm?' } });
  expect(bench.asked?.completions).toMatchObject([{ prompt: '<|im_start|>user\nHm?' }]);
  expect(bench.asked?.chats).toEqual([]);
  expect(bench.text()).toBe(spoken);
});

test.each<[string, Constraint | null, object]>([
  [
    'a schema',
    callConstraint(tools),
    { type: 'json_object', schema: expect.stringContaining('"read_gauge"') as string },
  ],
  [
    'a structural tag',
    taggedCallConstraint(tools, 'fence'),
    { type: 'structural_tag', structural_tag: expect.stringContaining('~~~tool_call') as string },
  ],
])('WebLLM takes %s as its response format, and the run says so', async (_name, constraint, format) => {
  const bench = new Bench();
  const events = await bench.run({ constraint });
  expect(bench.asked?.chats).toMatchObject([{ response_format: format }]);
  expect(bench.text()).toBe(constraint?.kind === 'json-schema' ? constrained : spoken);
  expect(events.at(-1)).toMatchObject({
    notes: [expect.anything(), expect.stringContaining('constrained to the tools')],
  });
});

test('a model stays loaded for the next run, and gives way to another', async () => {
  const bench = new Bench();
  await bench.run();
  await bench.run({ run: 2 });
  expect(bench.asked?.loads).toEqual([model.id]);
  expect(bench.events(2).filter(({ kind }) => kind === 'progress')).toEqual([{ kind: 'progress', phase: 'prompt' }]);
  await bench.run({ run: 3, model: other });
  expect(bench.asked?.loads).toEqual([model.id, other.id]);
});

test('an interrupted model ends its stream, and answers the next run', async () => {
  const bench = new Bench(1);
  bench.tell({ kind: 'run', job: { ...job, prompt: { kind: 'chat', system: '', user: 'forever' } } });
  await waitFor(() => {
    expect(bench.events().filter(({ kind }) => kind === 'text').length).toBeGreaterThan(50);
  });
  bench.tell({ kind: 'interrupt' });
  await waitFor(() => {
    expect(bench.events().at(-1)).toMatchObject({ kind: 'done', finishReason: 'abort', usage: { input: 12 } });
  });
  expect(bench.asked?.left).toBe(1);
  await bench.run({ run: 2 });
  expect(bench.text(2)).toBe(spoken);
});

test('an error of the engine becomes a sentence, and the engine goes on', async () => {
  const bench = new Bench();
  const events = await bench.run({ prompt: { kind: 'chat', system: '', user: 'too long' } });
  expect(events.at(-1)).toMatchObject({ kind: 'failed', error: { code: 'prompt-too-long' } });
  await bench.run({ run: 2 });
  expect(bench.text(2)).toBe(spoken);
});

test('an engine that cannot be made is told', () => {
  const bench = new Bench();
  serve(bench, () => {
    throw new Error('no engine');
  });
  bench.tell({ kind: 'run', job });
  expect(bench.events().at(-1)).toMatchObject({ kind: 'failed', error: { code: 'model-failed' } });
});

test('a lost device ends the run, and the next one gets another engine', async () => {
  let lose: (info: { reason: string }) => void = () => undefined;
  const device = { lost: new Promise((resolve) => (lose = resolve)) };
  class GPUAdapter {
    requestDevice(): Promise<unknown> {
      return Promise.resolve(device);
    }
  }
  vi.stubGlobal('GPUAdapter', GPUAdapter);
  vi.stubGlobal('navigator', { gpu: { requestAdapter: () => Promise.resolve(new GPUAdapter()) } });
  const bench = new Bench(1);
  bench.tell({ kind: 'run', job: { ...job, prompt: { kind: 'chat', system: '', user: 'forever' } } });
  await waitFor(() => {
    expect(bench.text()).not.toBe('');
  });
  lose({ reason: 'unknown' });
  await waitFor(() => {
    expect(bench.events().find(({ kind }) => kind === 'failed')).toMatchObject({ error: { code: 'device-lost' } });
  });
  bench.engines[0]?.client.interruptGenerate();
});
