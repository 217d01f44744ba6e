import { afterEach, describe, expect, it } from 'vitest';
import '../../src/trusted-types.ts';
import { openWorker, WorkerClient } from '../../src/app/worker/client.ts';
import type { Progress } from '../../src/app/worker/protocol.ts';

const open: { dispose(): void }[] = [];
afterEach(() => {
  for (const client of open.splice(0)) client.dispose();
});

function job(text: string, runtime = 'exathena') {
  return { kind: 'extract', text, toolCallsText: '', runtime, capabilities: {}, tools: '' } as const;
}

/**
 * A worker that echoes the text of its job, or never comes back when that is "hang". Before it is ready it computes for
 * `startsIn` milliseconds. Of the engines it has `quick`; `slow` takes 500 ms, and `gone` cannot be fetched.
 */
function echoClient(deadline: number, startsIn = 0): WorkerClient {
  const source = `for (const began = Date.now(); Date.now() - began < ${String(startsIn)};);
  postMessage({ ready: true });
  onmessage = ({ data: { run, job, fetch } }) => {
    if (fetch === 'slow') setTimeout(() => postMessage({ fetched: fetch, problem: null }), 500);
    else if (fetch !== undefined) postMessage({ fetched: fetch, problem: fetch === 'gone' ? 'Gone.' : null });
    if (fetch !== undefined) return;
    const { text } = Object.fromEntries(job.fields)['text'];
    if (text === 'hang') for (;;);
    if (text === 'die') throw new Error('dead');
    postMessage({ run, ok: true, answer: { text } });
  };`;
  // Not one of the page's own scripts, so it starts outside the policy of the page.
  const url = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
  const client = new WorkerClient(
    url,
    'echo',
    (address) => new Worker(address),
    () => deadline,
  );
  open.push(client);
  return client;
}

describe('the core worker', () => {
  it('answers with an extraction that has no getters in it', async () => {
    const client = openWorker('core');
    open.push(client);
    const result = await client.run(job('{"name": "f", "arguments": {"a": 1}}'));
    expect(result.ok && result.answer.calls).toMatchObject([{ name: 'f', argumentsText: '{"a":1}' }]);
  });

  it('assembles a pasted log', async () => {
    const client = openWorker('core');
    open.push(client);
    const source = 'data: {"choices":[{"delta":{"content":"hi"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n';
    const result = await client.run({ kind: 'assemble', source, options: {} });
    expect(result.ok && result.answer).toMatchObject({ text: 'hi', assembly: { kind: 'openai-chat', diagnoses: [] } });
  });

  it('reads as an engine, whose code it fetches', async () => {
    const client = openWorker('core');
    open.push(client);
    const text = '<tool_call>{"name": "f", "arguments": {"a": 1}}</tool_call>';
    const result = await client.run(job(text, 'vllm:hermes'));
    expect(result.ok && result.answer).toMatchObject({
      runtime: { id: 'vllm:hermes' },
      calls: [{ name: 'f', argumentsText: '{"a":1}', returnedText: '{"a": 1}' }],
    });
    const all = await client.run({ kind: 'runtimes', which: 'all' });
    expect(all.ok && all.answer.map(({ id }) => id)).toEqual(expect.arrayContaining(['own', 'vllm', 'sglang']));
  });

  it('reports on a sweep and answers it', async () => {
    const client = openWorker('core');
    open.push(client);
    const progress: Progress[] = [];
    const text = 'a ~~~tool_call\n{"name": "f", "arguments": {}}\n~~~\n';
    const sweepJob = { kind: 'sweep', text, runtime: 'exathena', capabilities: {}, tools: '' } as const;
    const result = await client.run(sweepJob, (report) => progress.push(report));
    expect(result.ok && result.answer.cuts.every(({ outcome }) => outcome === 'same')).toBe(true);
    expect(progress[0]).toEqual({ done: 0, total: text.length - 1 });
  });

  it('survives arguments nested 100,000 deep', async () => {
    const client = openWorker('core');
    open.push(client);
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    const result = await client.run(job(`{"name": "f", "arguments": {"a": ${deep}}}`));
    expect(result.ok && result.answer.calls.length).toBe(1);
  });
});

describe('the client', () => {
  it('replaces a worker that overruns its deadline and goes on', async () => {
    const client = echoClient(200);
    expect(await client.run(job('hang'))).toMatchObject({ ok: false, reason: 'timeout' });
    expect(await client.run(job('next'))).toEqual({ ok: true, answer: 'next' });
  });

  it('does not count the time that a worker takes to start', async () => {
    const client = echoClient(200, 600);
    expect(await client.run(job('late'))).toEqual({ ok: true, answer: 'late' });
  });

  it('goes on after a worker that died', async () => {
    const client = echoClient(2000);
    expect(await client.run(job('die'))).toMatchObject({ ok: false, reason: 'broken' });
    expect(await client.run(job('next'))).toMatchObject({ ok: true, answer: 'next' });
  });

  it('does not count the time that an engine takes to arrive, and does other jobs meanwhile', async () => {
    const client = echoClient(200);
    const answers: unknown[] = [];
    const slow = client.run(job('engine', 'slow:a')).then((result) => answers.push(result));
    await client
      .run({ kind: 'sweep', text: 'other', runtime: 'auto', capabilities: {}, tools: '' })
      .then((result) => answers.push(result));
    await slow;
    expect(answers).toMatchObject([{ answer: 'other' }, { answer: 'engine' }]);
    expect(await client.run(job('again', 'slow:b'))).toMatchObject({ answer: 'again' });
  });

  it('lets a newer job of the kind take the place of one that waits for an engine', async () => {
    const client = echoClient(2000);
    const answers: unknown[] = [];
    void client.run(job('engine', 'slow:a')).then((result) => answers.push(result));
    await client.run(job('newer')).then((result) => answers.push(result));
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(answers).toMatchObject([{ answer: 'newer' }]);
  });

  it('says of an engine that cannot be fetched that it cannot, and goes on', async () => {
    const client = echoClient(2000);
    expect(await client.run(job('1', 'gone:a'))).toEqual({ ok: false, reason: 'unfetched', message: 'Gone.' });
    expect(await client.run(job('2', 'quick:a'))).toMatchObject({ ok: true, answer: '2' });
  });

  it('fails once where the worker itself cannot be loaded', async () => {
    const client = new WorkerClient(
      '/no-such-worker.js',
      'none',
      (address) => new Worker(address, { type: 'module' }),
      () => 200,
    );
    open.push(client);
    expect(await client.run(job('1', 'vllm:hermes'))).toMatchObject({ ok: false, reason: 'unfetched' });
    expect(await client.run(job('2'))).toMatchObject({ ok: false, reason: 'unfetched' });
  });

  it('lets only the newest of waiting jobs run', async () => {
    const client = echoClient(2000);
    const answers: unknown[] = [];
    const first = client.run(job('1')).then((result) => answers.push(result));
    void client.run(job('2')).then((result) => answers.push(result));
    const last = client.run(job('3')).then((result) => answers.push(result));
    await Promise.all([first, last]);
    expect(answers).toMatchObject([{ answer: '1' }, { answer: '3' }]);
  });
});
