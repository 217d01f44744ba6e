import { baseReasoning, type SglangReasoningParser, type ThinkingTags, type Toggle } from './base.ts';

const think = { open: '<think>', close: '</think>' } as const;
const qwenTags: ThinkingTags = { ...think, call: '<tool_call>' };

const onUnlessOff: Toggle = { option: 'enable_thinking', byDefault: true };
const thinkingUnlessOff: Toggle = { option: 'thinking', byDefault: true };
const onlyIfThinking: Toggle = { option: 'thinking', byDefault: false };
const onlyIfEnabled: Toggle = { option: 'enable_thinking', byDefault: false };

/** A parser that takes every reply for thinking, whatever the server decided. */
function forced(parser: SglangReasoningParser): SglangReasoningParser {
  return {
    ...parser,
    ...(parser.base === undefined ? {} : { base: { ...parser.base, isForced: true } }),
    split: (text, request, steps) => parser.split(text, { ...request, forceReasoning: true }, steps),
    stream: (request) => parser.stream({ ...request, forceReasoning: true }),
  };
}

const upTo = (end: string): string => `Thinking up to ${end}, where the server expects thinking or the reply opens it.`;
const qwenReads = upTo('</think>, or without it up to <tool_call>');

const qwenLike = (flag: string, toggle: Toggle): SglangReasoningParser =>
  baseReasoning({ flag, reads: qwenReads }, qwenTags, toggle);

const plain = (flag: string, toggle: Toggle): SglangReasoningParser =>
  baseReasoning({ flag, reads: upTo('</think>') }, think, toggle);

export const deepseekR1 = forced(plain('deepseek-r1', 'always'));
export const step3 = forced(plain('step3', 'always'));
export const step3p5 = forced(plain('step3p5', 'always'));
export const deepseekV3 = qwenLike('deepseek-v3', onlyIfThinking);
export const qwen3 = qwenLike('qwen3', onUnlessOff);
export const qwen3Thinking = forced(qwenLike('qwen3-thinking', 'always'));
export const glm45 = qwenLike('glm45', onUnlessOff);
export const nemotron3 = qwenLike('nemotron_3', onUnlessOff);
export const interns1 = qwenLike('interns1', onUnlessOff);
export const dots: SglangReasoningParser = { ...qwenLike('dots', onUnlessOff), isNew: true };
export const mimo = qwenLike('mimo', onlyIfEnabled);
export const poolsideV1 = qwenLike('poolside_v1', onlyIfEnabled);
export const minimax = forced(qwenLike('minimax', 'always'));

export const kimi = baseReasoning(
  { flag: 'kimi', reads: upTo('◁/think▷') },
  { open: '◁think▷', close: '◁/think▷', ignoresServer: true },
  'always',
);

export const kimiK2 = baseReasoning(
  { flag: 'kimi_k2', reads: upTo('</think>, or without it up to the section of calls') },
  { ...think, call: '<|tool_calls_section_begin|>' },
  thinkingUnlessOff,
);

export const kimiK3: SglangReasoningParser = {
  ...baseReasoning(
    { flag: 'kimi_k3', reads: upTo('<|close|>think<|sep|>, or without it up to the section of calls') },
    { open: '<|open|>think<|sep|>', close: '<|close|>think<|sep|>', call: '<|open|>tools<|sep|>', firstEnd: true },
    thinkingUnlessOff,
  ),
  refusesNonempty: true,
  isNew: true,
};

export const deepseekV4 = baseReasoning(
  { flag: 'deepseek-v4', reads: upTo('</think>, or without it up to the block of calls') },
  { ...think, call: '<｜DSML｜' },
  onlyIfThinking,
);

export const hunyuan = baseReasoning(
  { flag: 'hunyuan', reads: upTo('</think>, or without it up to <tool_calls>') },
  { ...think, call: '<tool_calls>' },
  { option: 'reasoning_effort', values: ['high', 'low', 'medium'] },
);

export const mistral = baseReasoning(
  { flag: 'mistral', reads: upTo('[/THINK]') },
  { open: '[THINK]', close: '[/THINK]' },
  { option: 'reasoning_effort', values: ['high', 'low', 'medium'] },
);

export const gemma4 = baseReasoning(
  { flag: 'gemma4', reads: upTo('<channel|>') },
  { open: '<|channel>thought\n', begin: '<|channel>', close: '<channel|>' },
  onlyIfEnabled,
);

export const minimaxM3 = baseReasoning(
  { flag: 'minimax-m3', reads: upTo('</mm:think>') },
  { open: '<mm:think>', close: '</mm:think>', dropsFirstCloser: true },
  { option: 'thinking_mode', values: ['enabled'] },
);
