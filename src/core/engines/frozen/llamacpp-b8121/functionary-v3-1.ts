import { b8121Format } from './format.ts';
import { addCode, readNamedCalls } from './kit/named-calls.ts';
import { Expression } from './kit/expression.ts';
import { capture, isWordCode, Literal, literal, one } from './kit/pattern.ts';

const FUNCTION = new Expression([...literal('<function='), capture(one(isWordCode, '+')), ...literal('>')]);
const CLOSER = '</function>';
const PYTHON = new Literal('<|python_tag|>');

export const functionaryV31 = b8121Format({
  slug: 'functionary-v3-1',
  name: 'Functionary v3.1 Llama 3.1',
  formats: ['llama3-function-tag'],
  reads: '<function=NAME> tags with JSON inside.',
  read(parser) {
    if (!parser.looksForCalls()) {
      parser.addRest();
      return;
    }
    readNamedCalls(parser, { next: FUNCTION, close: new Literal(CLOSER), closer: CLOSER });
    // Everything was read by now: code after the tag never becomes a call.
    const found = parser.tryFind(PYTHON);
    if (found !== null) addCode(parser, 'python', found.groups[0], found.groups[0].from);
  },
});
