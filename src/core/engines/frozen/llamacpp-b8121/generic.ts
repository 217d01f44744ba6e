import { memberOf } from '../../../text/languages/index.ts';
import { b8121Format } from './format.ts';
import { jsonWithArguments } from './kit/dumped-args.ts';
import { addCall, addCalls, inText } from './kit/listed-calls.ts';
import { stringOf } from './kit/message.ts';
import { unfinished } from './kit/raise.ts';

const PATHS = {
  args: [
    ['tool_call', 'arguments'],
    ['tool_calls', 'arguments'],
  ],
  content: ['response'],
};

export const generic = b8121Format({
  slug: 'generic',
  name: 'Generic',
  formats: ['llamacpp-generic'],
  reads: 'One JSON object that is the whole reply, with tool_call, tool_calls or response.',
  read(parser) {
    if (!parser.looksForCalls()) {
      parser.addRest();
      return;
    }
    parser.beginBlock({ from: parser.at, to: parser.at });
    const { value, isPartial } = jsonWithArguments(parser, PATHS);
    const calls = memberOf(value, 'tool_calls');
    const call = memberOf(value, 'tool_call');
    const response = memberOf(value, 'response');
    if (calls !== undefined || call !== undefined) {
      const isAdded = calls !== undefined ? addCalls(parser, calls) : call !== undefined && addCall(parser, call);
      if (!isAdded || isPartial) throw unfinished;
      parser.endBlock('matched');
    } else if (response !== undefined) {
      parser.addContent(inText(parser, response), stringOf(response));
      if (isPartial) throw unfinished;
      parser.endBlock('matched');
    } else {
      parser.steps.reject('no-generic-key', inText(parser, value));
      throw unfinished;
    }
  },
});
