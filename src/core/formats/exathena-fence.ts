import { jsonCalls } from './kit/read/json-calls.ts';
import { callObject, eachCall } from './kit/read/write-calls.ts';
import type { ToolFormat } from './format.ts';

/** A tilde fence with one JSON object. */
export const exathenaFence: ToolFormat = {
  id: 'exathena-fence',
  lineage: 'ExAthena',
  models: 'any, by prompt',
  dialects: ['arguments-as-text', 'null-arguments'],
  readers: { others: ['ExAthena'] },
  tier: 'marked',
  prompt: {
    ask: 'Write each call as one JSON object between a line ~~~tool_call and a line ~~~: "name" is the tool and "arguments" an object that fits its schema.',
    render: eachCall((call) => `~~~tool_call\n${callObject(call)}\n~~~`),
  },
  example: '~~~tool_call\n{"name": "read_gauge", "arguments": {"dial": "oil"}}\n~~~',
  openers: [{ text: '~~~tool_call', atLineStart: true, next: /^[[{]/ }],
  read: jsonCalls({ close: ['~~~'] }),
};
