import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { cutsOf, piecesOf } from '../../../src/app/parser-file/chunks.ts';
import { tokenizerMarkers } from '../../../src/app/parser-file/tokenizer-markers.ts';
import { goldenLine } from '../../../src/app/parser-file/golden-line.ts';
import { tryCuts, tryProperties, type Asked, type AskParser } from '../../../src/app/parser-file/properties.ts';
import type { AskPython } from '../../../src/app/parser-file/python.ts';
import { differenceOf } from '../../../src/app/parser-file/same-answer.ts';
import type { Answer, SourceFile } from '../../../src/app/parser-file/protocol.ts';
import { changeWords, streamWords, verdictWords } from '../../../src/app/views/parser/parser-words.ts';
import { parserFile, startPython } from './python-under-test.ts';

const tools = [{ name: 'get' }];

let python: AskPython;
beforeAll(async () => {
  python = await startPython();
});
const ask: AskParser = (job) => Promise.resolve(python(job));

function load(file: SourceFile, text: string): Asked {
  const { parsers, markers, problem } = python({ ask: 'load', files: [file] });
  expect(problem).toBeNull();
  return { parser: parsers[0]?.id ?? '', text, tools, markers };
}

const template: SourceFile = {
  path: 'template.py',
  text: readFileSync(new URL('../../../src/app/parser-file/template.py', import.meta.url), 'utf8'),
};
const call = '<call>{"name": "get", "arguments": {"a": "<b>"}}</call>';

describe('the template', () => {
  test.each([call, `A < b. ${call}${call} after`, `<call>{"name": 1</call>`, '<call>{"name"', '<cal', `${call}<ca`])(
    'gives the same for every cut of %j',
    async (text) => {
      const asked = load(template, text);
      const whole = python({ ask: 'read', parser: asked.parser, text, tools, chunks: null });
      expect(whole.problem).toBeNull();
      const total = cutsOf(text).length;
      const done: number[] = [];
      const report = await tryCuts(ask, asked, whole.answer, (so) => done.push(so));
      expect(report).toEqual({ tried: total, failing: [] });
      expect(done.at(-1)).toBe(total);
    },
  );

  test('has the properties, but for calls in quotes, which it says', async () => {
    const properties = await tryProperties(ask, load(template, `Hi ${call}`));
    expect(properties.map(({ id, holds }) => [id, holds])).toEqual([
      ['split', true],
      ['nothing-lost', true],
      ['quoted', false],
    ]);
  });
});

describe('a parser with bugs', () => {
  const text = 'Hi [LAMP]{"name":"get","arguments":{"a":1}}[/LAMP]';

  test('shows its first failing cut', async () => {
    const [split] = await tryProperties(ask, load(parserFile('lantern.py'), text));
    expect(split).toEqual({
      id: 'split',
      holds: false,
      sentence: '5 of 49 cuts differ. The first is after "Hi [": the content differs.',
    });
  });

  test('does not lose plain text, and says where it cannot tell', async () => {
    const properties = await tryProperties(ask, load(parserFile('beacon.py'), 'no call'));
    expect(properties.map(({ id, holds }) => [id, holds])).toEqual([
      ['split', null],
      ['nothing-lost', true],
      ['quoted', null],
    ]);
    const losing = {
      path: 'losing.py',
      text: 'def parse(text, tools):\n  return {"calls": [], "content": text.strip()}\n',
    };
    const [, lost] = await tryProperties(ask, load(losing, 'a'));
    expect(lost?.holds).toBe(false);
  });
});

describe('two answers', () => {
  const of = (argumentsText: string, content: string | null = null): Answer => ({
    calls: [{ name: 'get', argumentsText }],
    content,
    reasoning: null,
  });

  test('differ by calls, arguments, content and reasoning, not by how JSON is written', () => {
    expect(differenceOf(of('{"a": 1}'), of('{"a":1}', ''))).toBeNull();
    expect(differenceOf(of('{"a": 1}'), of('{"a":2}'))).toBe('arguments');
    expect(differenceOf(of('{"a": 1'), of('{"a":1'))).toBe('arguments');
    expect(differenceOf(of('{}'), of('{}', 'x'))).toBe('content');
    expect(differenceOf(of('{}'), { ...of('{}'), reasoning: 'x' })).toBe('reasoning');
    expect(differenceOf(of('{}'), { ...of('{}'), calls: [] })).toBe('calls');
    expect(differenceOf(of('{}'), null)).toBe('calls');
    expect(differenceOf(null, null)).toBeNull();
  });
});

test('a tokenizer names its special tokens, and they are single tokens then', () => {
  const config = { added_tokens_decoder: { 7: { content: '<go on>', special: true }, 8: null } };
  expect(tokenizerMarkers(JSON.stringify(config))).toEqual(['<go on>']);
  expect(tokenizerMarkers(JSON.stringify({ added_tokens: [{ id: 1, content: '<a>' }, 3] }))).toEqual(['<a>']);
  for (const text of ['', '[]', 'null', '{"added_tokens": 3}']) expect(tokenizerMarkers(text)).toEqual([]);
  const files = [{ path: 'a.py', text: 'def parse(text, tools):\n  return None\n' }];
  expect(python({ ask: 'load', files, markers: ['<go on>', '<go on>'] }).markers).toEqual(['<go on>']);
});

test('pieces have four characters, keep markers whole and part no pair', () => {
  expect(piecesOf('ab<x>cdefg😀h', ['<x>'])).toEqual(['ab', '<x>', 'cdef', 'g😀h']);
  expect(piecesOf('', [])).toEqual([]);
  expect(cutsOf('a😀b')).toEqual([1, 3]);
});

describe('sentences', () => {
  const readingOf = (name: string, text: string, streams = false) => {
    const { parser, markers } = load(parserFile(name), text);
    const { parsers } = python({ ask: 'load', files: [parserFile(name)] });
    const chunks = streams ? piecesOf(text, markers) : null;
    const reading = python({ ask: 'read', parser, text, tools, chunks });
    return { reading, words: parsers[0] === undefined ? null : verdictWords(parsers[0], reading) };
  };

  test('name the parser, the line and what it did', () => {
    const text = '<beacon>{"name":"get","arguments":{}}</beacon>';
    expect(readingOf('beacon.py', text).words).toEqual({ text: 'BeaconToolParser returns 1 call: get.', tone: 'good' });
    expect(readingOf('beacon.py', 'plain').words?.text).toBe('BeaconToolParser returns no call: the reply stays text.');
    expect(readingOf('beacon.py', '<beacon>{</beacon>').words?.text).toMatch(
      /^BeaconToolParser returns no call: line 34 raised JSONDecodeError: .*, and the parser caught it\.$/,
    );
    expect(readingOf('lantern.py', '[LAMP]{').words?.text).toMatch(
      /^The parser raises: JSONDecodeError: .* \(line 25\)\.$/,
    );
    expect(readingOf('harbour_reasoning.py', '<think>ab</think>c').words?.text).toBe(
      'HarbourReasoningParser returns 2 characters of reasoning and 1 character of content.',
    );
    expect(readingOf('beacon.py', 'plain', true).words?.text).toContain('does not stream');
  });

  test('compare whole and streamed, before and after', () => {
    const text = '[LAMP]{"name":"get","arguments":{}}[/LAMP]';
    const whole = readingOf('lantern.py', text).reading;
    expect(streamWords(whole, readingOf('lantern.py', text, true).reading)).toContain('the client gets the same.');
    const broken = readingOf('lantern.py', '[LAMP]{').reading;
    expect(changeWords(broken, whole)).toBe('Before the change: an error. After: 1 call.');
    expect(changeWords(whole, whole)).toBe('Before and after the change: 1 call, the same.');
  });

  test('a golden line has the streamed calls only where they differ', () => {
    const asked = { id: 'a', engine: 'vllm', parser: 'lantern', text: 'x', tools };
    const text = '[LAMP]{"name":"get","arguments":{}}[/LAMP]';
    const whole = readingOf('lantern.py', text).reading;
    expect(goldenLine(asked, whole, whole)).toEqual({
      ...asked,
      expected: { calls: [{ name: 'get', argumentsText: '{}', arguments: {} }], content: null },
    });
    const none = readingOf('lantern.py', 'plain').reading;
    expect(goldenLine(asked, whole, none).streaming).toEqual({ calls: [] });
    expect(goldenLine(asked, readingOf('lantern.py', '[LAMP]{').reading, null)).toMatchObject({
      expected: null,
      raises: expect.stringContaining('JSONDecodeError') as string,
    });
  });
});
