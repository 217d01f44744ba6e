import type { Markers, TaggedJsonShape, TaggedValuesShape } from '../auto/description.ts';
import { typeInTuple } from '../refusals.ts';
import type { Template } from './template.ts';

const think: Markers = { open: '<think>', close: '</think>' };
const none: Markers = { open: '', close: '' };
const toolCall: Markers = { open: '<tool_call>', close: '</tool_call>' };

const deepseekSection: Markers = { open: '<｜tool▁calls▁begin｜>', close: '<｜tool▁calls▁end｜>' };

/** The arguments in a fence, which the call's closer begins with. */
const deepseekR1 = (call: string, name: string): TaggedJsonShape => ({
  shape: 'tagged-json',
  section: deepseekSection,
  call: { open: call, close: '<｜tool▁call▁end｜>' },
  name: { open: name, close: '\n```json\n' },
  close: '```',
});

/** GLM's tags, with the white space that a template puts after them. */
const glm = (afterName: string, afterKey: string, afterValue: string, isLoose = false): TaggedValuesShape => ({
  shape: 'tagged-values',
  call: toolCall,
  name: { open: '', close: afterName },
  key: { open: '<arg_key>', close: `</arg_key>${afterKey}` },
  value: { open: '<arg_value>', close: `</arg_value>${afterValue}` },
  isLoose,
});

/** Templates whose calls are a name between tags, with JSON after it or with tags for each argument. */
export const taggedTemplates: readonly Template[] = [
  {
    id: 'deepseek-v3.1',
    label: 'DeepSeek V3.1',
    files: ['deepseek-ai-DeepSeek-V3.1'],
    formats: ['deepseek-v3.1'],
    prompt: '<｜Assistant｜><think>',
    promptWithoutThinking: '<｜Assistant｜><think></think>',
    isParallel: true,
    parser: {
      reasoning: think,
      calls: {
        shape: 'tagged-json',
        section: deepseekSection,
        call: { open: '<｜tool▁call▁begin｜>', close: '<｜tool▁call▁end｜>' },
        name: { open: '', close: '<｜tool▁sep｜>' },
      },
    },
  },
  {
    id: 'deepseek-r1',
    label: 'DeepSeek R1',
    files: ['llama-cpp-deepseek-r1'],
    formats: ['deepseek-v3'],
    prompt: '<｜Assistant｜><think>\n',
    isParallel: true,
    parser: { reasoning: think, calls: deepseekR1('<｜tool▁call▁begin｜>', 'function<｜tool▁sep｜>') },
  },
  {
    id: 'deepseek-r1-distill-qwen',
    label: 'DeepSeek R1 Distill Qwen',
    files: ['deepseek-ai-DeepSeek-R1-Distill-Qwen-32B'],
    formats: ['deepseek-v3'],
    prompt: '<｜Assistant｜><think>\n',
    promptWithoutThinking: '<｜Assistant｜><think>\n</think>',
    isParallel: true,
    parser: { reasoning: think, calls: deepseekR1('<｜tool▁call▁begin｜>function', '<｜tool▁sep｜>') },
  },
  {
    id: 'mistral-small-3.2',
    label: 'Mistral Small 3.2',
    files: ['Mistral-Small-3.2-24B-Instruct-2506'],
    formats: ['mistral-v11'],
    prompt: '',
    isParallel: true,
    parser: {
      reasoning: null,
      calls: {
        shape: 'tagged-json',
        call: { open: '[TOOL_CALLS]', close: '' },
        name: none,
        id: { open: '[CALL_ID]', close: '[ARGS]' },
      },
    },
  },
  {
    id: 'functionary-3.1',
    label: 'Functionary 3.1',
    files: ['meetkai-functionary-medium-v3.1'],
    formats: ['llama3-function-tag'],
    prompt: '<|start_header_id|>assistant<|end_header_id|>\n\n',
    isParallel: true,
    parser: {
      reasoning: null,
      calls: {
        shape: 'tagged-json',
        call: { open: '<function=', close: '</function>' },
        name: { open: '', close: '>' },
      },
    },
  },
  {
    id: 'solar-open',
    label: 'Solar Open',
    files: ['upstage-Solar-Open-100B'],
    formats: ['solar-open'],
    prompt: '',
    isParallel: true,
    parser: {
      reasoning: null,
      content: { open: '<|content|>', close: '<|end|>' },
      calls: {
        shape: 'tagged-json',
        section: { open: '<|tool_calls|>', close: '<|calls|>' },
        call: { open: '<|tool_call:begin|>', close: '<|tool_call:end|>' },
        // The id of the conversation that the analysis renders, taken for a part of the format.
        name: { open: 'call00001<|tool_call:name|>', close: '<|tool_call:args|>' },
      },
    },
  },
  {
    id: 'glm-4.6',
    label: 'GLM 4.5, 4.6',
    files: ['GLM-4.6'],
    formats: ['glm-4.5'],
    prompt: '<|assistant|>',
    promptWithoutThinking: '<|assistant|>\n<think></think>',
    isParallel: true,
    parser: { reasoning: { open: '<think>', close: '</think>\n' }, calls: glm('\n', '\n', '\n') },
  },
  {
    id: 'glm-4.7',
    label: 'GLM 4.7',
    files: ['GLM-4.7-Flash'],
    formats: ['glm-4.5'],
    prompt: '<|assistant|><think>',
    promptWithoutThinking: '<|assistant|></think>',
    isParallel: true,
    parser: { reasoning: think, calls: glm('', '', '') },
  },
  {
    id: 'spark-2.5',
    label: 'Spark 2.5',
    files: ['Spark2.5'],
    formats: ['glm-4.5'],
    prompt: '<｜start▁of▁sentence｜><|Bot|><think>',
    promptWithoutThinking: '<｜start▁of▁sentence｜><|Bot|></think>',
    isParallel: true,
    parser: { reasoning: think, calls: glm('', '', '') },
  },
  {
    id: 'laguna-s-2.1',
    label: 'Laguna S 2.1',
    files: ['poolside-Laguna-S-2.1'],
    formats: ['glm-4.5'],
    prompt: '<assistant><think>',
    promptWithoutThinking: '<assistant></think>',
    isParallel: true,
    parser: { reasoning: think, calls: glm('', '', '', true) },
  },
  {
    id: 'laguna-xs-2',
    label: 'Laguna XS 2, XS 2.1',
    files: ['poolside-Laguna-XS-2.1', 'poolside-Laguna-XS.2'],
    formats: ['glm-4.5'],
    prompt: '<assistant>\n<think>',
    promptWithoutThinking: '<assistant>\n</think>',
    isParallel: true,
    parser: { reasoning: think, calls: glm('\n', '\n', '', true) },
  },
  {
    id: 'seed-oss',
    label: 'Seed-OSS',
    files: ['ByteDance-Seed-OSS'],
    formats: ['seed-oss'],
    prompt: '<seed:bos>assistant\n',
    isParallel: true,
    parser: {
      reasoning: { open: '<seed:think>', close: '</seed:think>\n' },
      calls: {
        shape: 'tagged-values',
        call: { open: '<seed:tool_call>\n', close: '</seed:tool_call>' },
        name: { open: '<function=', close: '>\n' },
        close: '</function>\n',
        key: { open: '<parameter=', close: '>' },
        value: { open: '', close: '</parameter>\n' },
      },
    },
    refuses: typeInTuple,
  },
  {
    id: 'minimax-m2',
    label: 'MiniMax M2',
    files: ['MiniMax-M2'],
    formats: ['minimax-m2'],
    prompt: ']~b]ai\n<think>\n',
    isParallel: true,
    parser: {
      reasoning: { open: '<think>\n', close: '\n</think>\n\n' },
      calls: {
        shape: 'tagged-values',
        section: { open: '<minimax:tool_call>\n', close: '</minimax:tool_call>' },
        name: { open: '<invoke name="', close: '">\n' },
        close: '</invoke>\n',
        key: { open: '<parameter name="', close: '' },
        value: { open: '">', close: '</parameter>\n' },
      },
    },
  },
  {
    id: 'hy3',
    label: 'Hunyuan Hy3',
    files: ['tencent-Hy3'],
    formats: ['hunyuan-hy3'],
    prompt: '<｜hy_Assistant:opensource｜><think:opensource></think:opensource>',
    isParallel: true,
    parser: {
      reasoning: { open: '<think:opensource>', close: '</think:opensource>' },
      calls: {
        shape: 'tagged-values',
        section: { open: '<tool_calls:opensource>\n', close: '</tool_calls:opensource>' },
        call: { open: '<tool_call:opensource>', close: '' },
        name: none,
        separator: '<tool_sep:opensource>',
        close: '</tool_call:opensource>\n',
        key: { open: '<arg_key:opensource>', close: '</arg_key:opensource>\n' },
        value: { open: '<arg_value:opensource>', close: '</arg_value:opensource>\n' },
      },
    },
  },
];
