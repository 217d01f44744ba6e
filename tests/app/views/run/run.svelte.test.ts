import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ownEnds } from '../../../../src/app/worker/ends.ts';
import { unpackRecording } from '../../../../src/core/index.ts';
import { sourceError } from '../../../../src/app/sources/errors.ts';
import type { ModelSource, SourceEvent } from '../../../../src/app/sources/source.ts';
import { ReplyRun } from '../../../../src/app/views/run/reply-run.svelte.ts';
import { mostLog, Run } from '../../../../src/app/views/run/run.svelte.ts';
import { emptyLinkState } from '../../../../src/app/permalink/state.ts';
import { emptyLoop } from '../../../../src/app/page/turns.ts';
import { Session } from '../../../../src/app/page/session.svelte.ts';

const request = { system: '', user: '', sampling: { temperature: 0, maxTokens: 9 } };
const done = { kind: 'done', finishReason: 'stop', usage: null, toolCallsText: null, notes: [] } as const;
const text = (said: string): SourceEvent => ({ kind: 'text', text: said });

/** A source that says what it is told, when it is told. */
class Puppet implements ModelSource {
  readonly id = 'puppet';
  signal: AbortSignal | null = null;
  #wake: () => void = () => undefined;
  readonly #events: SourceEvent[] = [];

  availability() {
    return Promise.resolve({ kind: 'ready' } as const);
  }

  async say(...events: SourceEvent[]): Promise<void> {
    this.#events.push(...events);
    this.#wake();
    await vi.advanceTimersByTimeAsync(100);
  }

  async *open(_request: unknown, signal: AbortSignal): AsyncGenerator<SourceEvent, void> {
    this.signal = signal;
    for (;;) {
      const event = this.#events.shift();
      if (event === undefined) await new Promise<void>((resolve) => (this.#wake = resolve));
      else yield event;
    }
  }
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function start(session = new Session()) {
  let now = 0;
  const reply = new ReplyRun(session, () => now);
  const source = new Puppet();
  void reply.start(source, request);
  const run = reply.current;
  if (run === null) throw new Error('No run.');
  return { session, reply, run, source, pass: (milliseconds: number) => (now += milliseconds) };
}

function recordingOf({ fields }: Session) {
  return fields.recording === null ? null : unpackRecording(fields.recording, fields.text.length);
}

test('text streams into the reply, and the recording knows when each piece came', async () => {
  const { session, run, source, pass } = start();
  pass(10);
  await source.say({ kind: 'progress', phase: 'load' }, text('One '));
  expect(session.fields.text).toBe('One ');
  expect(run).toMatchObject({ state: 'running', pieces: 1 });
  pass(20);
  await source.say(text('two.'), done);
  expect(session.fields.text).toBe('One two.');
  expect(run).toMatchObject({ state: 'done', duration: 20, end: { finishReason: 'stop' } });
  expect(recordingOf(session)).toEqual({ cuts: [4], times: [10, 30] });
});

test('line ends are those of the session, also where a pair is cut', async () => {
  const { session, source } = start();
  await source.say(text('a\r'), text('\nb\r'), text('c\r\n'), text('\r'), done);
  expect(session.fields.text).toBe('a\nb\rc\n\r');
  expect(recordingOf(session)?.cuts).toEqual([1, 3, 6]);
});

test('native calls come with the end', async () => {
  const { session, source } = start();
  await source.say({ ...done, toolCallsText: '[{"name":"a"}]' });
  expect(session.fields.native).toBe('[{"name":"a"}]');
});

test('stopping keeps the text and aborts the source', async () => {
  const { session, run, source } = start();
  await source.say(text('So '), text('far'));
  run.stop();
  expect(run.state).toBe('stopped');
  expect(source.signal?.aborted).toBe(true);
  await source.say(text(' and no further'), done);
  expect(session.fields.text).toBe('So far');
  expect(recordingOf(session)?.cuts).toEqual([3]);
});

test('what an older run still says is dropped', async () => {
  const { session, reply, run, source } = start();
  await source.say(text('old'));
  const newer = new Puppet();
  void reply.start(newer, request);
  await source.say(text(' older'), done);
  await newer.say(text('new'), done);
  expect(session.fields.text).toBe('new');
  expect(run.state).toBe('stopped');
  expect(reply.current).toMatchObject({ state: 'done', pieces: 1 });
});

test('an error keeps the text and is told', async () => {
  const { session, run, source } = start();
  await source.say(text('Half'), { kind: 'failed', error: sourceError('connection-lost', 'Gone.') });
  expect(run).toMatchObject({ state: 'failed', error: { code: 'connection-lost' } });
  expect(session.fields.text).toBe('Half');
  expect(session.notices).toMatchObject([{ kind: 'run', tone: 'bad', text: 'The run failed. Gone.' }]);
});

test('a run that said nothing leaves the reply as it was', async () => {
  const session = new Session();
  session.setText('mine');
  session.set({ native: '[]' });
  const { source } = start(session);
  await source.say({ kind: 'failed', error: sourceError('unreachable', 'Not there.') });
  expect(session.fields).toMatchObject({ text: 'mine', native: '[]' });
});

test('the reply before can be brought back', async () => {
  const session = new Session();
  session.setText('mine');
  const { source } = start(session);
  await source.say(text('other'), done);
  session.notices.find(({ kind }) => kind === 'run')?.action?.run();
  expect(session.fields.text).toBe('mine');
  expect(session.notices).toEqual([]);
});

test('a reply that somebody changes meanwhile is theirs', async () => {
  const { session, run, source } = start();
  await source.say(text('One '));
  session.setText('my own');
  await source.say(text('two'));
  expect(run.state).toBe('stopped');
  expect(session.fields.text).toBe('my own');
});

test('a source that throws or ends without a word is an error, not a hang', async () => {
  const source = (open: ModelSource['open']): ModelSource => ({
    id: 'x',
    availability: () => Promise.resolve({ kind: 'ready' }),
    open,
  });
  const throwing = source(() => {
    throw new Error('Oh.');
  });
  let run = new Run(throwing, request);
  await run.open();
  expect(run.error).toMatchObject({ code: 'model-failed', message: 'Oh.' });
  run = new Run(
    source(async function* () {}),
    request,
  );
  await run.open();
  expect(run.error).toMatchObject({ code: 'connection-lost' });
});

test('native calls show while they come, and stay when the run breaks off', async () => {
  const { session, run, source } = start();
  await source.say({ kind: 'calls', toolCallsText: '[{"name":"a"' });
  expect(session.fields.native).toBe('[{"name":"a"');
  await source.say({ kind: 'calls', toolCallsText: '[{"name":"a"}]' });
  run.stop();
  expect(session.fields).toMatchObject({ native: '[{"name":"a"}]', text: '' });
});

test('native calls that somebody changes meanwhile are theirs until new ones come', async () => {
  const { session, source } = start();
  await source.say({ kind: 'calls', toolCallsText: '[1]' });
  session.set({ native: 'mine' });
  await source.say(text('So.'));
  expect(session.fields.native).toBe('mine');
});

test('a source that never stops is stopped, and what it said stays', async () => {
  const { session, run, source } = start();
  const piece = 'abcdefghij'.repeat(10_000);
  await source.say(...Array.from({ length: 30 }, () => text(piece)));
  expect(run).toMatchObject({ state: 'failed', error: { code: 'too-large' } });
  expect(source.signal?.aborted).toBe(true);
  expect(session.fields.text.length).toBe(2_100_000);
});

test('a recording holds no more pieces than a link can carry, and all of the text', async () => {
  const many = 100_500;
  const run = new Run(
    {
      id: 'x',
      availability: () => Promise.resolve({ kind: 'ready' }),
      async *open() {
        await Promise.resolve();
        for (let count = 0; count < many; count += 1) yield text('ab');
        yield done;
      },
    },
    request,
  );
  await run.open();
  const recording = unpackRecording(run.recording ?? { lengths: [], gaps: [] }, run.text.length);
  expect([run.text.length, recording.cuts.length + 1, recording.times.length]).toEqual([2 * many, 100_000, 100_000]);
});

test('what came over the wire is kept, up to a limit', async () => {
  const { run, source } = start();
  await source.say({ kind: 'wire', text: 'data: 1\n\n' }, { kind: 'wire', text: 'data: 2\n\n' });
  expect(run.log).toBe('data: 1\n\ndata: 2\n\n');
  await source.say({ kind: 'wire', text: 'x'.repeat(mostLog) }, { kind: 'wire', text: 'y' });
  expect(run.log).toHaveLength(mostLog);
  expect(run.log).not.toContain('y');
});

test('a source that sends without pause leaves the page its turns', async () => {
  vi.useRealTimers();
  let isOver = false;
  const source: ModelSource = {
    id: 'flood',
    availability: () => Promise.resolve({ kind: 'ready' }),
    // eslint-disable-next-line @typescript-eslint/require-await -- It never waits: that is the point.
    async *open() {
      const begun = performance.now();
      // Without a turn for the page nobody ends it.
      while (!isOver && performance.now() - begun < 60_000) yield text('a');
      yield done;
    },
  };
  setTimeout(() => (isOver = true), 100);
  const run = new Run(source, request);
  await run.open();
  expect(run.state).toBe('done');
  expect(isOver).toBe(true);
});

test('the question of a run is that of the conversation, which the loop goes on with', async () => {
  const session = new Session();
  session.setText('mine');
  const reply = new ReplyRun(session, () => 0);
  const source = new Puppet();
  void reply.start(source, request, { asked: 'Weather in Oslo?', model: 'small' });
  await source.say(text('Yes.'), done);
  expect([session.fields.loop?.asked, reply.model]).toEqual(['Weather in Oslo?', 'small']);
  const next = new Puppet();
  void reply.start(next, request, { asked: null, model: 'small' });
  await next.say(text('And then?'), done);
  expect(session.fields.loop?.asked).toBe('Weather in Oslo?');
  session.open({ ...emptyLinkState, text: 'other' }, 'A link');
  expect(reply.model).toBeNull();
});

test('a run that answers another question begins another conversation, and Undo brings the one before back', async () => {
  const session = new Session();
  const turn = { text: 'first', native: '', recording: null, results: [], strays: [] };
  session.setLoop({ ...emptyLoop, asked: 'Is it cold?', earlier: [turn] }, { text: 'second' });
  const reply = new ReplyRun(session, () => 0);
  const source = new Puppet();
  void reply.start(source, request, { asked: 'Is it cold?', model: null });
  await source.say(text('It is.'), done);
  expect(session.fields.loop).toEqual({ ...emptyLoop, asked: 'Is it cold?' });
  session.notices.find(({ kind }) => kind === 'run')?.action?.run();
  expect(session.fields).toMatchObject({ text: 'second', loop: { earlier: [turn] } });
});

test('a run without a text does not say that it is kept', async () => {
  const failed = { kind: 'failed', error: sourceError('connection-lost', 'Gone.') } as const;
  const without = start();
  await without.source.say(failed);
  expect(without.run.error?.fix).toBe('Run it again.');
  const half = start();
  await half.source.say(text('Half'), failed);
  expect(half.run.error?.fix).toBe('The text so far is kept. Run it again.');
});

test('a reply keeps what the page saw of its end, so that nobody takes it for a token limit', async () => {
  const ended = async (...events: SourceEvent[]): Promise<string | null> => {
    const session = new Session();
    const reply = new ReplyRun(session, () => 0);
    const source = new Puppet();
    void reply.start(source, request, { asked: null, model: 'small' });
    await source.say(text('Half'), ...events);
    if (events.length === 0) reply.stop();
    return session.fields.finishReason;
  };
  expect(await ended({ kind: 'failed', error: sourceError('connection-lost', 'Gone.') })).toBe(ownEnds.connection);
  expect(await ended({ kind: 'failed', error: sourceError('error-in-stream', 'No.') })).toBeNull();
  expect(await ended(done)).toBe('stop');
  expect(await ended()).toBe(ownEnds.person);
});
