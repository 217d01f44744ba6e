import { b8121Format } from './format.ts';
import { readPrefixedList } from './kit/listed-calls.ts';
import { Literal } from './kit/pattern.ts';

const PREFIX = new Literal('[TOOL_CALLS]');

export const mistralNemo = b8121Format({
  slug: 'mistral-nemo',
  name: 'Mistral Nemo',
  formats: ['mistral'],
  reads: 'A JSON list of calls after [TOOL_CALLS], at the end of the reply.',
  read(parser) {
    if (!parser.looksForCalls()) parser.addRest();
    else readPrefixedList(parser, PREFIX);
  },
});
