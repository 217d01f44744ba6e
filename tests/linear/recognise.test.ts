import { expect, it } from 'vitest';
import { recognise } from '../../src/core/index.ts';
import { pieces } from '../core/recognise/pieces.ts';
import { expectLinear } from './expect-linear.ts';
import { workOf } from './work.ts';
import { someOf } from '../thorough.ts';

const openings = ['', '{"messages":[', 'Traceback (most recent call last):\n', 'User: a\nAssistant: b\n'];

it.each(openings)('a longer paste costs no more for each piece, after %j', (opening) => {
  for (const piece of someOf(pieces, 0.15, (one) => opening + one))
    expectLinear(
      200,
      (count) => opening + piece.repeat(count),
      (content) => recognise({ content, name: null }),
    );
});

const reply = {
  custom_id: 'a',
  response: { body: { choices: [{ message: { role: 'assistant', content: 'Hello. '.repeat(40) } }] } },
};

it.each([
  ['replies', reply],
  ['chunks', { object: 'chat.completion.chunk', choices: [{ index: 0, delta: { content: 'Hello. '.repeat(40) } }] }],
  ['entries of a log', { level: 'info', ts: 1, msg: 'hello '.repeat(40) }],
])('of very many lines with %s no more are read than of many', (_what, value) => {
  const line = `${JSON.stringify(value)}\n`;
  const work = (megabytes: number): number => {
    const content = line.repeat(Math.ceil((megabytes * 1_000_000) / line.length));
    return workOf(() => recognise({ content, name: null })).blocks;
  };
  expect(work(12) / work(5)).toBeLessThan(1.3);
});
