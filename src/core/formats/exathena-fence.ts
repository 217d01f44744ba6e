import { jsonCalls } from '../scan/json-calls.ts';
import type { ToolFormat } from './format.ts';

/** A tilde fence with one JSON object. */
export const exathenaFence: ToolFormat = {
  id: 'exathena-fence',
  lineage: 'ExAthena',
  models: 'any, by prompt',
  dialects: ['arguments-as-text', 'null-arguments'],
  readers: { others: ['ExAthena'] },
  tier: 'tagged',
  example: '~~~tool_call\n{"name": "read_gauge", "arguments": {"dial": "oil"}}\n~~~',
  openers: [{ text: '~~~tool_call', atLineStart: true, next: /^[[{]/ }],
  read: jsonCalls({ close: ['~~~'] }),
};
