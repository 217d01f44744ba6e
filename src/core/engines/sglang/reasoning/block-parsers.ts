import { TOKENS } from '../kit/inkling-blocks.ts';
import type { SglangReasoningParser } from './base.ts';
import { type MarkerRules, splitByMarkers, streamByMarkers } from './marker-stream.ts';
import { reasoningWords } from './words.ts';

const file = 'python/sglang/srt/parser/reasoning_parser.py';

function blockParser(
  flag: string,
  reads: string,
  tags: readonly string[],
  rules: MarkerRules,
  /** Whether the request may ask for the reasoning of a block in one piece. */
  comesInOnePiece = false,
): SglangReasoningParser {
  return {
    flag,
    file,
    reads,
    words: reasoningWords,
    tags,
    toggle: 'always',
    split: (text, _request, steps) => splitByMarkers(text, rules, steps),
    stream: ({ streamReasoning }) => streamByMarkers(rules, comesInOnePiece && streamReasoning === false),
  };
}

export const apertus2509 = blockParser(
  'apertus2509',
  'Every block between <|inner_prefix|> and <|inner_suffix|>; calls inside of it are passed on.',
  ['<|inner_prefix|>', '<|inner_suffix|>'],
  {
    content: { '<|inner_prefix|>': { to: 'reasoning' } },
    reasoning: { '<|inner_suffix|>': { to: 'content' }, '<|tools_prefix|>[': { to: 'block', kept: 'content' } },
    block: { '<|tools_suffix|>': { to: 'reasoning', kept: 'content' } },
  },
  true,
);

/** A control token reaches the tool parser whole, however it comes in. */
const kept = (to: 'content' | 'block'): MarkerRules['content'] =>
  Object.fromEntries(TOKENS.map((token) => [token, { to, kept: 'content' }]));

const invokes = { to: 'block', kept: 'content' } as const;

export const inkling = blockParser(
  'inkling',
  'Every block between <|content_thinking|> and <|end_message|>; a call ends it as well.',
  ['<|content_thinking|>', '<|end_message|>'],
  {
    content: {
      ...kept('content'),
      '<|content_thinking|>': { to: 'reasoning' },
      '<|end_message|>': { to: 'content' },
      '<|content_invoke_tool_json|>': invokes,
      '<|content_invoke_tool_text|>': invokes,
    },
    reasoning: {
      '<|content_thinking|>': { to: 'reasoning' },
      '<|end_message|>': { to: 'content' },
      '<|content_invoke_tool_json|>': invokes,
      '<|content_invoke_tool_text|>': invokes,
    },
    block: { ...kept('block'), '<|end_message|>': { to: 'content', kept: 'content' } },
  },
);
