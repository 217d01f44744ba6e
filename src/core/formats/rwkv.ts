import type { Block } from './kit/read/block.ts';
import { readTag } from './kit/read/attributes.ts';
import { elementInvokes } from './kit/read/element-invokes.ts';
import { jsonCalls } from './kit/read/json-calls.ts';
import { taggedValues } from './kit/read/tagged-values.ts';
import { lookingAt, skipSpace, type Resumable } from './kit/read/resumable.ts';
import { callObject, eachCall } from './kit/read/write-calls.ts';
import type { ToolFormat } from './format.ts';

const json = jsonCalls({ prefixes: ['```json', '```'], close: ['```'] });
const invokes = taggedValues({
  close: ['</tool_call>'],
  call: { open: ['<invoke'], close: ['</invoke>'] },
  value: { open: ['<parameter'], close: ['</parameter>'], keyFrom: ['name', ''] },
});

const elements = elementInvokes('');

function read(block: Block): Resumable<number> | number {
  return block.opener === '<tool_call>' ? readInvokes(block) : json(block);
}

/** Where tags are named after the parameters, the tokens of MiniMax M3 were lost. */
function* readInvokes(block: Block): Resumable<number> {
  if (!(yield* holdsElements(block))) return yield* invokes(block);
  block.format = 'minimax-m3';
  return yield* elements(block);
}

function* holdsElements({ source, at }: Block): Resumable<boolean> {
  const invoke = yield* skipSpace(source, at);
  const tag = yield* readTag(source, invoke + '<invoke'.length);
  if (tag === null) return false;
  const child = yield* skipSpace(source, tag.to);
  if (!(yield* lookingAt(source, child, '<'))) return false;
  return !(yield* lookingAt(source, child, '<parameter')) && !(yield* lookingAt(source, child, '</'));
}

/** JSON in a code block below a bold heading; an older template writes invoke tags. */
export const rwkv: ToolFormat = {
  id: 'rwkv',
  lineage: 'RWKV',
  models: 'RWKV-7',
  dialects: ['list', 'invoke-tags'],
  readers: {},
  proposed: ['vllm'],
  // Today it is another model that takes the tags of MiniMax into those of Hermes.
  borrowed: { holds: '<invoke', as: 'with `<invoke>` tags, as in MiniMax M2' },
  tier: 'marked',
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
