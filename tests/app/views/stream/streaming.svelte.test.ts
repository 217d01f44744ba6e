import { flushSync } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FileReading } from '../../../../src/core/index.ts';
import { OwnFile, type FileParser } from '../../../../src/app/page/own-file.svelte.ts';
import { Page } from '../../../../src/app/page/page.svelte.ts';
import type { Session } from '../../../../src/app/page/session.svelte.ts';
import { changeRecording } from '../../../../src/app/views/stream/change-recording.ts';
import { momentText } from '../../../../src/app/views/stream/moment.ts';
import { Sweeping } from '../../../../src/app/views/stream/sweeping.svelte.ts';
import { Streaming } from '../../../../src/app/views/stream/streaming.svelte.ts';
import { wordedEvidence } from '../../../../src/app/worker/worded-evidence.ts';
import { waitFor } from '../../../wait-for.ts';

const text = 'Oil:\n~~~tool_call\n{"name": "f", "arguments": {}}\n~~~\nDone.';

function open(gaps: readonly number[] = []): { session: Session; streaming: Streaming; end: () => void } {
  const page = new Page();
  const { session } = page;
  session.setRuntime('exathena');
  session.setText(text);
  session.set({ recording: { lengths: [7, 23, 23], gaps } });
  const streaming = page.of(Streaming);
  const end = streaming.follow();
  return { session, streaming, end };
}

describe('the moment of a stream', () => {
  it('is the end at first, and moves inside the chunks', () => {
    const { streaming, end } = open();
    expect([streaming.come, streaming.total]).toEqual([4, 4]);
    expect(streaming.position.calls.map(({ name }) => name)).toEqual(['f']);
    streaming.goTo(1);
    expect(streaming.position).toMatchObject({ offset: 7, visible: 'Oil:\n', calls: [] });
    streaming.goTo(-3);
    expect([streaming.come, streaming.border]).toEqual([0, null]);
    streaming.goTo(99);
    expect([streaming.come, streaming.border]).toEqual([4, null]);
    end();
  });

  it('knows chunks that were cut on the page from those that came', () => {
    const { session, streaming, end } = open();
    expect(streaming.isCutHere).toBe(false);
    changeRecording(session, streaming.recording, { cuts: [4], times: [] }, 'Cut.');
    flushSync();
    expect([streaming.total, streaming.isCutHere]).toEqual([2, true]);
    session.set({ recording: { lengths: [7], gaps: [] } });
    flushSync();
    expect(streaming.isCutHere).toBe(false);
    end();
  });

  it('of an engine waits for its code', async () => {
    const { session, streaming, end } = open();
    session.setText('Oil: <tool_call>{"name": "f", "arguments": {}}</tool_call>');
    session.setRuntime('vllm:hermes');
    flushSync();
    expect(streaming.isReady).toBe(false);
    await waitFor(() => expect(streaming.isReady).toBe(true));
    expect(streaming.position.calls.map(({ name }) => name)).toEqual(['f']);
    end();
  });

  it('of an engine is cut as a tokenizer would, until chunks are known, and compared with the whole at its end', async () => {
    const { session, streaming, end } = open();
    session.setText('<tool_call>\n{"name": "f", "arguments": {"a": 1,}}\n</tool_call>');
    expect([streaming.isRecorded, streaming.total]).toEqual([false, 1]);
    session.setRuntime('vllm:hermes');
    flushSync();
    await waitFor(() => expect(streaming.isReady).toBe(true));
    expect(streaming.total).toBeGreaterThan(10);
    expect(streaming.recording.cuts[0]).toBe('<tool_call>'.length);
    expect(streaming.difference?.first?.kind).toBe('count');
    streaming.goTo(3);
    expect(streaming.difference).toBeNull();
    expect(streaming.position.calls).toEqual([]);
    session.set({ recording: { lengths: [], gaps: [] } });
    expect([streaming.isRecorded, streaming.total]).toEqual([true, 1]);
    end();
  });

  it('of a server with a reasoning parser is that of both parsers', async () => {
    const { session, streaming, end } = open();
    session.setText('<think>Oil.\n<tool_call>\n{"name": "f", "arguments": {}}\n</tool_call>');
    session.setRuntime('vllm:hermes');
    session.set({ reasoningParser: 'deepseek_r1' });
    flushSync();
    await waitFor(() => expect(streaming.isReady).toBe(true));
    expect(streaming.position.calls).toEqual([]);
    session.set({ reasoningParser: 'qwen3' });
    flushSync();
    expect(streaming.position.calls.map(({ name }) => name)).toEqual(['f']);
    end();
  });

  it('stays inside when the chunks become fewer, and is the end of another text', () => {
    const { session, streaming, end } = open();
    streaming.goTo(3);
    session.set({ recording: { lengths: [7], gaps: [] } });
    expect([streaming.come, streaming.total]).toEqual([2, 2]);
    streaming.goTo(0);
    session.setText('Another one.');
    flushSync();
    expect([streaming.come, streaming.total, streaming.isRecorded]).toEqual([1, 1, false]);
    session.setText('');
    expect(streaming.total).toBe(0);
    end();
  });

  it('is read as the chosen runtime reads', () => {
    const { session, streaming, end } = open();
    session.setText('<tool_call>\n{"name": "f", "arguments": {}}\n</tool_call>');
    const tiers = () => streaming.position.calls.map(({ tier }) => tier);
    const before = tiers();
    session.setRuntime('exathena-head');
    expect(tiers()).not.toEqual(before);
    end();
  });
});

describe('a stream whose log says what the client received', () => {
  const event = (delta: object): string => `data: ${JSON.stringify({ choices: [{ index: 0, delta }] })}\n\n`;
  const call = ['<tool_call>\n', '{"name": "f", ', '"arguments": {}}', '\n</tool_call>'];

  async function pasted(content: string): Promise<{ page: Page; streaming: Streaming; end: () => void }> {
    const page = new Page();
    await page.session.paste.receive(content);
    const streaming = page.of(Streaming);
    const end = streaming.follow();
    flushSync();
    return { page, streaming, end };
  }

  it('as text: what a parser would make of it is said to be emulated', async () => {
    const log = `${call.map((content) => event({ content })).join('')}data: [DONE]\n\n`;
    const { page, streaming, end } = await pasted(log);
    page.session.setRuntime('vllm:hermes');
    flushSync();
    await waitFor(() => expect([streaming.isReady, streaming.received]).toEqual([true, 'text']));
    expect(streaming.total).toBe(call.length);
    const { text: all, recording, position, received, isEngine, reader } = streaming;
    expect(momentText(all, recording, position, position.calls, { isEngine, received }, reader)).toMatch(
      /^Chunk 4 of 4: “.*”\. In the paste, the client received it as text\. vllm:hermes, emulated here: The client receives /,
    );
    // Of chunks that were cut here, no log says anything.
    changeRecording(page.session, streaming.recording, { cuts: [4], times: [] }, 'Cut.');
    flushSync();
    expect(streaming.received).toBeNull();
    page.session.setText('Another one.');
    flushSync();
    expect(streaming.received).toBeNull();
    end();
  });

  it('as reasoning: it came in the pieces of the log', async () => {
    const log = `${call.map((piece) => event({ reasoning_content: piece })).join('')}${event({ content: '' })}data: [DONE]\n\n`;
    const { page, streaming, end } = await pasted(log);
    const content = page.session.paste.content;
    page.session.paste.believe(content, { runtime: 'auto', thinking: null, reasoning: call.join(''), reply: null });
    await waitFor(() => expect(streaming.received).toBe('reasoning'));
    expect([streaming.isRecorded, streaming.total]).toEqual([true, call.length]);
    const { text: all, recording, position, received, isEngine, reader } = streaming;
    expect(momentText(all, recording, position, position.calls, { isEngine, received }, reader)).toMatch(
      /In the paste, the client received it as reasoning\. Read by auto: .*1 call so far: f\.$/,
    );
    end();
  });

  it('as text in a response without a stream: the paste proves that, and a parser is emulated', async () => {
    const message = { role: 'assistant', content: call.join(''), tool_calls: [] };
    const choice = { index: 0, message, finish_reason: 'stop', stop_reason: null };
    const content = JSON.stringify({ object: 'chat.completion', model: 'm', choices: [choice], prompt_logprobs: null });
    const { page, streaming, end } = await pasted(content);
    expect([streaming.received, streaming.reader]).toEqual([null, '']);
    page.results.setProved({ content, answer: await wordedEvidence({ content, name: null }) });
    page.session.setRuntime('vllm:hermes');
    flushSync();
    await waitFor(() => expect([streaming.isReady, streaming.received]).toEqual([true, 'text']));
    expect(streaming.reader).toBe('vllm:hermes, emulated here:');
    const { text: all, recording, position, received, reader } = streaming;
    expect(momentText(all, recording, position, null, { isEngine: true, received }, reader)).toContain(
      'In the paste, the client received it as text. vllm:hermes, emulated here: The client ',
    );
    // Of another text the paste proves nothing.
    page.session.setText('Another one.');
    flushSync();
    expect([streaming.received, streaming.reader]).toEqual([null, '']);
    end();
  });

  it('says nothing of pieces that no client received', async () => {
    const told = (piece: string): string =>
      `INFO 11-07 04:35:27 [logger.py:71] Generated response c-1 (streaming delta): output: ${JSON.stringify(piece)}, x: 1`;
    const { streaming, end } = await pasted(call.map(told).join('\n'));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect([streaming.total, streaming.received]).toEqual([call.length, null]);
    end();
  });
});

describe('a replay', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('shows every chunk when it came, and begins anew at the end', () => {
    const { streaming, end } = open([0, 100, 900, 0]);
    streaming.play();
    expect([streaming.come, streaming.isPlaying]).toEqual([1, true]);
    vi.advanceTimersByTime(120);
    expect(streaming.come).toBe(2);
    vi.advanceTimersByTime(1000);
    expect([streaming.come, streaming.isPlaying]).toEqual([4, false]);
    end();
  });

  it('goes on from where the reader is, and stops when asked', () => {
    const { streaming, end } = open();
    streaming.pace = 'fixed';
    streaming.goTo(2);
    streaming.playOrStop();
    expect(streaming.come).toBe(2);
    vi.advanceTimersByTime(260);
    expect(streaming.come).toBe(3);
    streaming.playOrStop();
    vi.advanceTimersByTime(5000);
    expect([streaming.come, streaming.isPlaying]).toEqual([3, false]);
    end();
  });

  it('at once is the end, the same as step by step', () => {
    const { streaming, end } = open();
    streaming.goTo(4);
    const stepped = streaming.position.visible;
    streaming.goTo(0);
    streaming.pace = 'instant';
    streaming.play();
    expect([streaming.come, streaming.isPlaying]).toEqual([4, false]);
    expect(streaming.position.visible).toBe(stepped);
    end();
  });

  it('ends with its view', () => {
    const { streaming, end } = open();
    streaming.play();
    end();
    expect(streaming.isPlaying).toBe(false);
  });
});

describe('a stream that the parser file reads', () => {
  const reading: FileReading = {
    label: 'Your P (p.py)',
    whole: { calls: [{ name: 'f', argumentsText: '{}' }], content: 'Oil:', reasoning: null },
    problem: null,
    stream: {
      deltas: [
        [{ kind: 'content', text: 'Oil:', from: null }],
        [],
        [],
        [
          { kind: 'call', index: 0, name: 'f' },
          { kind: 'arguments', index: 0, text: '{}' },
        ],
        [],
      ],
      problem: null,
    },
    why: '',
    line: null,
  };

  function withFile(answer: FileReading | null) {
    const page = new Page();
    page.session.setRuntime('exathena');
    page.session.setText(text);
    page.session.set({ recording: { lengths: [7, 23, 23], gaps: [] } });
    const asked: (readonly string[])[] = [];
    const parser: FileParser = {
      name: 'P (p.py)',
      label: 'Your P (p.py)',
      read: (_question, pieces) => {
        asked.push(pieces ?? []);
        return Promise.resolve(answer);
      },
      readMany: () => Promise.resolve(null),
      cuts: (_question, report) => {
        report({ done: 0, total: 1 });
        const whole = { answer: reading.whole, problem: null };
        return Promise.resolve({ whole, cuts: [{ at: 1, answer: null, problem: 'x' }] });
      },
      stop: () => undefined,
    };
    page.of(OwnFile).source = () => parser;
    const streaming = page.of(Streaming);
    const end = streaming.follow();
    return { page, streaming, asked, parser, end };
  }

  it('is asked in the chunks of the recording, only when somebody wants it', async () => {
    const { page, streaming, asked, end } = withFile(reading);
    flushSync();
    expect([streaming.isFile, asked.length]).toEqual([false, 0]);
    streaming.wanted = 'file';
    flushSync();
    expect(streaming.isReady).toBe(false);
    await waitFor(() => expect(streaming.isReady).toBe(true));
    expect(asked[0]?.map(({ length }) => length)).toEqual([7, 23, 23, text.length - 53]);
    expect(streaming.position.calls).toEqual([{ name: 'f', argumentsText: '{}' }]);
    expect(streaming.difference?.first).toBeNull();
    streaming.goTo(3);
    expect(streaming.position).toMatchObject({ visible: 'Oil:', calls: [] });
    // Closed: the server of the page reads again.
    page.of(OwnFile).source = () => null;
    flushSync();
    expect([streaming.isFile, streaming.isReady]).toEqual([false, true]);
    end();
  });

  it('says that it could not be asked', async () => {
    const { streaming, end } = withFile(null);
    streaming.wanted = 'file';
    flushSync();
    await waitFor(() => expect(streaming.problem).toBe('Your parser file could not be asked.'));
    expect(streaming.isReady).toBe(false);
    end();
  });

  it('tries every cut with the file, and keeps the answers of both apart', async () => {
    const { page, streaming, end } = withFile(reading);
    const sweeping = page.of(Sweeping);
    streaming.wanted = 'file';
    flushSync();
    await sweeping.run();
    expect(sweeping.answer?.cuts.map(({ outcome }) => outcome)).toEqual(['calls-differ']);
    streaming.wanted = 'server';
    expect(sweeping.answer).toBeNull();
    end();
  });
});
