import { it } from 'vitest';
import { extract, openStream } from '../../src/core/index.ts';
import { someOf } from '../thorough.ts';
import { expectLinear } from './expect-linear.ts';

const tools = [{ name: 'wax_ski', schema: { type: 'object', properties: { layers: { type: 'integer' } } } }];

/** Each begins a call that never ends. */
const pieces = [
  'wax_ski<|tool_arg:start|>layers',
  '<tlcall>wax_ski\nlayer=',
  '<minimax:<tool_call\n{"name"',
  '<tool_call>\nname: wax_ski\nargument:{',
  "\nCall:e('",
  '~text\nCall: wax_ski(layers <',
  '|python_tag|>{"name": "sepython_tag|>{"name": "wax_ski", "p',
  // Words that announce a call, and lists of keys and values.
  ...[
    'Tool: wax_ski layers=\n',
    'Tool: wax_ski(layers: "\n',
    'Tool: wax_ski layers=1\n',
    'Tool: wax_ski\n- layers: [\n',
  ],
  ...['Tool: wax_ski\narguments:\n  layers: |\n', 'Calling the tool wax_ski with {"layers": {\n'],
  ...['{tool => "wax_ski", args => {--layers 1\n', '{tool => "wax_ski", args => {--layers 1}}\n'],
  ...[
    '[TOOL_CALLS]wax_ski[ARGS]layers="',
    '[TOOL_CALLS]wax_ski[ARGS]"layers": 1, ',
    'Action: wax_ski\nAction Input: layers="',
  ],
  ...['<tool_call>\nwax_ski --layers "', '<tool_call>\nwax_ski({layers: ', '<tool_call>\n{\\"name\\": '],
  ...['call wax_ski(layers="a", layers="', 'Tool: wax_ski(((((\n', '- tool: - - - - - -\n', '[[[[[[tool: wax_ski'],
];

/** Longer than what such a reader waits for, and than every allowance. */
const SIZE = 96_000;
const CHUNK = 50;

const some = (how: string): readonly string[] => someOf(pieces, 1 / 4, (piece) => how + piece);

it.each(some('streamed'))(
  'a reader that has fallen back joins no more of the text for each marker near by: %j',
  (piece) => {
    expectLinear(
      SIZE,
      (size) => piece.repeat(size / piece.length),
      (text) => {
        const stream = openStream({ runtime: 'auto', tools });
        for (let at = 0; at < text.length; at += CHUNK) stream.push(text.slice(at, at + CHUNK));
        stream.end();
      },
    );
  },
);

it.each(some('whole'))('all of the text at once is read as far for each marker: %j', (piece) => {
  expectLinear(
    SIZE / 2,
    (size) => piece.repeat(size / piece.length),
    (text) => extract({ text }, { runtime: 'auto', tools }),
  );
});
