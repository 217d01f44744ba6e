import { b8121Format } from './format.ts';
import { addCalls } from './kit/listed-calls.ts';
import { readMarkedList } from './kit/marked-list.ts';
import { Literal } from './kit/pattern.ts';
import { tryReasoning } from './kit/reasoning.ts';

const OPEN = new Literal('<TOOLCALL>');

export const nemotronV2 = b8121Format({
  slug: 'nemotron-v2',
  name: 'Nemotron V2',
  formats: ['nemotron-toolcall'],
  reads: 'A JSON list of calls in a <TOOLCALL> tag.',
  opensThinking: true,
  read(parser) {
    tryReasoning(parser, '<think>', '</think>');
    if (parser.looksForCalls()) {
      readMarkedList(parser, OPEN, '</TOOLCALL>', (list) => {
        addCalls(parser, list);
      });
    }
    parser.addRest();
  },
});
