import { jsonCalls } from '../scan/json-calls.ts';
import type { ToolFormat } from './format.ts';

/** A call-like list behind a word. */
export const functools: ToolFormat = {
  id: 'functools',
  lineage: 'FireFunction',
  models: 'FireFunction v2, Phi-4-mini under vLLM',
  dialects: ['leading-blank'],
  readers: { vllm: ['phi4_mini_json'], llamacpp: ['FireFunction v2'] },
  tier: 'tagged',
  example: 'functools[{"name": "fold_map", "arguments": {"times": 2}}]',
  openers: [
    { text: 'functools', atLineStart: true, next: /^\[/ },
    { text: ' functools', atLineStart: true, next: /^\[/ },
  ],
  read: jsonCalls({ close: [], stops: ['\n\n'] }),
};
