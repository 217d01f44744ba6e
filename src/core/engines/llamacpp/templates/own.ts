import { cohere2Moe } from '../handlers/cohere2moe.ts';
import { deepseekV32 } from '../handlers/deepseek-v3-2.ts';
import { functionary } from '../handlers/functionary.ts';
import { gemma4, gemma4Message } from '../handlers/gemma4.ts';
import { gigachat } from '../handlers/gigachat.ts';
import { gptOss, gptOssBegins } from '../handlers/gpt-oss.ts';
import { kimiK2 } from '../handlers/kimi-k2.ts';
import { kimiK3 } from '../handlers/kimi-k3.ts';
import { lfm2 } from '../handlers/lfm2.ts';
import { ling3 } from '../handlers/ling3.ts';
import { minicpm5 } from '../handlers/minicpm5.ts';
import { minimaxM3, minimaxM3Message } from '../handlers/minimax-m3.ts';
import { ministral } from '../handlers/ministral.ts';
import { museGlimmer, museGlimmerBegins } from '../handlers/muse-glimmer.ts';
import { qwen3Coder } from '../handlers/qwen3-coder.ts';
import { alternatives, itemsOfList, typeInList, typesOfItems } from '../refusals.ts';
import type { OwnParser, Sampler, Template } from './template.ts';

const dsml = (block: string): Sampler => ({
  words: () => [`<｜DSML｜${block}>`],
  thinking: { open: '<think>', closes: ['</think>', `<｜DSML｜${block}>`] },
});

const chatml = '<|im_start|>assistant\n';

const qwenThinking: OwnParser = {
  file: 'qwen3-coder',
  reads: 'Functions and parameters in tags on lines of their own; a call may end open reasoning.',
  build: (request) => qwen3Coder(request, true),
  order: 'required-in-any-order',
  sampler: {
    words: () => ['<tool_call>'],
    thinking: { open: '<think>', closes: ['\n</think>', '</think>', '<tool_call>'] },
  },
};

/** Templates for which llama.cpp has a parser of its own. */
export const ownTemplates: readonly Template[] = [
  {
    id: 'qwen3-coder',
    label: 'Qwen3-Coder',
    files: ['Qwen3-Coder'],
    formats: ['qwen3-coder-xml'],
    prompt: chatml,
    isParallel: true,
    parser: {
      file: 'qwen3-coder',
      reads: 'Functions and parameters in tags on lines of their own; the outer tag may be missing.',
      build: (request) => qwen3Coder(request, false),
      order: 'required-in-any-order',
      sampler: { words: (tools) => ['<tool_call>', ...tools.map(({ name }) => `<function=${name}>`)] },
    },
  },
  {
    id: 'qwen3.5',
    label: 'Qwen 3.5',
    files: ['Qwen3.5-4B'],
    formats: ['qwen3-coder-xml'],
    prompt: `${chatml}<think>\n`,
    promptWithoutThinking: `${chatml}<think>\n\n</think>\n\n`,
    isParallel: true,
    parser: qwenThinking,
  },
  {
    id: 'nemotron-3-nano',
    label: 'Nemotron 3 Nano',
    files: ['NVIDIA-Nemotron-3-Nano-30B-A3B-BF16'],
    formats: ['qwen3-coder-xml'],
    prompt: `${chatml}<think>\n`,
    promptWithoutThinking: `${chatml}<think></think>`,
    isParallel: true,
    parser: qwenThinking,
  },
  {
    id: 'step-3.5-flash',
    label: 'Step 3.5 Flash',
    files: ['StepFun3.5-Flash'],
    formats: ['qwen3-coder-xml'],
    prompt: `${chatml}<think>\n`,
    isParallel: true,
    parser: qwenThinking,
  },
  {
    id: 'gpt-oss',
    label: 'gpt-oss',
    files: ['openai-gpt-oss-120b'],
    formats: ['harmony'],
    prompt: '<|start|>assistant',
    isParallel: false,
    parser: {
      file: 'gpt-oss',
      reads: 'One call of a function in a channel, or the final channel; the rest is not read.',
      build: gptOss,
      sampler: { begins: gptOssBegins },
    },
    refuses: itemsOfList,
  },
  {
    id: 'ministral-3',
    label: 'Ministral 3, Magistral, Devstral',
    files: ['mistralai-Ministral-3-14B-Reasoning-2512', 'unsloth-mistral-Devstral-Small-2507'],
    formats: ['mistral-v11'],
    prompt: '',
    isParallel: true,
    parser: {
      file: 'ministral3',
      reads: '[TOOL_CALLS], the name, [ARGS] and JSON, for each call.',
      build: ministral,
      sampler: { words: () => ['[TOOL_CALLS]'], thinking: { open: '[THINK]', closes: ['[/THINK]'] } },
    },
  },
  {
    id: 'deepseek-v3.2',
    label: 'DeepSeek V3.2',
    files: ['deepseek-ai-DeepSeek-V3.2'],
    formats: ['deepseek-dsml'],
    prompt: '<｜Assistant｜><think>',
    promptWithoutThinking: '<｜Assistant｜><think></think>',
    isParallel: true,
    parser: {
      file: 'deepseek',
      reads: 'Invocations and parameters in tags with the DSML token, in a block of function calls.',
      build: (request) => deepseekV32(request, 'function_calls'),
      sampler: dsml('function_calls'),
    },
  },
  {
    id: 'deepseek-v4',
    label: 'DeepSeek V4',
    files: ['deepseek-ai-DeepSeek-V4', 'deepseek-ai-DeepSeek-V4-Flash-0731'],
    formats: ['deepseek-dsml'],
    prompt: '<｜Assistant｜><think>',
    promptWithoutThinking: '<｜Assistant｜></think>',
    isParallel: true,
    parser: {
      file: 'deepseek',
      reads: 'Invocations and parameters in tags with the DSML token, in a block of tool calls.',
      build: (request) => deepseekV32(request, 'tool_calls'),
      sampler: dsml('tool_calls'),
    },
  },
  {
    id: 'kimi-k2',
    label: 'Kimi K2',
    files: ['Kimi-K2-Instruct', 'Kimi-K2-Thinking', 'moonshotai-Kimi-K2'],
    formats: ['kimi-k2'],
    prompt: '<|im_assistant|>assistant<|im_middle|>',
    isParallel: true,
    parser: {
      file: 'kimi-k2',
      reads: 'The id with the name in it, and JSON, between special tokens.',
      build: kimiK2,
      sampler: { words: () => ['<|tool_call_begin|>'], thinking: { open: '<think>', closes: ['</think>'] } },
    },
  },
  {
    id: 'kimi-k3',
    label: 'Kimi K3',
    files: ['Kimi-K3'],
    formats: ['kimi-k3'],
    prompt: '<|open|>message role="assistant"<|sep|><|open|>think<|sep|>',
    isParallel: true,
    parser: {
      file: 'kimi-k3',
      reads: 'Sections for reasoning, text and calls; each argument is a tag with its key.',
      build: kimiK3,
      order: 'any-order',
      sampler: {
        words: () => ['<|open|>tools<|sep|>'],
        thinking: { open: '<|open|>think<|sep|>', closes: ['<|close|>think<|sep|>'] },
      },
    },
  },
  {
    id: 'gemma-4',
    label: 'Gemma 4',
    files: ['google-gemma-4-31B-it', 'google-gemma-4-31B-it-interleaved'],
    formats: ['gemma4'],
    prompt: '<|turn>model\n',
    promptWithoutThinking: '<|turn>model\n<|channel>thought\n<channel|>',
    isParallel: true,
    parser: {
      file: 'gemma4',
      reads: "Calls in Gemma's own notation of objects; what does not fit is dropped.",
      build: gemma4,
      sampler: { words: () => ['<|tool_call>'], thinking: { open: '<|channel>thought', closes: ['<channel|>'] } },
      toMessage: gemma4Message,
      format: 'peg-gemma4',
    },
    refuses: typesOfItems,
  },
  {
    id: 'minimax-m3',
    label: 'MiniMax M3',
    files: ['MiniMax-M3'],
    formats: ['minimax-m3'],
    prompt: ']~b]ai\n',
    isParallel: true,
    parser: {
      file: 'minimax-m3',
      reads: 'Invocations whose parameters are tags, nested as the schema is.',
      build: minimaxM3,
      sampler: { words: () => [']<]minimax[>[<tool_call>'], thinking: { open: '<mm:think>', closes: ['</mm:think>'] } },
      toMessage: minimaxM3Message,
      format: 'peg-minimax-m3',
    },
  },
  {
    id: 'command-a-moe',
    label: 'Cohere2 MoE',
    files: ['Cohere2MoE'],
    formats: ['command-r'],
    prompt: '<|START_OF_TURN_TOKEN|><|CHATBOT_TOKEN|><|START_THINKING|>',
    isParallel: true,
    parser: {
      file: 'cohere2moe',
      reads: 'Either text or a list of calls in JSON, each between its markers.',
      build: cohere2Moe,
      sampler: {
        words: () => ['<|START_ACTION|>'],
        thinking: { open: '<|START_THINKING|>', closes: ['<|END_THINKING|>'] },
      },
    },
  },
  {
    id: 'functionary-3.2',
    label: 'Functionary 3.2',
    files: ['meetkai-functionary-medium-v3.2'],
    formats: ['functionary-v3.2'],
    prompt: '<|start_header_id|>assistant<|end_header_id|>\n\n>>>',
    isParallel: true,
    parser: {
      file: 'functionary-v3-2',
      reads: 'The recipient on a line, and then text or JSON.',
      build: functionary,
      sampler: { begins: (reply) => (reply.startsWith('all') ? reply.search(/>>>(?!all)/) : 0) },
    },
    refuses: alternatives,
  },
  {
    id: 'gigachat-3',
    label: 'GigaChat 3',
    files: ['GigaChat3-10B-A1.8B'],
    formats: ['gigachat3'],
    prompt: 'assistant<|role_sep|>\n',
    isParallel: false,
    parser: {
      file: 'gigachat-v3',
      reads: 'One JSON object in a message of its own.',
      build: gigachat,
      sampler: { words: () => ['<|message_sep|>\n\nfunction call<|role_sep|>\n'] },
    },
    refuses: typeInList,
  },
  {
    id: 'lfm2',
    label: 'LFM2',
    files: ['LFM2-8B-A1B'],
    formats: ['lfm2'],
    prompt: chatml,
    isParallel: false,
    parser: {
      file: 'lfm2',
      reads: "One call in Python's notation, between special tokens.",
      build: (request) => lfm2(request, false),
      order: 'any-order',
      sampler: { words: () => ['<|tool_call_start|>'], thinking: { open: '<think>', closes: ['</think>'] } },
    },
  },
  {
    id: 'lfm2.5',
    label: 'LFM2.5',
    files: ['LFM2.5-8B-A1B'],
    formats: ['lfm2'],
    prompt: chatml,
    isParallel: true,
    parser: {
      file: 'lfm2',
      reads: "A list of calls in Python's notation, between special tokens.",
      build: (request) => lfm2(request, true),
      order: 'any-order',
      sampler: { words: () => ['<|tool_call_start|>'], thinking: { open: '<think>', closes: ['</think>'] } },
    },
  },
  {
    id: 'ling-3',
    label: 'Ling 3',
    files: ['inclusionai-ling-3.0-flash'],
    formats: ['glm-4.5'],
    prompt: '<role>ASSISTANT</role>\n<think>',
    promptWithoutThinking: '<role>ASSISTANT</role>\n<think></think>',
    isParallel: true,
    parser: {
      file: 'ling3',
      reads: 'A name, and keys and values in tags; text may follow the calls.',
      build: ling3,
      order: 'required-in-any-order',
      sampler: { words: () => ['<tool_call>'], thinking: { open: '<think>', closes: ['</think>', '<tool_call>'] } },
    },
  },
  {
    id: 'minicpm5',
    label: 'MiniCPM5',
    files: ['openbmb-MiniCPM5-1B'],
    formats: ['minicpm5-xml'],
    prompt: `${chatml}<think>\n`,
    promptWithoutThinking: `${chatml}<think>\n\n</think>\n\n`,
    isParallel: true,
    parser: {
      file: 'minicpm5',
      reads: 'Functions and parameters in tags with the name as an attribute.',
      build: minicpm5,
      order: 'any-order',
      sampler: { words: () => ['<function'], thinking: { open: '<think>', closes: ['</think>'] } },
    },
  },
  {
    id: 'muse-glimmer',
    label: 'Muse Glimmer',
    files: ['muse-glimmer'],
    formats: ['muse-glimmer'],
    prompt: '<|start|>assistant',
    isParallel: true,
    parser: {
      file: 'muse-glimmer',
      reads: 'One message for each recipient; a call is an invocation in tags.',
      build: museGlimmer,
      order: 'any-order',
      sampler: { begins: museGlimmerBegins },
    },
  },
];
