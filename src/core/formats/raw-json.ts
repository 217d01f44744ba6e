import { noBlock } from '../scan/no-block.ts';
import type { ToolFormat } from './format.ts';

/** An object with the keys of a call and nothing around it but a code block. */
export const rawJson: ToolFormat = {
  id: 'raw-json',
  lineage: 'small models',
  models: 'any small model',
  dialects: ['fenced', 'other-keys', 'name-as-key', 'function-in-function'],
  readers: {
    smg: ['json'],
    vllm: ['llama3_json', 'xlam'],
    llamacpp: ['Generic', 'Hermes 2 Pro'],
    others: ['ExAthena', 'ChatCLI', 'ai-sdk'],
  },
  tier: 'raw',
  example: '{"name": "scan_shelf", "arguments": {"bay": "B2"}}',
  openers: [],
  read: noBlock,
  bare: () => true,
};
