import { expect, it } from 'vitest';
import { extract } from '../../src/core/index.ts';
import { growthFault } from './work.ts';

const tools = [{ name: 'set_lamp', schema: { type: 'object', properties: { room: { type: 'string' } } } }];

it.each(['call>call:set_lamp{o}<to', 'call:set_lamp{zz:1}<to ', 'call:set_lamp{room:1}<to '])(
  'many calls of Gemma in lines are read in time with their length: %s',
  (piece) => {
    const make = (size: number): string => piece.repeat(Math.ceil(size / piece.length));
    expect(growthFault(8000, make, (text) => extract({ text }, { runtime: 'auto', tools }))).toBeNull();
  },
);
