import { jsonCalls } from '../scan/json-calls.ts';
import type { ToolFormat } from './format.ts';

/** Two tokens, of which the second names the plug-in; arguments stand under parameters. */
export const internlm2: ToolFormat = {
  id: 'internlm2',
  lineage: 'InternLM',
  models: 'InternLM 2 to 3, Intern-S1',
  dialects: ['spaced-tokens', 'arguments-key'],
  readers: { vllm: ['internlm'], sglang: ['interns1'], lmdeploy: ['internlm', 'intern-s1'] },
  tier: 'tagged',
  example: '<|action_start|><|plugin|>\n{"name": "buy_stamp", "parameters": {"cents": 85}}<|action_end|>',
  openers: [{ text: '<|action_start|><|plugin|>' }, { text: '<|action_start|> <|plugin|>' }],
  read: jsonCalls({ close: ['<|action_end|>'] }),
  closers: ['<|action_end|>'],
};
