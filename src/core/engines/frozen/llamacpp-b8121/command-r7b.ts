import { b8121Format } from './format.ts';
import { jsonWithArguments } from './kit/dumped-args.ts';
import { addCall, itemsOf } from './kit/listed-calls.ts';
import type { MessageParser } from './kit/message.ts';
import { findMarker } from './kit/named-calls.ts';
import { Literal } from './kit/pattern.ts';
import { unfinished } from './kit/raise.ts';
import { tryReasoning } from './kit/reasoning.ts';

const KEYS = { name: 'tool_name', arguments: 'parameters', id: 'tool_call_id' };
const ACTION = { open: new Literal('<|START_ACTION|>'), close: new Literal('<|END_ACTION|>') };
const RESPONSE = { open: new Literal('<|START_RESPONSE|>'), close: new Literal('<|END_RESPONSE|>') };

export const commandR7b = b8121Format({
  slug: 'command-r7b',
  name: 'Command R7B',
  formats: ['command-r'],
  reads: 'A JSON list of calls between <|START_ACTION|> and <|END_ACTION|>, at the end of the reply.',
  /** It reads calls also where no tool is declared. */
  read(parser) {
    tryReasoning(parser, '<|START_THINKING|>', '<|END_THINKING|>');
    const marker = findMarker(parser, ACTION.open);
    if (marker !== null) {
      parser.beginBlock(marker);
      readCalls(parser);
    } else if (parser.tryFind(RESPONSE.open) === null) {
      parser.addRest();
    } else if (parser.tryFind(RESPONSE.close) === null) {
      parser.addRest();
      throw parser.unfinished('closer-missing');
    }
  },
});

function readCalls(parser: MessageParser): void {
  const { value, isPartial } = jsonWithArguments(parser, { args: [['parameters']] });
  for (const item of itemsOf(value)) if (!addCall(parser, item, KEYS) || isPartial) throw unfinished;
  if (isPartial) throw unfinished;
  parser.consume(ACTION.close, ACTION.close.text);
  parser.endBlock('matched');
}
