import { jsonCalls } from '../scan/json-calls.ts';
import type { ToolFormat } from './format.ts';

/** One JSON object per tag: the function-calling prompt of Nous Research, and most ChatML fine-tunes since. */
export const hermes: ToolFormat = {
  id: 'hermes',
  lineage: 'Nous Hermes',
  models: 'Hermes 2 and 3, Qwen 2.5 and 3, QwQ, Granite 4, ERNIE 4.5, MiMo, Falcon 3, EXAONE 3 and 4',
  dialects: [
    'one-line',
    'parameters-key',
    'arguments-as-text',
    'arguments-first',
    'without-arguments',
    'doubled-opener',
    'function-call-tag',
    'name-as-key',
    'missing-closer',
    'closer-in-a-string',
    'response-behind',
  ],
  readers: {
    vllm: ['hermes', 'granite4', 'ernie45'],
    sglang: ['qwen', 'qwen25', 'hermes', 'trinity'],
    smg: ['qwen'],
    llamacpp: ['Hermes 2 Pro', 'Xiaomi MiMo'],
    ollama: ['qwen3', 'qwen3-thinking'],
    lmdeploy: ['qwen2d5', 'qwen', 'qwen3'],
  },
  tier: 'tagged',
  example: '<tool_call>\n{"name": "find_ferry", "arguments": {"port": "Malmö", "cars": 2}}\n</tool_call>',
  openers: [
    { text: '<tool_call>', next: /^(?:[{｛]|```)/ },
    { text: '<function_call>', next: /^\{/ },
  ],
  read: jsonCalls({
    prefixes: ['```json', '```'],
    between: ['```'],
    close: ['</tool_call>', '</function_call>'],
  }),
  closers: ['</tool_call>'],
};
