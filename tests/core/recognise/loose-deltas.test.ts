import { expect, it } from 'vitest';
import { recognise } from '../../../src/core/index.ts';

const first =
  '[{"index": 0, "id": "call_5d1e", "function": {"name": "ring_bell", "arguments": ""}, "type": "function"}]';
const next = (text: string): string =>
  `[{"index": 0, "id": null, "function": {"name": null, "arguments": ${JSON.stringify(text)}}, "type": null}]`;

const printed: readonly (readonly [string, readonly string[]])[] = [
  ['lists of JSON', [first, next('{"n"'), next(': 2}')]],
  ['one piece each', [first, next('{"n"'), next(': 2}')].map((line) => line.slice(1, -1))],
  [
    'Python',
    [first, next('{"n"'), next(': 2}')].map((line) =>
      line
        .replaceAll('null', 'None')
        .replaceAll(/(?<!\\)"/g, "'")
        .replaceAll('\\"', '"'),
    ),
  ],
  [
    "LangChain's chunks",
    [
      "[{'name': 'ring_bell', 'args': '', 'id': 'call_5d1e', 'index': 0, 'type': 'tool_call_chunk'}]",
      `[{'name': None, 'args': '{"n"', 'id': None, 'index': 0, 'type': 'tool_call_chunk'}]`,
      `[{'name': None, 'args': ': 2}', 'id': None, 'index': 0, 'type': 'tool_call_chunk'}]`,
    ],
  ],
];

it.each(printed)('pieces of a call that a program prints are joined: %s', (_, lines) => {
  const { kind, replies } = recognise({ content: lines.join('\n'), name: null });
  expect(kind).toBe('stream');
  expect(JSON.parse(replies[0]?.native ?? '[]')).toMatchObject([
    { id: 'call_5d1e', function: { name: 'ring_bell', arguments: '{"n": 2}' } },
  ]);
});

it.each([
  ['whole calls', [first, first].map((line) => line.replace('""', '"{}"'))],
  [
    'definitions of tools',
    ['{"type":"function","function":{"name":"a"}}', '{"type":"function","function":{"name":"b"}}'],
  ],
])('other values are no pieces: %s', (_, lines) => {
  expect(recognise({ content: lines.join('\n'), name: null }).kind).not.toBe('stream');
});

const said = ['The tram is late.', 'It comes at nine.'].map((text) => JSON.stringify({ text }));

it.each([
  [
    'Kimi',
    said.map((json, index) => `functions.shout:${String(index)}<|tool_call_argument_begin|>${json}<|tool_call_end|>`),
  ],
  ['Kimi without its first markers', said.map((json) => `shout:0<|tool_call_argument_begin|>${json}`)],
  ['tags', said.map((json) => `<function=shout>${json}</function>`)],
  ['harmony', said.map((json) => `<|channel|>commentary to=functions.shout<|message|>\n${json}<|call|>`)],
  ['Mistral', said.map((json) => `[TOOL_CALLS]shout[ARGS]${json}`)],
])('arguments that are only a text are no pieces of one: %s', (_, lines) => {
  const content = lines.join('\n');
  expect(recognise({ content, name: null })).toMatchObject({ kind: 'reply', replies: [{ text: content }] });
});

it.each([
  ['data', said.map((json) => `data: ${json}`)],
  ['a word', said.map((json) => `chunk ${json}`)],
  ['the time', said.map((json) => `[12:04:07] ${json}`)],
])('after %s they are', (_, lines) => {
  const { kind, replies } = recognise({ content: lines.join('\n'), name: null });
  expect([kind, replies[0]?.text]).toEqual(['stream', 'The tram is late.It comes at nine.']);
});
