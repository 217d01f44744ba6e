import type { Block } from './kit/read/block.ts';
import { headAt } from './kit/read/head.ts';
import { inFence, jsonCalls } from './kit/read/json-calls.ts';
import { taggedValues } from './kit/read/tagged-values.ts';
import { endOf, type Resumable } from './kit/read/resumable.ts';
import { callObject, eachCall } from './kit/read/write-calls.ts';
import type { ToolFormat } from './format.ts';

const close = ['</longcat_tool_call>'];
const json = jsonCalls({ ...inFence, close });
const pairs = taggedValues({
  call: { nameEnd: ['\n'], close },
  value: {
    key: ['<longcat_arg_key>', '</longcat_arg_key>'],
    open: '<longcat_arg_value>',
    close: ['</longcat_arg_value>'],
    joined: '=',
  },
  trim: 'both',
});
/** A name, and what may follow it. */
const NAMED = /^[\p{L}\p{N}_.:/@-]+\n?(?:<longcat_arg_key|<\/longcat_tool_call)/u;

/** Later models write the name and a pair of tags for each argument, as those of GLM do. */
function* read(block: Block): Resumable<number> {
  const isNamed = NAMED.test(yield* headAt(block.source, block.at));
  return yield* endOf(isNamed ? pairs(block) : json(block));
}

/** As Hermes, with a tag of its own. */
export const longcat: ToolFormat = {
  id: 'longcat',
  lineage: 'Meituan LongCat',
  models: 'LongCat-Flash',
  dialects: ['name-and-pairs'],
  readers: { vllm: ['longcat'] },
  generic: ['llamacpp', 'ollama'],
  proposed: ['sglang'],
  tier: 'marked',
  prompt: {
    ask: 'Write each call as one JSON object between <longcat_tool_call> and </longcat_tool_call>: "name" is the tool and "arguments" an object that fits its schema.',
    render: eachCall((call) => `<longcat_tool_call>\n${callObject(call)}\n</longcat_tool_call>`),
  },
  example: '<longcat_tool_call>{"name": "dim_lamp", "arguments": {"room": "attic"}}</longcat_tool_call>',
  openers: [{ text: '<longcat_tool_call>' }],
  read,
  closers: close,
};
