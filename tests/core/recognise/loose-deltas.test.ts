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
