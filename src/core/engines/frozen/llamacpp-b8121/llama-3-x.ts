import { b8121Format } from './format.ts';
import type { MessageParser } from './kit/message.ts';
import { readNamedCalls } from './kit/named-calls.ts';
import { Expression } from './kit/expression.ts';
import { capture, literal, one, optional, spaces } from './kit/pattern.ts';
import { tryReasoning } from './kit/reasoning.ts';

const key = (name: string) => [...literal(`"${name}"`), spaces, ...literal(':'), spaces];

/** `{"name": "…", "parameters": `, with a space after the last colon, and perhaps with `"type": "function"` before it. */
const OBJECT = new Expression([
  spaces,
  ...literal('{'),
  spaces,
  optional(...key('type'), ...literal('"function"'), spaces, ...literal(','), spaces),
  ...key('name'),
  ...literal('"'),
  capture(one((code) => code !== 0x22, '+')),
  ...literal('"'),
  spaces,
  ...literal(','),
  spaces,
  ...literal('"parameters"'),
  spaces,
  ...literal(': '),
]);
const CLOSE = new Expression([...literal('}'), spaces]);

export const llama3X = b8121Format({
  slug: 'llama-3-x',
  name: 'Llama 3.x',
  formats: ['llama3'],
  reads: 'One JSON object with name and parameters, in this order, at the beginning of the reply.',
  read(parser) {
    tryReasoning(parser, '<think>', '</think>');
    if (!parser.looksForCalls()) parser.addRest();
    else readObject(parser);
  },
});

export function readObject(parser: MessageParser): void {
  readNamedCalls(parser, { first: OBJECT, close: CLOSE, closer: '}' });
}
