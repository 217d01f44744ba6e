import type { SglangReasoningParser } from './base.ts';
import { type MarkerRules, splitByMarkers, streamByMarkers } from './marker-stream.ts';
import { reasoningWords } from './words.ts';

const OPEN = '<|inner_prefix|>';
const CLOSE = '<|inner_suffix|>';

const rules: MarkerRules = {
  content: { [OPEN]: { to: 'reasoning' } },
  reasoning: { [CLOSE]: { to: 'content' }, '<|tools_prefix|>[': { to: 'block', kept: 'content' } },
  block: { '<|tools_suffix|>': { to: 'reasoning', kept: 'content' } },
};

export const apertus2509: SglangReasoningParser = {
  flag: 'apertus2509',
  file: 'python/sglang/srt/parser/reasoning_parser.py',
  reads: 'Every block between <|inner_prefix|> and <|inner_suffix|>; calls inside of it are passed on.',
  words: reasoningWords,
  tags: [OPEN, CLOSE],
  toggle: 'always',
  split: (text, _request, steps) => splitByMarkers(text, rules, steps),
  stream: ({ streamReasoning }) => streamByMarkers(rules, streamReasoning === false),
};
