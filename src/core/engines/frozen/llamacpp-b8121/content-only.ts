import { readContent } from './kit/read-message.ts';
import { b8121Format } from './format.ts';

/** What the server uses where no tool is declared and the template has no format of its own. */
export const contentOnly = b8121Format({
  slug: 'content-only',
  name: 'Content-only',
  formats: [],
  reads: 'No calls: reasoning in `<think>`, and everything else as content.',
  read(parser) {
    parser.steps.gate('format-has-calls', false, { from: 0, to: parser.text.length });
    readContent(parser);
  },
});
