import { jsonCalls } from '../scan/json-calls.ts';
import { severalCalls } from '../scan/found-calls.ts';
import { notAsked } from '../write/calls.ts';
import type { ToolFormat } from './format.ts';

/** Two tokens, of which the second names the plug-in; arguments stand under parameters. */
export const internlm2: ToolFormat = {
  id: 'internlm2',
  lineage: 'InternLM',
  models: 'InternLM 2 to 3, Intern-S1',
  readers: { vllm: ['internlm'], sglang: ['interns1'], lmdeploy: ['internlm', 'intern-s1'] },
  generic: ['llamacpp', 'ollama'],
  failures: [
    {
      engines: ['vllm'],
      text: 'A second call raises an error.',
      when: severalCalls,
    },
    {
      engines: ['sglang', 'lmdeploy'],
      text: 'One call a turn is read.',
      when: severalCalls,
    },
  ],
  tier: 'tagged',
  notAsked: notAsked.tokens,
  example: '<|action_start|><|plugin|>\n{"name": "buy_stamp", "parameters": {"cents": 85}}<|action_end|>',
  openers: [{ text: '<|action_start|><|plugin|>' }, { text: '<|action_start|> <|plugin|>' }],
  read: jsonCalls({ close: ['<|action_end|>'] }),
  closers: ['<|action_end|>'],
};
