import { it } from 'vitest';
import { openFenceFilter } from '../../src/core/index.ts';
import { expectLinear } from './expect-linear.ts';

const openers: readonly string[] = [
  'The quick brown fox. ',
  '~',
  '~~~tool_cal',
  '~~~tool_call ',
  '~~~tool_call\n{"name": "f"}\n~~~\n',
  '~~~tool_call\n',
];

it.each([
  ...openers.map((piece) => [piece, (size: number) => piece.repeat(Math.ceil(size / piece.length))] as const),
  ['white space', (size: number) => `~~~tool_call${' '.repeat(size)}x`] as const,
])('filtering single characters works no more for each further %j', (_, make) => {
  expectLinear(6000, make, (text) => {
    const filter = openFenceFilter();
    for (const character of text) filter.push(character);
    return filter.flush();
  });
});
