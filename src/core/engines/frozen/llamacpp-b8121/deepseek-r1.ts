import { b8121Format } from './format.ts';
import { readNamedCalls } from './kit/named-calls.ts';
import { Expression } from './kit/expression.ts';
import { capture, literal, one, optional, spaces } from './kit/pattern.ts';
import { tryReasoning } from './kit/reasoning.ts';
import { CALL_BEGIN, CALL_END, DEEPSEEK_SECTION, SEPARATOR } from './kit/deepseek.ts';

const FUNCTION = new Expression([
  optional(...literal(CALL_BEGIN)),
  ...literal(`function${SEPARATOR}`),
  capture(one((code) => code !== 0x0a, '+')),
  ...literal('\n```json\n'),
]);
const CLOSE = new Expression([...literal('```'), spaces, ...literal(CALL_END)]);

export const deepseekR1 = b8121Format({
  slug: 'deepseek-r1',
  name: 'DeepSeek R1',
  formats: ['deepseek-r1'],
  opensThinking: true,
  reads: 'A section of calls, each with its name on a line and its arguments in a JSON fence.',
  read(parser) {
    tryReasoning(parser, '<think>', '</think>');
    if (!parser.looksForCalls()) parser.addRest();
    else readNamedCalls(parser, { section: DEEPSEEK_SECTION, next: FUNCTION, close: CLOSE, closer: CALL_END });
  },
});
