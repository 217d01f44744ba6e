import { b8121Format } from './format.ts';
import { tryReasoning } from './kit/reasoning.ts';

export const solarOpen = b8121Format({
  slug: 'solar-open',
  name: 'Solar Open',
  formats: [],
  reads: 'No calls: reasoning after <|think|>, and everything else as content.',
  read(parser) {
    tryReasoning(parser, '<|think|>', '<|end|><|begin|>assistant<|content|>');
    parser.addRest();
  },
});
