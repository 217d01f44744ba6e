import { it } from 'vitest';
import { readPartialJson } from '../../src/core/text/languages/python/partial-python.ts';
import { expectLinear } from './expect-linear.ts';

const pieces = ['[', '{"a":', '\\"', '"', '\\', '"a": "b", ', ', ', '-', '1, ', '"\\""', '[1], ', '\\u'];

it.each([true, false])('unfinished JSON costs no more for each further piece, strings %s', (strings) => {
  for (const before of ['', '"', '{"a": ', '{"a": "', '[', '[1, ', '["', '{"a": [{"b": 1,', '{"a": [] '])
    for (const piece of pieces)
      expectLinear(
        1200,
        (count) => before + piece.repeat(count),
        (text) => readPartialJson(text, 0, text.length, { strings }),
      );
});
