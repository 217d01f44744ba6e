import { Excerpt } from './excerpt.ts';
import type { ReasoningParser, ReasoningStream, SplitDelta } from './reasoning.ts';

const OPEN = '<think>';

/** The parser of MiniMax M2 that splits nothing, as vLLM and SGLang both have it. */
export const writtenOpener: Pick<ReasoningParser<'opener-written'>, 'words' | 'split'> & {
  stream(): ReasoningStream;
} = {
  words: {
    'opener-written':
      'The reasoning parser splits nothing: it writes `<think>` in front of the reply and passes all of it on as content.',
  },
  split(text, _request, steps) {
    steps.quirk('opener-written', { from: 0, to: text.length });
    return { reasoning: null, content: Excerpt.own(OPEN).plus(Excerpt.part(text, 0)), markup: [] };
  },
  stream() {
    let isFirst = true;
    return {
      push(delta, current): SplitDelta {
        const content = Excerpt.end(current, delta);
        const first = isFirst;
        isFirst = false;
        return { content: first ? Excerpt.own(OPEN).plus(content) : content };
      },
    };
  },
};
