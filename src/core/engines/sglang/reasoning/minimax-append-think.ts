import { writtenOpener } from '../../kit/index.ts';
import type { SglangReasoningParser } from './base.ts';

export const minimaxAppendThink: SglangReasoningParser = {
  ...writtenOpener,
  flag: 'minimax-append-think',
  file: 'python/sglang/srt/parser/reasoning_parser.py',
  reads: 'Nothing: it writes <think> in front of the reply.',
  tags: [],
  toggle: 'always',
};
