import { tableReasoning, type ThinkingRules, type VllmReasoningParser } from './table-parser.ts';
import { isOff, type TemplateOptions } from './switched.ts';

// The reasoning half of the parsers that run a table. Beside the tool parser of the same machine, it reads in one pass.

const think = { open: '<think>', close: '</think>' } as const;
const callTags = ['<tool_call>'] as const;

function unlessOff(...keys: readonly string[]): (options: TemplateOptions) => boolean {
  return (options) => !keys.some((key) => isOff(options, key));
}

const functionMarkers = ['</tool_call>', '<function=', '</function>', '<parameter=', '</parameter>', '>'];

const qwen3Rules: ThinkingRules = {
  ...think,
  callMarkers: callTags,
  otherMarkers: functionMarkers,
  begins: 'reasoning',
  isOn: unlessOff('enable_thinking'),
  whenOff: 'closer',
};

const seedOssRules: ThinkingRules = {
  open: '<seed:think>',
  close: '</seed:think>',
  callMarkers: ['<seed:tool_call>'],
  otherMarkers: ['</seed:tool_call>', ...functionMarkers.slice(1)],
  begins: 'reasoning',
  isOn: unlessOff('enable_thinking'),
  whenOff: 'closer',
};

const glmRules: ThinkingRules = {
  ...think,
  callMarkers: callTags,
  otherMarkers: ['</tool_call>', '<arg_key>', '</arg_key>', '<arg_value>', '</arg_value>'],
  begins: 'reasoning',
  reopens: true,
  strips: true,
  isOn: unlessOff('enable_thinking', 'thinking'),
  whenOff: 'text',
};

const kimiK2Rules: ThinkingRules = {
  ...think,
  callMarkers: ['<|tool_calls_section_begin|>'],
  otherMarkers: [
    '<|tool_calls_section_end|>',
    '<|tool_call_begin|>',
    '<|tool_call_end|>',
    '<|tool_call_argument_begin|>',
  ],
  begins: 'reasoning',
  strips: true,
  isOn: unlessOff('thinking'),
  whenOff: 'text',
};

const minimaxM2Rules: ThinkingRules = {
  ...think,
  callMarkers: ['<minimax:tool_call>'],
  otherMarkers: [
    '</minimax:tool_call>',
    '<invoke name=',
    '</invoke>',
    '<parameter name=',
    '</parameter>',
    '">',
    "'>",
    '>',
  ],
  begins: 'reasoning',
  strips: true,
};

const deepseekV4Rules: ThinkingRules = {
  ...think,
  callMarkers: ['<｜DSML｜tool_calls>'],
  otherMarkers: ['</｜DSML｜tool_calls>', '<｜DSML｜invoke name="', '">', '</｜DSML｜invoke>', '</｜DSML｜parameter>'],
  begins: 'reasoning',
  reopens: true,
  strips: true,
  whenOff: 'blocks',
  isOn: (options) => unlessOff('thinking', 'enable_thinking')(options) && options['reasoning_effort'] !== 'none',
};

const gemma4Rules: ThinkingRules = {
  open: '<|channel>',
  close: '<channel|>',
  callMarkers: ['<|tool_call>'],
  otherMarkers: ['<tool_call|>', 'call:', '{'],
  begins: 'content',
  reopens: true,
  strips: true,
  label: 'thought\n',
  turn: '<|turn>',
};

const mistralRules: ThinkingRules = {
  open: '[THINK]',
  close: '[/THINK]',
  callMarkers: ['[TOOL_CALLS]'],
  otherMarkers: ['[ARGS]', '{'],
  begins: 'content',
  reopens: true,
  strips: true,
};

const hybrid = 'Thinking from the first character up to </think> or <tool_call>.';

export const qwen3 = tableReasoning(
  { flag: 'qwen3', file: 'vllm/parser/qwen3.py', reads: hybrid },
  qwen3Rules,
  'qwen3',
);

export const mimo: VllmReasoningParser = { ...qwen3, flag: 'mimo', reads: 'The same class as qwen3.' };

export const seedOss = tableReasoning(
  {
    flag: 'seed_oss',
    file: 'vllm/parser/seed_oss.py',
    reads: 'Thinking from the first character up to </seed:think> or <seed:tool_call>.',
  },
  seedOssRules,
  'seed_oss',
);

export const nemotronV3 = tableReasoning(
  {
    flag: 'nemotron_v3',
    file: 'vllm/reasoning/nemotron_v3_reasoning_parser.py',
    reads: 'As qwen3. Where the answer is empty and the request asks for one, the thinking becomes the answer.',
  },
  {
    ...think,
    callMarkers: callTags,
    otherMarkers: functionMarkers,
    begins: 'reasoning',
    strips: true,
    isOn: unlessOff('enable_thinking'),
    promotes: (options) => options['force_nonempty_content'] === true,
  },
);

export const glm45 = tableReasoning(
  {
    flag: 'glm45',
    file: 'vllm/parser/glm47_moe.py',
    reads: 'Thinking from the first character up to </think> or <tool_call>, and every later block.',
  },
  glmRules,
  'glm45',
);

export const glm47: VllmReasoningParser = { ...glm45, flag: 'glm47', reads: 'The same class as glm45.' };

export const ling3 = tableReasoning(
  {
    flag: 'ling3',
    file: 'vllm/parser/ling3.py',
    reads: 'As glm45, but a reply without </think> and <tool_call> is content.',
  },
  { ...glmRules, needsTag: true },
  'ling3',
);

export const kimiK2 = tableReasoning(
  {
    flag: 'kimi_k2',
    file: 'vllm/parser/kimi_k2.py',
    reads: 'Thinking from the first character up to </think> or the section of calls.',
  },
  kimiK2Rules,
  'kimi_k2',
);

export const minimaxM2 = tableReasoning(
  {
    flag: 'minimax_m2',
    file: 'vllm/parser/minimax_m2.py',
    reads: 'Thinking from the first character up to </think> or <minimax:tool_call>.',
  },
  minimaxM2Rules,
  'minimax_m2',
);

export const deepseekV4 = tableReasoning(
  {
    flag: 'deepseek_v4',
    file: 'vllm/parser/deepseek_v4.py',
    reads: 'Thinking from the first character up to </think> or the block of calls, and every later block.',
  },
  deepseekV4Rules,
  'deepseek_v4',
);

export const gemma4 = tableReasoning(
  { flag: 'gemma4', file: 'vllm/parser/gemma4.py', reads: 'Thinking between <|channel> and <channel|>.' },
  gemma4Rules,
  'gemma4',
);

export const mistral = tableReasoning(
  { flag: 'mistral', file: 'vllm/parser/mistral.py', reads: 'Every block between [THINK] and [/THINK].' },
  mistralRules,
  'mistral',
);
