import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Pace } from '../../../src/core/index.ts';
import { replaySource, type RecordedRun } from '../../../src/app/sources/replay.ts';
import type { SourceEvent } from '../../../src/app/sources/source.ts';

const recorded: RecordedRun = {
  text: 'One two three.',
  recording: { cuts: [4, 8], times: [10, 200, 210] },
  toolCallsText: '[{"name":"f"}]',
  finishReason: 'stop',
};
const request = { system: '', user: 'Whatever.', sampling: { temperature: 0, maxTokens: 1 } };
const done = { kind: 'done', finishReason: 'stop', usage: null, toolCallsText: '[{"name":"f"}]', notes: [] };

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** What was said, with the milliseconds from the start. */
function play(pace: Pace | null, signal = new AbortController().signal, run = recorded) {
  const said: [number, SourceEvent][] = [];
  const from = performance.now();
  const whole = (async () => {
    for await (const event of replaySource(run, pace).open(request, signal))
      said.push([performance.now() - from, event]);
  })();
  return { said, whole };
}

test.each([
  ['as it came', { kind: 'real', speed: 1 }, [10, 200, 210]],
  ['twice as fast', { kind: 'real', speed: 2 }, [5, 100, 105]],
  ['at a fixed pace', { kind: 'fixed', interval: 50 }, [0, 50, 100]],
  ['at once', null, [0, 0, 0]],
] as const)('%s, and nothing is lost', async (_, pace, times) => {
  const { said, whole } = play(pace);
  await vi.runAllTimersAsync();
  await whole;
  expect(said.slice(0, -1)).toEqual([
    [times[0], { kind: 'text', text: 'One ' }],
    [times[1], { kind: 'text', text: 'two ' }],
    [times[2], { kind: 'text', text: 'three.' }],
  ]);
  expect(said.at(-1)?.[1]).toEqual(done);
});

test('stopping ends it at once, also in a long pause', async () => {
  const controller = new AbortController();
  const { said, whole } = play({ kind: 'real', speed: 1 }, controller.signal);
  await vi.advanceTimersByTimeAsync(20);
  controller.abort();
  await whole;
  expect(said.map(([, event]) => event)).toEqual([{ kind: 'text', text: 'One ' }]);
  expect(vi.getTimerCount()).toBe(0);
});

test('it is ready, and asks nobody', async () => {
  await expect(replaySource(recorded, null).availability()).resolves.toEqual({ kind: 'ready' });
});
