import { it } from 'vitest';
import { recognise } from '../../src/core/index.ts';
import { pieces } from '../core/recognise/pieces.ts';
import { expectLinear } from './expect-linear.ts';

const openings = ['', '{"messages":[', 'Traceback (most recent call last):\n', 'User: a\nAssistant: b\n'];

it.each(openings)('a longer paste costs no more for each piece, after %j', (opening) => {
  for (const piece of pieces)
    expectLinear(
      200,
      (count) => opening + piece.repeat(count),
      (content) => recognise({ content, name: null }),
    );
});
