import { textFromLogprobs } from '../../../src/core/log/logprobs.ts';
import { describe, expect, it } from 'vitest';
import { takeApart } from '../../../src/core/index.ts';
import { readHar } from '../../../src/core/log/har.ts';
import { logFixtures, logNamed } from './logs.ts';

const base64 = (text: string): string => Buffer.from(text, 'utf8').toString('base64');

function harEntry(mimeType: string, text: string, encoding?: string): unknown {
  return {
    startedDateTime: '2026-02-03T10:00:00.000Z',
    time: 812.5,
    request: { method: 'POST', url: 'https://api.example/v1/chat/completions' },
    response: { status: 200, content: { size: text.length, mimeType, text, encoding } },
  };
}

const stream = logNamed('openai-chat/half-characters');
const har = JSON.stringify({
  log: {
    version: '1.2',
    entries: [
      harEntry('text/html', '<html></html>'),
      harEntry('text/event-stream', base64(stream), 'base64'),
      harEntry('application/json', '{"choices":[{"message":{"role":"assistant","content":"whole"}}]}'),
    ],
  },
});

describe('a log is recognised', () => {
  // Lists of chunks that hold something else: they may be replies that quote some.
  const doubtful = ['chunk-list/foreign-line', 'chunk-list/other-object'];

  it.each(
    logFixtures
      .filter(({ name }) => !name.startsWith('transport/') && !doubtful.includes(name))
      .map(({ name, log }) => [name, log] as const),
  )('%s by its kind, with a sentence why', (name, log) => {
    const { assembly, notes } = takeApart(log);
    expect(assembly?.kind).toBe(name.split('/')[0]);
    expect(notes[0]).toMatch(/^Read as .* because .*\.$/);
  });

  it.each([
    ['transport/html-page', 'HTML page'],
    ['transport/gzip', 'gzip'],
    ['transport/http-error', 'HTTP error'],
  ])('%s for what came in its place', (name, why) => {
    const { isText, assembly, notes } = takeApart(logNamed(name));
    expect({ isText, assembly }).toEqual({ isText: true, assembly: null });
    expect(notes.at(-1)).toContain(why);
  });

  it.each([
    ['', 'nothing'],
    ['Hello.', 'prose'],
    ['{"name": "f", "arguments": {}}', 'a call'],
    ['{"name": "f", "arguments": {}}\n{"name": "g", "arguments": {}}', 'two calls'],
    [`The server sent this:\n\n${stream}`, 'prose that quotes a log'],
    ['~~~tool_call\n{"name": "f"}\n~~~\n', 'a fence'],
    ['[1, 2]', 'a list'],
    ...doubtful.map((name) => [logNamed(name), name]),
  ])('%j as no log: %s', (text) => {
    expect(takeApart(text)).toMatchObject({ isText: true, text, toolCallsText: null, assembly: null });
  });
});

describe('takeApart', () => {
  it('assembles a log and says why it is one', () => {
    expect(takeApart(logNamed('anthropic/clean'))).toMatchObject({
      label: 'an Anthropic Messages stream',
      isText: false,
      text: 'I read the gauge.',
      assembly: { kind: 'anthropic' },
      recording: { lengths: [7], gaps: [] },
      notes: [
        expect.stringContaining('because its first event has a `type` of the Messages API'),
        'The server keeps 11 characters of reasoning apart. No runtime looks for calls in them.',
      ],
    });
  });

  it('says the faults of a log', () => {
    const { notes } = takeApart(logNamed('openai-chat/error-in-stream'));
    expect(notes).toContain('The error: The model is overloaded.');
  });

  it('leaves a whole response to its reader', () => {
    const whole = '{"role": "assistant", "content": "hi"}';
    expect(takeApart(whole)).toMatchObject({ label: 'an OpenAI message', isText: false, text: 'hi', assembly: null });
  });

  it('assembles the body of a transcript that is no stream', () => {
    const body =
      '{"choices":[{"message":{"role":"assistant","content":null,"tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"{}"}}]},"finish_reason":"tool_calls"}]}';
    const { toolCallsText, assembly } = takeApart(`HTTP/1.1 200 OK\ncontent-type: application/json\n\n${body}\n`);
    expect(toolCallsText).toBe('[{"id":"a","type":"function","function":{"name":"f","arguments":"{}"}}]');
    expect(assembly?.diagnoses.map(({ fault }) => fault)).toEqual([]);
  });

  it('reads one chunk of a stream, which is no response', () => {
    expect(takeApart('{"choices":[{"index":0,"delta":{"content":"Oi"}}]}')).toMatchObject({
      text: 'Oi',
      isText: false,
    });
  });

  it('does not take a quoted sentence for a list of chunks', () => {
    expect(takeApart('"Hello."\n').isText).toBe(true);
    expect(takeApart('"Hello."\nshe said.\n').isText).toBe(true);
    expect(takeApart('"Hello, "\n"world."\n')).toMatchObject({ isText: false, text: 'Hello, world.' });
  });

  it('reads a log as the kind that the reader names', () => {
    expect(takeApart('"Hello."', { kind: 'chunk-list' })).toMatchObject({ isText: false, text: 'Hello.' });
  });
});

describe('a HAR file', () => {
  it('lists its requests', () => {
    expect(readHar(har)?.map(({ status, isStream, time, mimeType }) => [status, isStream, time, mimeType])).toEqual([
      [200, false, 812.5, 'text/html'],
      [200, true, 812.5, 'text/event-stream'],
      [200, false, 812.5, 'application/json'],
    ]);
  });

  it('is read at its last stream, unpacked from base64', () => {
    const pasted = takeApart(har);
    expect(pasted).toMatchObject({ text: 'oil 🔧', har: { chosen: 1 }, assembly: { log: stream } });
    expect(pasted.notes[0]).toBe('Request 2 of 3 in a HAR file.');
  });

  it('is read at the request that the reader chooses', () => {
    expect(takeApart(har, { harEntry: 2 })).toMatchObject({ text: 'whole', har: { chosen: 2 }, assembly: null });
    expect(takeApart(har, { harEntry: 9 }).har?.chosen).toBe(1);
  });

  it('may be one entry, copied alone', () => {
    expect(takeApart(JSON.stringify(harEntry('application/x-ndjson', logNamed('ollama/generate')))).text).toBe(
      'Oil is low.',
    );
  });

  it('may be damaged', () => {
    expect(readHar('{"log": {"entries": [{"response": 1}]}}')).toBeNull();
    expect(readHar('{"response": ')).toBeNull();
  });
});

describe('log probabilities', () => {
  const token = (text: string, bytes: readonly number[] | null = [...Buffer.from(text, 'utf8')]): unknown => ({
    token: text,
    bytes,
  });
  const response = (content: string, tokens: readonly unknown[]): string =>
    JSON.stringify({ choices: [{ message: { role: 'assistant', content }, logprobs: { content: tokens } }] });

  it('give the markers back that the server took out', () => {
    const pasted = takeApart(response('{}', [token('<tool_call>'), token('{}'), token('</tool_call>')]));
    expect(pasted.text).toBe('{}');
    expect(pasted.notes.at(-1)).toContain('25 characters, but the content has 2');
  });

  it('join bytes of one character that several tokens share', () => {
    expect(textFromLogprobs(response('?', [token('a', [0xf0, 0x9f]), token('b', [0x94, 0xa7])]))?.text).toBe('🔧');
  });

  it('say nothing when they agree or have no bytes', () => {
    expect(takeApart(response('ab', [token('a'), token('b')])).notes).toEqual([]);
    expect(takeApart(response('ab', [token('x', null)])).notes).toEqual([]);
  });

  it('are read from an answer of the Responses API as well, which is recognised as one', () => {
    const answer = (text: string, tokens: readonly unknown[]): string =>
      JSON.stringify({
        object: 'response',
        output: [
          { type: 'reasoning', id: 'rs_1', summary: [] },
          { type: 'message', role: 'assistant', content: [{ type: 'output_text', text, logprobs: tokens }] },
          { type: 'function_call', id: 'fc_1', call_id: 'call_a', name: 'read_gauge', arguments: '{"n": 1.0}' },
        ],
      });
    const pasted = takeApart(answer('{}', [token('<tool_call>'), token('{}')]));
    expect(pasted).toMatchObject({
      label: 'an OpenAI Responses API response',
      text: '{}',
      toolCallsText:
        '[{"type":"function_call","id":"fc_1","call_id":"call_a","name":"read_gauge","arguments":"{\\"n\\": 1.0}"}]',
    });
    expect(pasted.notes.at(-1)).toContain('13 characters, but the content has 2');
    expect(takeApart(answer('ab', [token('a'), token('b')])).notes).not.toContainEqual(
      expect.stringContaining('log probabilities'),
    );
    expect(takeApart('{"output": [{"type": "message"}]}')).toMatchObject({ isText: true });
  });
});
