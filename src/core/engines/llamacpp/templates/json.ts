import type { JsonShape, Markers } from '../auto/description.ts';
import { itemsOfList, typeAsKey, typeAsKeyWithItems, typeInList } from '../refusals.ts';
import type { Template } from './template.ts';

const chatml = '<|im_start|>assistant\n';
const thinkLines: Markers = { open: '<think>\n', close: '\n</think>\n\n' };
const keys = { name: 'name', arguments: 'arguments' };
const cohereKeys = { name: 'tool_name', arguments: 'parameters' };

/** One object in each pair of tags. */
const hermes: JsonShape = {
  shape: 'json',
  around: 'call',
  markers: { open: '<tool_call>\n', close: '</tool_call>' },
  keys,
};

const inSection = (open: string, close: string): JsonShape => ({
  shape: 'json',
  around: 'section',
  markers: { open, close },
  keys,
});

/** Templates whose calls are JSON objects. */
export const jsonTemplates: readonly Template[] = [
  {
    id: 'qwen2.5',
    label: 'Qwen 2.5, MiMo',
    files: ['Qwen-Qwen2.5-7B-Instruct', 'MiMo-VL'],
    formats: ['hermes'],
    prompt: chatml,
    isParallel: true,
    parser: { reasoning: null, calls: hermes },
  },
  {
    id: 'qwen3',
    label: 'Qwen 3',
    files: ['Qwen-Qwen3-0.6B'],
    formats: ['hermes'],
    prompt: chatml,
    promptWithoutThinking: `${chatml}<think>\n\n</think>\n\n`,
    isParallel: true,
    parser: { reasoning: thinkLines, calls: hermes },
  },
  {
    id: 'qwq',
    label: 'QwQ',
    files: ['Qwen-QwQ-32B'],
    formats: ['hermes'],
    prompt: `${chatml}<think>\n`,
    promptWithoutThinking: `${chatml}<think>\n</think>`,
    isParallel: true,
    parser: { reasoning: { open: '<think>', close: '</think>' }, calls: hermes },
  },
  {
    id: 'hermes-2-pro',
    label: 'Hermes 2 Pro, Hermes 3',
    files: ['NousResearch-Hermes-2-Pro-Llama-3-8B-tool_use', 'NousResearch-Hermes-3-Llama-3.1-8B-tool_use'],
    formats: ['hermes'],
    prompt: chatml,
    isParallel: true,
    parser: { reasoning: null, calls: hermes },
    refuses: typeAsKey,
  },
  {
    id: 'granite-4',
    label: 'Granite 4',
    files: ['ibm-granite-granite-4.0', 'ibm-granite-granite-4.1'],
    formats: ['hermes'],
    prompt: '<|start_of_role|>assistant<|end_of_role|>',
    isParallel: true,
    parser: { reasoning: null, calls: hermes },
  },
  {
    id: 'bielik-3',
    label: 'Bielik 3',
    files: ['Bielik-11B-v3.0-Instruct'],
    formats: ['hermes'],
    prompt: `${chatml}<think>\n`,
    promptWithoutThinking: chatml,
    isParallel: true,
    parser: { reasoning: { open: '<think>\n', close: '\n</think>\n' }, calls: hermes },
  },
  {
    id: 'reka-edge',
    label: 'Reka Edge',
    files: ['Reka-Edge'],
    formats: ['hermes'],
    prompt: 'assistant: <think>\n',
    promptWithoutThinking: 'assistant:',
    isParallel: true,
    parser: { reasoning: thinkLines, calls: hermes },
  },
  {
    id: 'nemotron-nano-2',
    label: 'Nemotron Nano 2',
    files: ['NVIDIA-Nemotron-Nano-v2'],
    formats: ['nemotron-toolcall'],
    prompt: '<SPECIAL_11>Assistant\n<think>\n',
    isParallel: true,
    parser: {
      reasoning: { open: '<think>\n', close: '</think>' },
      calls: { ...hermes, markers: { open: '<TOOLCALL>', close: '</TOOLCALL>' }, isArray: true },
    },
  },
  {
    id: 'llama3',
    label: 'Llama 3.1, 3.2, 3.3',
    files: [
      'meta-llama-Llama-3.1-8B-Instruct',
      'meta-llama-Llama-3.2-3B-Instruct',
      'meta-llama-Llama-3.3-70B-Instruct',
    ],
    formats: ['llama3-json'],
    prompt: '<|start_header_id|>assistant<|end_header_id|>\n\n',
    isParallel: false,
    parser: {
      reasoning: null,
      calls: { ...inSection('', ''), keys: { name: 'name', arguments: 'parameters' }, hasType: true },
    },
  },
  {
    id: 'mistral-nemo',
    label: 'Mistral Nemo',
    files: ['mistralai-Mistral-Nemo-Instruct-2407'],
    formats: ['mistral'],
    prompt: '',
    isParallel: true,
    parser: {
      reasoning: null,
      calls: { ...inSection('[TOOL_CALLS]', ''), isArray: true, keys: { ...keys, id: 'id', idAt: 'last' } },
    },
  },
  {
    id: 'firefunction-2',
    label: 'FireFunction 2',
    files: ['fireworks-ai-llama-3-firefunction-v2'],
    formats: ['functools'],
    prompt: '',
    isParallel: true,
    parser: { reasoning: null, calls: { ...inSection('functools', ''), isArray: true } },
  },
  {
    id: 'apriel-1.5',
    label: 'Apriel 1.5',
    files: ['unsloth-Apriel-1.5'],
    formats: ['jamba'],
    prompt: '<|assistant|>\n',
    isParallel: true,
    parser: { reasoning: null, calls: { ...inSection('<tool_calls>', '</tool_calls>'), isArray: true } },
  },
  {
    id: 'apriel-1.6',
    label: 'Apriel 1.6',
    files: ['Apriel-1.6-15b-Thinker-fixed'],
    formats: ['jamba'],
    prompt: '\n<|begin_assistant|>\nHere are my reasoning steps:\n',
    isParallel: true,
    parser: {
      reasoning: { open: '<|begin_assistant|>\n', close: '\n[BEGIN FINAL RESPONSE]\n' },
      calls: { ...inSection('<tool_calls>', '</tool_calls>'), isArray: true },
    },
  },
  {
    id: 'minimax-m1',
    label: 'MiniMax M1',
    files: ['MiniMax-M1'],
    formats: ['minimax-m1'],
    prompt: '<beginning_of_sentence>ai name=assistant\n',
    isParallel: true,
    parser: { reasoning: null, calls: inSection('<tool_calls>\n', '</tool_calls>') },
  },
  {
    id: 'command-r7b',
    label: 'Command R7B',
    files: ['CohereForAI-c4ai-command-r7b-12-2024-tool_use'],
    formats: ['command-r'],
    prompt: '',
    isParallel: true,
    parser: {
      reasoning: { open: '<|START_THINKING|>', close: '<|END_THINKING|>' },
      content: { open: '<|START_RESPONSE|>', close: '<|END_RESPONSE|>' },
      calls: {
        ...inSection('<|START_ACTION|>', '<|END_ACTION|>'),
        isArray: true,
        keys: { ...cohereKeys, id: 'tool_call_id', idAt: 'first' },
      },
    },
  },
  {
    id: 'command-r-plus',
    label: 'Command R+',
    files: ['CohereForAI-c4ai-command-r-plus-tool_use'],
    formats: ['command-r-legacy'],
    prompt: '<|START_OF_TURN_TOKEN|><|CHATBOT_TOKEN|>',
    isParallel: true,
    parser: {
      reasoning: null,
      content: { open: '<|CHATBOT_TOKEN|>', close: '<|END_OF_TURN_TOKEN|>' },
      calls: { ...inSection('Action:\n```json\n', '```'), isArray: true, keys: cohereKeys },
    },
    refuses: typeAsKeyWithItems,
  },
  {
    id: 'apertus',
    label: 'Apertus',
    files: ['Apertus-8B-Instruct'],
    formats: ['apertus'],
    prompt: '<|assistant_start|>',
    isParallel: true,
    parser: {
      reasoning: null,
      calls: {
        shape: 'json',
        around: 'section',
        markers: { open: '<|tools_prefix|>', close: '<|tools_suffix|>' },
        isArray: true,
      },
    },
    refuses: itemsOfList,
  },
  {
    id: 'gigachat-3.1',
    label: 'GigaChat 3.1',
    files: ['GigaChat3.1-10B-A1.8B'],
    formats: ['gigachat3'],
    prompt: 'assistant<|role_sep|>\n',
    isParallel: false,
    parser: { reasoning: null, calls: inSection('<|function_call|>', '') },
    refuses: typeInList,
  },
];
