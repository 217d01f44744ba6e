import { describe, expect, it } from 'vitest';
import { mistakesInARow } from '../../../../src/core/agents/exathena/mistakes.ts';
import { failed, loopCall, ok, turnOf } from '../loop/turn.ts';

describe('mistakes in a row', () => {
  const wrong = turnOf('', [[loopCall('a'), failed('no')]]);
  const right = turnOf('', [[loopCall('a'), ok('yes')]]);
  const wrongTogether = turnOf('', [[loopCall('a', { isSafe: true }), failed('no')]]);

  it.each([
    ['none', [], 0],
    ['each error adds one', [wrong, wrong], 2],
    ['a result starts anew', [wrong, wrong, right], 0],
    [
      'two in one turn',
      [
        turnOf('', [
          [loopCall('a'), failed('')],
          [loopCall('b'), failed('')],
        ]),
      ],
      2,
    ],
    ['what runs together does not count', [wrong, wrongTogether], 1],
  ])('%s', (_, turns, count) => {
    expect(mistakesInARow(turns)).toBe(count);
  });
});
