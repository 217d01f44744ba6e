import { it } from 'vitest';
import { extract, firstCustomFormat } from '../../src/core/index.ts';
import { someOf } from '../thorough.ts';
import { expectLinear } from './expect-linear.ts';

/** So many that the first part reaches every limit, that of values without an end in json-payload.ts included. */
const OPENERS = 1200;

it.each(['json', 'named-json', 'tagged', 'python'] as const)(
  'openers of %s work no more for each further one',
  (body) => {
    for (const open of ['<', '{', '"', '~~~'])
      for (const after of someOf(['', '{', '"', 'f(a="', '<arg='], 0.5, (one) => body + open + one)) {
        const custom = { ...firstCustomFormat, body, open, close: '</call>' };
        expectLinear(
          OPENERS,
          (count) => (open + after).repeat(count),
          (text) => extract({ text }, { runtime: 'custom', custom }),
        );
      }
  },
);
