import { jsonCalls } from '../scan/json-calls.ts';
import type { ToolFormat } from './format.ts';

/** The name in the header of a message, and again in its JSON, whose arguments stand under args. */
export const inkling: ToolFormat = {
  id: 'inkling',
  lineage: 'Thinking Machines',
  models: 'Inkling',
  readers: { vllm: ['inkling'], sglang: ['inkling'], smg: ['inkling'] },
  tier: 'tagged',
  example: '<|message_model|>open_vent<|content_invoke_tool_json|>{"name": "open_vent", "args": {"deg": 15}}<|end_message|>',
  openers: [{ text: '<|content_invoke_tool_json|>' }],
  read: jsonCalls({ close: ['<|end_message|>'], keys: { name: ['name'], arguments: ['args', 'arguments'] } }),
  closers: ['<|message_model|>', '<|end_message|>', '<|content_text|>', '<|content_model_end_sampling|>'],
};
