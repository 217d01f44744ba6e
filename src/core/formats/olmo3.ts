import { pythonCalls } from '../scan/python-calls.ts';
import type { ToolFormat } from './format.ts';

/** Call expressions, one a line, in a tag. */
export const olmo3: ToolFormat = {
  id: 'olmo3',
  lineage: 'Ai2 OLMo 3',
  models: 'OLMo 3',
  dialects: ['json-literals'],
  readers: { vllm: ['olmo3'], ollama: ['olmo3', 'olmo3-think'] },
  tier: 'tagged',
  example: '<function_calls>\nmix_paint(red=3, matte=True)\n</function_calls>',
  openers: [{ text: '<function_calls>', next: /^[^\s<]+\(/ }],
  read: pythonCalls({ close: ['</function_calls>'] }),
};
