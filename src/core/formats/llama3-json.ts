import { jsonCalls } from '../scan/json-calls.ts';
import type { ToolFormat } from './format.ts';

/** An object with parameters behind the Python token; several are joined by semicolons. */
export const llama3Json: ToolFormat = {
  id: 'llama3-json',
  lineage: 'Meta Llama 3.1',
  models: 'Llama 3.1 to 3.3, Llama 4',
  dialects: ['semicolon', 'type-first', 'list'],
  readers: {
    vllm: ['llama3_json', 'llama4_json'],
    sglang: ['llama3'],
    smg: ['llama'],
    llamacpp: ['Llama 3.x'],
    lmdeploy: ['llama3'],
  },
  tier: 'tagged',
  example: '<|python_tag|>{"name": "rate_soup", "parameters": {"stars": 4}}',
  openers: [{ text: '<|python_tag|>', next: /^[[{]/ }],
  read: jsonCalls({ close: ['<|eom_id|>', '<|eot_id|>'], stops: ['\n\n'] }),
};
