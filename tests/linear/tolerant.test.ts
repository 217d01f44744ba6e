import { it } from 'vitest';
import { readTolerant } from '../../src/core/text/json/tolerant.ts';
import { hostilePieces } from '../core/text/json/hostile-pieces.ts';
import { expectLinear } from './expect-linear.ts';

it.each(hostilePieces)('reading works no more for each further %j', (piece) => {
  for (const before of ['', '[', '{"a": "'])
    expectLinear(2000, (size) => before + piece.repeat(Math.ceil(size / piece.length)), readTolerant);
});
