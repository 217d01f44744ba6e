import { b8121Format } from './format.ts';
import { tryJsonWithArguments } from './kit/dumped-args.ts';
import { addCalls } from './kit/listed-calls.ts';
import { findMarker } from './kit/named-calls.ts';
import { Literal } from './kit/pattern.ts';
import { unfinished } from './kit/raise.ts';
import { tryReasoning } from './kit/reasoning.ts';

const THINK = { open: new Literal('<think>'), close: new Literal('</think>') };
const RESPONSE = { open: new Literal('<response>'), close: new Literal('</response>') };
const CALLS = new Literal('<|tool_call|>');

export const granite = b8121Format({
  slug: 'granite',
  name: 'Granite',
  formats: ['granite-3'],
  reads: 'A JSON list of calls after <|tool_call|>, at the end of the reply.',
  read(parser) {
    // Looks for the tags first, so that a beginning of one at the end is not sent.
    const thought = parser.tryConsume(THINK.open);
    if (thought !== null) {
      parser.tryFind(THINK.close, { addsPrelude: false });
      parser.at = thought.groups[0].from;
    }
    tryReasoning(parser, '<think>', '</think>');
    if (parser.tryConsume(RESPONSE.open) !== null) parser.tryFind(RESPONSE.close);
    const marker = parser.looksForCalls() ? findMarker(parser, CALLS) : null;
    if (marker === null) {
      parser.addRest();
      return;
    }
    parser.beginBlock(marker);
    const json = tryJsonWithArguments(parser, { args: [['arguments']] });
    if (json === null) return;
    if (!addCalls(parser, json.value) || json.isPartial) throw unfinished;
    parser.endBlock('matched');
  },
});
