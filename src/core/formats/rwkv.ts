import type { Block } from '../scan/block.ts';
import { jsonCalls } from '../scan/json-calls.ts';
import { taggedValues } from '../scan/tagged-values.ts';
import type { Wait } from '../scan/waiting.ts';
import { callObject, eachCall } from '../write/calls.ts';
import type { ToolFormat } from './format.ts';

const json = jsonCalls({ prefixes: ['```json', '```'], close: ['```'] });
const invokes = taggedValues({
  close: ['</tool_call>'],
  call: { open: ['<invoke'], close: ['</invoke>'] },
  value: { open: ['<parameter'], close: ['</parameter>'], keyFrom: ['name', ''] },
});

function read(block: Block): Wait<number> | number {
  return block.opener === '<tool_call>' ? invokes(block) : json(block);
}

/** JSON in a code block below a bold heading; an older template writes invoke tags. */
export const rwkv: ToolFormat = {
  id: 'rwkv',
  lineage: 'RWKV',
  models: 'RWKV-7',
  readers: {},
  proposed: ['vllm'],
  tier: 'tagged',
  prompt: {
    ask: 'Write each call under the line **Tool Call:** as a JSON object in a code block: "name" is the tool and "arguments" an object that fits its schema.',
    render: eachCall((call) => `**Tool Call:**\n\`\`\`json\n${callObject(call)}\n\`\`\``),
  },
  example: '**Tool Call:**\n```json\n{"name": "sift_flour", "arguments": {"g": 250}}\n```',
  openers: [
    { text: '**Tool Call:**', atLineStart: true, next: /^(?:```|\{|\[)/ },
    { text: '<tool_call>', next: /^<invoke/ },
  ],
  read: read,
};
