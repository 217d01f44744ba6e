import { expect, test } from 'vitest';
import { extract } from '../../../../src/core/index.ts';
import { openDocument } from '../../../../src/core/trace/response.ts';
import { aiSdkRuntimes } from '../../../../src/core/engines/ai-sdk/index.ts';
import { olderAiSdkRuntimes } from '../../../../src/core/engines/frozen/ai-sdk-4/index.ts';
import { generated, sentStream } from '../../../../src/core/engines/ai-sdk/middleware.ts';
import { Recorder } from '../../../../src/core/trace/recorder.ts';
import { faultsOf } from '../../../soundness.ts';

const tools = [
  { name: 'ring', schema: { type: 'object', properties: { times: { type: 'integer' }, bell: { type: 'object' } } } },
];
const call = '{"name":"ring","arguments":{"times":3}}';

/** The parts of an answer as text: calls as `name{…}`. */
function whole(id: string, text: string): readonly string[] {
  const parts = generated(protocolOf(id), text, tools, new Recorder<string>(openDocument({ text })));
  return parts.map((part) => (part.kind === 'call' ? part.name + part.argumentsText : part.text));
}

function streamed(id: string, text: string): string {
  const stream = sentStream(protocolOf(id), tools);
  const answers = Array.from(text, (piece, at) => stream.push(piece, text.slice(0, at + 1)));
  return [...answers, stream.end?.(text) ?? []]
    .flatMap((answer) => ('raises' in answer ? [] : answer))
    .map((delta) => (delta.kind === 'call' ? delta.name : delta.kind === 'withdrawn' ? '' : delta.text))
    .join('');
}

function protocolOf(id: string) {
  const runtime = [...olderAiSdkRuntimes, ...aiSdkRuntimes].find((one) => one.id === `ai-sdk:${id}`);
  if (runtime === undefined) throw new Error(id);
  return runtime.protocol;
}

test('5.1.6 takes the next opener for the end of a complete call, and 4.1.26 does not', () => {
  const text = `<tool_call>${call}\n<tool_call>${call}</tool_call>`;
  expect(whole('hermes@5.1.6', text)).toEqual(['ring{"times":3}', 'ring{"times":3}']);
  expect(whole('hermes', text)).toEqual([`<tool_call>`, `${call}\n`, 'ring{"times":3}']);
  expect(streamed('hermes@5.1.6', text)).toBe('ring{"times":3}ring{"times":3}');
});

test('5.1.6 reads a list of calls whose closing tag is cut off', () => {
  const text = `<tool_call>[${call},${call}]</tool`;
  expect(whole('hermes@5.1.6', text)).toEqual(['ring{"times":3}', 'ring{"times":3}']);
  expect(streamed('hermes@5.1.6', text)).toBe('ring{"times":3}ring{"times":3}');
});

test('5.1.6 reads YAML between the tags of a call, and the name of its closing tag', () => {
  expect(whole('hermes@5.1.6', '<tool_call>\ntimes: 3\n</ring>')).toEqual(['ring{"times":3}']);
  expect(whole('hermes@5.1.6', 'Hi. <tool_call>\nname: ring\narguments:\n  times: 2\n</x>')).toEqual([
    'Hi. ',
    'ring{"times":2}',
  ]);
});

test('5.1.6 drops a call with a key of prototypes, however it is written, with its text', () => {
  for (const text of [
    String.raw`<tool_call>{"name":"ring","arguments":{"\u005f_proto__":{}}}</tool_call>`,
    '<function=ring><parameter=__proto__>1</parameter></function>',
    '<tool_call>\nname: ring\narguments:\n  constructor:\n    a: 1\n</tool_call>',
  ])
    expect([text, whole('hermes@5.1.6', text)]).toEqual([text, []]);
  expect(whole('hermes@5.1.6', 'The constructor of a class.')).toEqual(['The constructor of a class.']);
});

test('5.1.6 reads objects in single quotes, with words of Python, and as elements', () => {
  const withBell = (bell: string): string => `<function=ring><parameter=bell>${bell}</parameter></function>`;
  expect(whole('qwen3coder@5.1.6', withBell("{'a': True, 'b': 'None'}"))).toEqual([
    'ring{"bell":{"a":true,"b":"None"}}',
  ]);
  expect(whole('qwen3coder@5.1.6', withBell('&lt;a&gt;1&lt;/a&gt;'))).toEqual(['ring{"bell":{"a":1}}']);
  expect(whole('qwen3coder', withBell("{'a': True}"))).toEqual([`ring{"bell":"{'a': True}"}`]);
});

test('5.1.6 reads elements of declared properties, and names that follow their tags', () => {
  expect(whole('qwen3coder@5.1.6', '<tool_call>ring\n<times>3</times></tool_call>')).toEqual(['ring{"times":3}']);
  expect(whole('qwen3coder@5.1.6', '<function=ring><parameter>times</parameter>3</function>')).toEqual([
    'ring{"times":3}',
  ]);
});

test('5.1.6 reads blocks of hermes in yaml-xml', () => {
  const text = `Hi.<tool_call>${call}</tool_call>`;
  expect(whole('yaml-xml@5.1.6', text)).toEqual(['Hi.', 'ring{"times":3}']);
  expect(streamed('yaml-xml@5.1.6', text)).toBe('Hi.ring{"times":3}');
  expect(streamed('yaml-xml', text)).toBe(text);
});

test('a call whose name is in a tag of its own has its arguments where the call is', () => {
  const text = "<tool_call name='ring'><bell>";
  const extraction = extract({ text }, { runtime: 'ai-sdk:qwen3coder@5.1.6', runtimes: aiSdkRuntimes, tools });
  expect(extraction.calls.map(({ argumentsText, argumentsSpan }) => [argumentsText, argumentsSpan])).toEqual([
    ['{"bell":""}', { from: 0, to: text.length }],
  ]);
  expect(faultsOf(extraction)).toEqual([]);
});
