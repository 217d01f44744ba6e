import { it } from 'vitest';
import { openStream } from '../../src/core/index.ts';
import { expectLinear } from './expect-linear.ts';

const tools = [{ name: 'wax_ski', schema: { type: 'object', properties: { layers: { type: 'integer' } } } }];

/** Each begins a call that never ends. */
const pieces = [
  'wax_ski<|tool_arg:start|>layers',
  '<tlcall>wax_ski\nlayer=',
  '<minimax:<tool_call\n{"name"',
  '<tool_call>\nname: wax_ski\nargument:{',
  "\nCall:e('",
  '|python_tag|>{"name": "sepython_tag|>{"name": "wax_ski", "p',
];

/** Longer than what such a reader waits for, and than every allowance. */
const SIZE = 96_000;
const CHUNK = 50;

it.each(pieces)('a reader that has fallen back joins no more of the text for each marker near by: %j', (piece) => {
  expectLinear(
    SIZE,
    (size) => piece.repeat(size / piece.length),
    (text) => {
      const stream = openStream({ runtime: 'auto', tools });
      for (let at = 0; at < text.length; at += CHUNK) stream.push(text.slice(at, at + CHUNK));
      stream.end();
    },
  );
});
