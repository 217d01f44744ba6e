import { type ReasoningParser, writtenOpener } from '../../kit/index.ts';

const OPEN = '<think>';
const CLOSE = '</think>';

export const minimaxM2AppendThink: ReasoningParser<keyof typeof writtenOpener.words> = {
  ...writtenOpener,
  flag: 'minimax_m2_append_think',
  file: 'vllm/reasoning/minimax_m2_reasoning_parser.py',
  reads: 'Nothing: it writes <think> in front of the reply. A stream gets to the tool parser only after a </think>.',
  tags: [OPEN, CLOSE],
  seesTokens: true,
  stream() {
    const stream = writtenOpener.stream();
    return { push: (delta, current) => ({ ...stream.push(delta, current), ended: delta.includes(CLOSE) }) };
  },
  hasEnded: ({ prompt = '' }) => prompt.lastIndexOf(CLOSE) > prompt.lastIndexOf(OPEN),
};
