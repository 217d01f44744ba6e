import { expect, test } from 'vitest';
import { Results } from '../../../../src/app/page/reading/results.svelte.ts';
import { sourceError } from '../../../../src/app/sources/errors.ts';
import { replaySource } from '../../../../src/app/sources/replay.ts';
import type { ModelSource, SourceEvent } from '../../../../src/app/sources/source.ts';
import { KeptRuns } from '../../../../src/app/views/run/kept-runs.svelte.ts';
import type { PreparedRun } from '../../../../src/app/views/run/prepared-run.ts';
import { RunPair } from '../../../../src/app/views/run/run-pair.svelte.ts';
import { RunSettings } from '../../../../src/app/views/run/run-settings.svelte.ts';
import { Run } from '../../../../src/app/views/run/run.svelte.ts';
import { Session } from '../../../../src/app/page/session.svelte.ts';

const request = { system: '', user: '', sampling: { temperature: 0, maxTokens: 9 } };
const done: SourceEvent = { kind: 'done', finishReason: 'stop', usage: null, toolCallsText: null, notes: [] };

function saying(...events: SourceEvent[]): PreparedRun & { label: string; opened: number } {
  const prepared = {
    label: 'A',
    opened: 0,
    request,
    sent: [],
    source: {
      id: 'made-up',
      availability: () => Promise.resolve({ kind: 'ready' } as const),
      async *open() {
        prepared.opened += 1;
        await Promise.resolve();
        yield* events;
      },
    } satisfies ModelSource,
  };
  return prepared;
}

test('two runs, one after the other, and the reply of the page stays', async () => {
  const session = new Session();
  session.setText('mine');
  const order: string[] = [];
  const named = (name: string): PreparedRun & { label: string } => ({
    label: name,
    request,
    sent: [],
    source: {
      id: name,
      availability: () => Promise.resolve({ kind: 'ready' }),
      async *open() {
        order.push(`${name} begins`);
        yield { kind: 'text', text: name };
        await new Promise((resolve) => setTimeout(resolve, 5));
        order.push(`${name} ends`);
        yield done;
      },
    },
  });
  const pair = new RunPair(session, named('left'), named('right'));
  expect(pair.state).toBe('waiting');
  const whole = pair.open();
  expect(pair.state).toBe('running');
  await whole;
  expect(order).toEqual(['left begins', 'left ends', 'right begins', 'right ends']);
  expect([pair.state, pair.left.run.text, pair.right.run.text]).toEqual(['done', 'left', 'right']);
  expect(session.fields.text).toBe('mine');
});

test('stopping stops both: the second one is never opened', async () => {
  const left = saying({ kind: 'text', text: 'a' });
  left.source.open = async function* (_request, signal) {
    yield { kind: 'text', text: 'So far' };
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
  } as ModelSource['open'];
  const right = saying(done);
  const pair = new RunPair(new Session(), left, right);
  const whole = pair.open();
  await new Promise((resolve) => setTimeout(resolve, 5));
  pair.stop();
  await whole;
  expect([pair.state, pair.left.run.state, pair.right.run.state]).toEqual(['stopped', 'stopped', 'stopped']);
  expect([pair.left.run.text, right.opened]).toEqual(['So far', 0]);
});

test('one that fails does not keep the other from its turn', async () => {
  const failing = saying({ kind: 'failed', error: sourceError('unsupported', 'No.') });
  const pair = new RunPair(new Session(), failing, saying({ kind: 'text', text: 'b' }, done));
  await pair.open();
  expect([pair.state, pair.left.run.state, pair.right.run.text]).toEqual(['failed', 'failed', 'b']);
});

async function ranWith(text: string): Promise<Run> {
  const recording = { cuts: [2], times: [0, 0] };
  const run = new Run(replaySource({ text, recording, toolCallsText: null, finishReason: 'stop' }, null), request);
  await run.open();
  return run;
}

test('runs are kept, newest first, as many as memory is worth', async () => {
  const kept = new KeptRuns();
  const empty = saying(done);
  const silent = new Run(empty.source, request);
  await silent.open();
  expect(kept.keep([{ run: silent, label: '', sent: [] }])).toEqual([]);
  for (let count = 0; count < 14; count += 1) {
    kept.keep([{ run: await ranWith(`Run ${String(count)}`), label: 'x', sent: [] }]);
  }
  expect(kept.runs.map(({ number }) => number)).toEqual([14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3]);
  const long = await ranWith('x'.repeat(15 * 1024 * 1024));
  kept.keep([{ run: long, label: 'long', sent: [] }]);
  expect(kept.runs.length).toBe(12);
  kept.keep([{ run: long, label: 'long', sent: [] }]);
  expect(kept.runs.map(({ number }) => number)).toEqual([16]);
});

test('what was recorded can be replayed: the reply on the page, and runs before', async () => {
  const session = new Session();
  const kept = new KeptRuns();
  const settings = new RunSettings(session, new Results(), kept, { prompt: null });
  expect(settings.offered.map(({ id }) => id)).not.toContain('replay');
  session.setText('Oil: low');
  session.set({ recording: { lengths: [5], gaps: [0, 10] } });
  kept.keep([{ run: await ranWith('Kept.'), label: 'Demo model', sent: [] }]);
  expect(settings.offered.map(({ id }) => id)).toContain('replay');
  expect(settings.recordings.map(({ label }) => label)).toEqual([
    'The reply on this page, 2 pieces',
    'Run 1: Demo model, 2 pieces',
  ]);
  settings.source = 'replay';
  settings.replayPace = 'instant';
  for (const [number, text, lengths] of [
    [0, 'Oil: low', [5]],
    [1, 'Kept.', [2]],
  ] as const) {
    settings.recorded = number;
    const prepared = settings.prepare();
    if (prepared === null) throw new Error('Nothing to run.');
    expect(prepared.sent).toEqual([]);
    const run = new Run(prepared.source, prepared.request);
    await run.open();
    expect([run.text, run.recording?.lengths, run.state]).toEqual([text, lengths, 'done']);
  }
});
