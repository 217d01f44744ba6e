import { it } from 'vitest';
import { extract, openStream } from '../../src/core/index.ts';
import { formatList } from '../../src/core/formats/list.ts';
import { fixtures } from '../fixtures.ts';
import { expectLinear } from './expect-linear.ts';

it.each(formatList.map(({ id }) => id))('all cases of %s again and again work no more each time', (id) => {
  const cases = fixtures.filter(({ format }) => format === id);
  const text = cases.map((one) => `${one.text}\n\n`).join('');
  const tools = cases.flatMap(({ expected }) => expected.tools);
  expectLinear(
    2 * text.length,
    (size) => text.repeat(Math.ceil(size / text.length)),
    (all) => extract({ text: all }, { runtime: 'auto', tools }),
  );
});

/** So many pieces that the longest wait for more text ends in the first third. */
const PIECES = 1200;
const CHUNK = 50;
const tools = [{ name: 'ring_bell', schema: { type: 'object', properties: { n: { type: 'integer' } } } }];

it.each([
  '[{"name </t_"',
  ': ["q"]}},\n  {"name": "sea',
  'e", "arguments": {"t:"i""}}{"name"""',
  '0}}, {"name":<DSML| calls>',
  'OL_CALLS] [{"name<tool_cal',
  's":{}}{"name" ',
  ' call:ring_bell{n:1} and',
  ' call:ring_bell{n:1',
])('calls without markers that begin and never end work no more each time: %s', (piece) => {
  expectLinear(
    PIECES * piece.length,
    (size) => piece.repeat(Math.ceil(size / piece.length)),
    (text) => {
      const stream = openStream({ runtime: 'auto', tools });
      for (let at = 0; at < text.length; at += CHUNK) stream.push(text.slice(at, at + CHUNK));
      stream.end();
    },
  );
});

it('values without their closing markers work no more each time', () => {
  const piece = '<|tool_call>call:s\nBEGIN_ARG:';
  expectLinear(
    4 * PIECES * piece.length,
    (size) => piece.repeat(Math.ceil(size / piece.length)),
    (text) => extract({ text }, { runtime: 'auto', tools }),
  );
});

it('strings that close at once look no further for another token that closes them', () => {
  const piece = '{l:<escape><escape>,';
  expectLinear(
    300 * piece.length,
    (size) => `<start_function_call>call${piece.repeat(Math.ceil(size / piece.length))}`,
    (text) => extract({ text }, { runtime: 'auto', tools }),
  );
});

const beforeEnd = formatList.flatMap(({ id }) => {
  const text = fixtures.find((one) => one.format === id && one.text.includes('{') && one.text.includes('}'))?.text;
  return text === undefined
    ? []
    : [[id, text.slice(0, text.indexOf('{')), text.slice(text.lastIndexOf('}') + 1)] as const];
});

it.each([...beforeEnd, ['harmony, without its header', '<|constrain|>json<|message|>', '<|call|>'] as const])(
  'values of %s that break off in a word look no further than a hundred times for the one end of all',
  (_id, opener, closer) => {
    const piece = `${opener}{'room': 'attic', 'level':ary `;
    expectLinear(
      300 * piece.length,
      (size) => piece.repeat(Math.ceil(size / piece.length)) + closer,
      (text) => extract({ text }, { runtime: 'auto', tools }),
    );
  },
);
