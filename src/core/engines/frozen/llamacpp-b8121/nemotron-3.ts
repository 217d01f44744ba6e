import { b8121Format } from './format.ts';
import { readConstructed } from './kit/constructed-calls.ts';
import { mismatch, textUntil } from './kit/matching.ts';
import { unfinished } from './kit/raise.ts';
import { trimmedEnd } from './kit/xml-content.ts';

const CLOSE = '</think>';

/** The templates that write calls as Qwen3-Coder does, and open the reasoning. */
export const nemotron3 = b8121Format({
  slug: 'nemotron-3',
  name: 'peg-constructed',
  variant: 'Nemotron 3, Step 3.5',
  templates: ['NVIDIA-Nemotron-3-Nano-30B-A3B-BF16', 'stepfun-ai-Step-3.5-Flash'],
  formats: ['qwen3-coder-xml'],
  reads: 'Reasoning up to </think>, then as Qwen3-Coder.',
  opensThinking: true,
  read(parser) {
    if (parser.syntax.opensThinking) {
      const span = textUntil(parser, CLOSE);
      const isClosed = !span.isOpen && parser.tryLiteral(CLOSE);
      if (!isClosed && !span.isOpen && !parser.isPartial) throw mismatch(parser, span.to);
      parser.addReasoning(trimmedEnd(parser.text, span));
      if (!isClosed && parser.isPartial) throw unfinished;
      parser.blocks.push({ from: span.to, to: parser.at });
    }
    readConstructed(parser);
  },
});
