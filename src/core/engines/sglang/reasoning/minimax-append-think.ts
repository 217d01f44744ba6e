import { Excerpt } from '../../kit/index.ts';
import type { SglangReasoningParser } from './base.ts';

const OPEN = '<think>';

const words = {
  'opener-written':
    'The reasoning parser splits nothing: it writes `<think>` in front of the reply and passes all of it on as content.',
} as const;

export const minimaxAppendThink: SglangReasoningParser = {
  flag: 'minimax-append-think',
  file: 'python/sglang/srt/parser/reasoning_parser.py',
  reads: 'Nothing: it writes <think> in front of the reply.',
  words,
  tags: [],
  toggle: 'always',
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
        return { content: first ? Excerpt.own(OPEN).plus(content) : content };
      },
    };
  },
};
