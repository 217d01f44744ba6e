import { jsonCalls } from '../scan/json-calls.ts';
import type { ToolFormat } from './format.ts';

/** An opener and no closer: the next opener ends a call. */
export const granite20bFc: ToolFormat = {
  id: 'granite-20b-fc',
  lineage: 'IBM Granite 20B',
  models: 'granite-20b-functioncalling',
  readers: { vllm: ['granite-20b-fc'], llamacpp: ['Hermes 2 Pro'] },
  tier: 'tagged',
  example: '<function_call> {"name": "count_swans", "arguments": {"lake": "Vättern"}}',
  openers: [{ text: '<function_call>', next: /^\{/ }],
  read: jsonCalls({
    close: ['</function_call>'],
    stops: ['<function_call>', '\n\n'],
    closedBy: { close: '</function_call>', format: 'hermes' },
  }),
  closers: ['</function_call>'],
};
