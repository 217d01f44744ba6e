import { describe, expect, it } from 'vitest';
import type { ModelRun } from '../../../../src/core/index.ts';
import { sourceError } from '../../../../src/app/sources/errors.ts';
import type { ModelSource, SourceEvent } from '../../../../src/app/sources/source.ts';
import { ManyRuns, type RunTask } from '../../../../src/app/views/lab/many-runs.svelte.ts';

const request = { system: '', user: '', sampling: { temperature: 0, maxTokens: 9 } };
const done = {
  kind: 'done',
  finishReason: 'stop',
  usage: { input: 1, output: 2 },
  toolCallsText: null,
  notes: [],
} as const;
const failed = (code: 'rate-limited' | 'server-failed' | 'unauthorized', retryAfter?: number): SourceEvent => {
  const error = sourceError(code, 'It failed.', 'Look.');
  return { kind: 'failed', error: retryAfter === undefined ? error : { ...error, retryAfter } };
};

/** What a run of a number does: events, and `hang` for never ending. */
type Script = (number: number, tries: number) => readonly (SourceEvent | 'hang')[];

function harness(count: number, script: Script, { parallel = 2, longest = 60_000 } = {}) {
  let now = 0;
  let open = 0;
  let most = 0;
  const waits: number[] = [];
  const tries = new Map<number, number>();
  const source = (number: number): ModelSource => ({
    id: 'made-up',
    availability: () => Promise.resolve({ kind: 'ready' }),
    async *open() {
      open += 1;
      most = Math.max(most, open);
      const times = (tries.get(number) ?? 0) + 1;
      tries.set(number, times);
      try {
        for (const event of script(number, times)) {
          await Promise.resolve();
          if (event === 'hang') await new Promise(() => undefined);
          else yield event;
        }
      } finally {
        open -= 1;
      }
    },
  });
  const tasks = Array.from({ length: count }, (_, index): RunTask => ({
    variant: 'a',
    message: 'm',
    number: index + 1,
    seed: index,
    prepare: () => ({ source: source(index + 1), request }),
  }));
  const runs: ModelRun[] = [];
  const many = new ManyRuns(
    tasks,
    {
      parallel,
      longest,
      now: () => now,
      // Time passes when somebody waits, and only where the others have had their turn.
      sleep: async (milliseconds, signal) => {
        for (let turn = 0; turn < 20 && !signal.aborted; turn += 1)
          await new Promise((resolve) => setTimeout(resolve, 1));
        if (signal.aborted) return;
        waits.push(milliseconds);
        now += milliseconds;
      },
    },
    (run) => runs.push(run),
  );
  return { many, runs, waits, most: () => most, tries };
}

const says: Script = (number) => [{ kind: 'text', text: `said ${String(number)}` }, done];

describe('many runs', () => {
  it('makes all of them, so many at once', async () => {
    const { many, runs, most } = harness(12, says, { parallel: 3 });
    await many.start();
    expect([many.state, many.done, many.failed, many.said]).toEqual(['done', 12, 0, '']);
    expect(runs.map(({ text }) => text).toSorted()).toEqual(
      Array.from({ length: 12 }, (_, index) => `said ${String(index + 1)}`).toSorted(),
    );
    expect(runs[0]).toMatchObject({ variant: 'a', message: 'm', tokens: 2, finishReason: 'stop', error: null });
    expect(most()).toBe(3);
  });

  it('waits as long as a server says, with all of them, and asks again', async () => {
    const { many, runs, waits, tries } = harness(6, (number, times) =>
      number === 2 && times < 3 ? [failed('rate-limited', 7000)] : says(number, times),
    );
    await many.start();
    expect(runs.every(({ error }) => error === null)).toBe(true);
    expect(runs.length).toBe(6);
    expect(waits.filter((wait) => wait > 0 && wait <= 7000).length).toBeGreaterThanOrEqual(2);
    expect(tries.get(2)).toBe(3);
  });

  it('a server that always puts off is a sentence, not a loop', async () => {
    const { many, runs, tries } = harness(1, () => [failed('rate-limited')]);
    await many.start();
    expect(runs).toMatchObject([{ error: 'It failed. Look.' }]);
    expect(tries.get(1)).toBe(6);
    expect(many.state).toBe('done');
  });

  it('goes on where one fails and one never ends', async () => {
    const { many, runs } = harness(60, (number, times) =>
      number === 37
        ? [failed('server-failed')]
        : number === 41
          ? [{ kind: 'text', text: 'on and on' }, 'hang']
          : says(number, times),
    );
    await many.start();
    expect([many.state, many.done, many.failed]).toEqual(['done', 60, 2]);
    expect(runs.find(({ number }) => number === 37)?.error).toBe('It failed. Look.');
    expect(runs.find(({ number }) => number === 41)).toMatchObject({
      error: 'It did not end within 60 s, and was stopped.',
      text: 'on and on',
    });
  });

  it('stops where further runs would fail in the same way', async () => {
    const hopeless = harness(60, () => [failed('unauthorized')]);
    await hopeless.many.start();
    expect(hopeless.many.state).toBe('stopped');
    expect(hopeless.many.said).toMatch(/^Stopped: [34] runs in a row failed in the same way\. It failed\. Look\.$/);
    expect(hopeless.runs.length).toBeLessThan(6);
    const broken = harness(60, () => [failed('server-failed')]);
    await broken.many.start();
    expect(broken.many.said).toMatch(/^Stopped: [89] runs in a row/);
  });

  it('keeps what came when it is stopped, and nothing half', async () => {
    const { many, runs } = harness(40, (number, times) => (number > 10 ? ['hang'] : says(number, times)), {
      parallel: 4,
    });
    const end = many.start();
    await new Promise((resolve) => setTimeout(resolve, 15));
    many.stop();
    await end;
    expect(many.state).toBe('stopped');
    expect(runs.length).toBe(10);
    expect(runs.every(({ error }) => error === null)).toBe(true);
  });

  it('pauses between runs and goes on', async () => {
    const { many, runs } = harness(30, says, { parallel: 1 });
    const end = many.start();
    many.pause();
    await new Promise((resolve) => setTimeout(resolve, 20));
    const before = runs.length;
    expect(before).toBeLessThan(3);
    expect(many.state).toBe('paused');
    many.resume();
    await end;
    expect(runs.length).toBe(30);
  });

  it('a run that cannot be made says why', async () => {
    const runs: ModelRun[] = [];
    const task = { variant: 'a', message: 'm', number: 1, seed: 1, prepare: () => 'Choose the GGUF file first.' };
    const many = new ManyRuns([task], { parallel: 1, longest: 1000 }, (run) => runs.push(run));
    await many.start();
    expect(runs).toMatchObject([{ error: 'Choose the GGUF file first.' }]);
  });
});
