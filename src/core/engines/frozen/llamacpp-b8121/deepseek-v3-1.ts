import { b8121Format } from './format.ts';
import { CALL_BEGIN, CALL_END, DEEPSEEK_SECTION, SEPARATOR } from './kit/deepseek.ts';
import type { MessageParser } from './kit/message.ts';
import { readNamedCalls } from './kit/named-calls.ts';
import { Expression } from './kit/expression.ts';
import { any, capture, literal, one, optional, spaces } from './kit/pattern.ts';
import { tryReasoning } from './kit/reasoning.ts';
import { isNeverClosed } from './kit/unclosed-thought.ts';

const FUNCTION = new Expression([
  optional(...literal(CALL_BEGIN)),
  capture(one((code) => code !== 0x0a && code !== 0x3c, '+')),
  any(literal(SEPARATOR)),
]);
const CLOSE = new Expression([optional(spaces), ...literal(CALL_END)]);

export const deepseekV31 = b8121Format({
  slug: 'deepseek-v3-1',
  name: 'DeepSeek V3.1',
  formats: ['deepseek-v31'],
  opensThinking: true,
  reads: 'A section of calls, each a name, a separator and JSON arguments.',
  read(parser) {
    if (!isNeverClosed(parser)) tryReasoning(parser, '<think>', '</think>');
    readCalls(parser);
  },
});

function readCalls(parser: MessageParser): void {
  if (!parser.looksForCalls()) parser.addRest();
  else readNamedCalls(parser, { section: DEEPSEEK_SECTION, next: FUNCTION, close: CLOSE, closer: CALL_END });
}
