import { Excerpt, type ReasoningParser } from '../../kit/index.ts';

const OPEN = '<think>';
const CLOSE = '</think>';

const words = {
  'opener-written':
    'The reasoning parser splits nothing: it writes `<think>` in front of the reply and passes all of it on as content.',
} as const;

export const minimaxM2AppendThink: ReasoningParser<keyof typeof words> = {
  flag: 'minimax_m2_append_think',
  file: 'vllm/reasoning/minimax_m2_reasoning_parser.py',
  reads: 'Nothing: it writes <think> in front of the reply. A stream gets to the tool parser only after a </think>.',
  words,
  tags: [OPEN, CLOSE],
  seesTokens: true,
  split(text, _request, steps) {
    steps.quirk('opener-written', { from: 0, to: text.length });
    return { reasoning: null, content: Excerpt.own(OPEN).plus(Excerpt.part(text, 0)), markup: [] };
  },
  stream() {
    let isFirst = true;
    return {
      push(delta, current) {
        const content = Excerpt.end(current, delta);
        const first = isFirst;
        isFirst = false;
        return { content: first ? Excerpt.own(OPEN).plus(content) : content, ended: delta.includes(CLOSE) };
      },
    };
  },
  hasEnded: ({ prompt = '' }) => prompt.lastIndexOf(CLOSE) > prompt.lastIndexOf(OPEN),
};
