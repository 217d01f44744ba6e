import { b8121Format } from './format.ts';
import { readPrefixedList } from './kit/listed-calls.ts';
import { Literal } from './kit/pattern.ts';
import { tryReasoning } from './kit/reasoning.ts';

const PREFIX = new Literal('[TOOL_CALLS]');

export const magistral = b8121Format({
  slug: 'magistral',
  name: 'Magistral',
  formats: ['mistral'],
  reads: 'Reasoning in [THINK], and a JSON list of calls after [TOOL_CALLS], at the end of the reply.',
  read(parser) {
    tryReasoning(parser, '[THINK]', '[/THINK]');
    if (!parser.looksForCalls()) parser.addRest();
    else readPrefixedList(parser, PREFIX);
  },
});
