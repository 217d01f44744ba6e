import { expect, it } from 'vitest';
import { recognise } from '../../../src/core/index.ts';
import { printedTalk } from '../../../src/core/recognise/printed/printed-calls.ts';

const rule = (name: string): string => `${'='.repeat(32)} ${name} Message ${'='.repeat(33)}`;
const talk = (turn: string, after = ''): string => `${rule('Human')}\n\nDim them\n${rule('Ai')}\n${turn}\n${after}`;
const call = `
Two lamps.
Tool Calls:
  dim_lamp (a-1)
 Call ID: a-1
  Args:
    level: 3
    rooms: ['hall', 'attic']
    note: slowly, and
then: off
    is_on: True
  fill_kettle (a-2)
 Call ID: a-2
  Args:`;

const replyOf = (content: string): unknown => {
  const { replies } = recognise({ content, name: null });
  const [reply] = replies.map(({ text, native }) => ({
    text,
    calls: (JSON.parse(native ?? '[]') as { function: { name: string; arguments: string } }[]).map((one) => [
      one.function.name,
      JSON.parse(one.function.arguments) as unknown,
    ]),
  }));
  return replies.length === 1 ? reply : replies;
};

const expected = {
  text: 'Two lamps.',
  calls: [
    ['dim_lamp', { level: 3, rooms: ['hall', 'attic'], note: 'slowly, and\nthen: off', is_on: true }],
    ['fill_kettle', {}],
  ],
};

it.each([
  ['alone', talk(call)],
  ['before the result of a tool', talk(call, `${rule('Tool')}\nName: dim_lamp\n\ndone\n`)],
  [
    'below the words and the code of a person',
    `It calls two:\n\n\`\`\`python\nm.pretty_print()\n\`\`\`\n\n${talk(call)}`,
  ],
])('calls that LangChain prints are structured calls: %s', (_, content) => {
  expect(replyOf(content)).toEqual(expected);
});

it('a turn may hold nothing but calls', () => {
  expect(replyOf(talk('Tool Calls:\n  dim_lamp (a-1)\n Call ID: a-1\n  Args:'))).toEqual({
    text: null,
    calls: [['dim_lamp', {}]],
  });
});

it.each([
  ['words below the heading', 'Tool Calls:\n  none of them ran'],
  [
    'calls that LangChain could not read',
    'Invalid Tool Calls:\n  dim_lamp (a-1)\n Call ID: a-1\n  Args:\n    {"level":',
  ],
])('near misses stay text: %s', (_, turn) => {
  expect(replyOf(talk(`\n${turn}`))).toEqual({ text: turn, calls: [] });
});

it('ends a talk that is printed in a fence with that fence', () => {
  const content = `It prints\n\n\`\`\`\n${talk('\ndim_lamp\n{"level": 2}')}\`\`\`\n\nand then nothing.`;
  expect(recognise({ content, name: null }).replies.map(({ text }) => text)).toEqual(['dim_lamp\n{"level": 2}']);
  expect(printedTalk(content)).toMatch(/^It prints\n\n```\n\[\{.*\}\]\n```\n\nand then nothing\.$/);
});
