import { b8121Format } from './format.ts';
import { readPrefixedList } from './kit/listed-calls.ts';
import { Literal } from './kit/pattern.ts';

const PREFIX = new Literal(' functools[');

export const firefunctionV2 = b8121Format({
  slug: 'firefunction-v2',
  name: 'FireFunction v2',
  formats: ['firefunction'],
  reads: 'A JSON list of calls after ` functools`, space included, at the end of the reply.',
  read(parser) {
    if (!parser.looksForCalls()) parser.addRest();
    else readPrefixedList(parser, PREFIX, 1);
  },
});
