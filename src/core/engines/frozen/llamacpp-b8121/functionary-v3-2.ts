import type { Span } from '../../../text/document/index.ts';
import { indentedInB8121 } from '../../llamacpp/refusals.ts';
import { b8121Format } from './format.ts';
import type { Found, MessageParser } from './kit/message.ts';
import { readNamedCalls } from './kit/named-calls.ts';
import { Expression } from './kit/expression.ts';
import { capture, any, isWordCode, literal, one, spaces } from './kit/pattern.ts';

const recipient = capture(any([one(isWordCode, '+'), ...literal('\n{')], literal('python\n'), literal('all\n')));
const FIRST = new Expression([recipient]);
const NEXT = new Expression([...literal('>>>'), recipient]);
const CLOSE = new Expression([spaces]);

export const functionaryV32 = b8121Format({
  slug: 'functionary-v3-2',
  name: 'Functionary v3.2',
  formats: ['functionary-v3.2'],
  reads: 'Recipients on lines of their own, the first at the beginning of the reply and the others after >>>.',
  refuses: indentedInB8121,
  read(parser) {
    readNamedCalls(parser, { first: FIRST, next: NEXT, close: CLOSE, closer: '', allowsCode: true, nameOf });
  },
});

/** The recipient `all` at the beginning is not a call; after `>>>` it is. */
function nameOf(parser: MessageParser, { groups }: Found): Span | null {
  const [whole, group = whole] = groups;
  if (parser.text.charAt(group.to - 1) === '{') parser.at -= 1;
  let { to } = group;
  while ('\n{'.includes(parser.text.charAt(to - 1))) to -= 1;
  const name = { from: group.from, to };
  return whole.from === 0 && parser.slice(name) === 'all' ? null : name;
}
