import type { Block } from './kit/read/block.ts';
import { jsonCalls } from './kit/read/json-calls.ts';
import { endOf, find, type Resumable } from './kit/read/resumable.ts';
import { notAsked, eachCall, callObject } from './kit/read/write-calls.ts';
import type { ToolFormat } from './format.ts';

const calls = jsonCalls({ close: ['</tools>'], keys: { name: ['name'], arguments: ['arguments', 'parameters'] } });
/** So much of a body says whether it is a definition. */
const LOOKED_AT = 2000;
/** What only a definition has. */
const DEFINITION = /"(?:description|properties|inputSchema|input_schema)"\s*:/;

function* read(block: Block): Resumable<number> {
  const close = yield* find(block.source, '</tools>', block.at);
  const end = close < 0 ? block.source.length : close;
  const body = block.source.slice(block.at, Math.min(end, block.at + LOOKED_AT));
  if (DEFINITION.test(body) || !body.includes('"arguments"')) return block.refuse('not-call-shaped', block.at);
  return yield* endOf(calls(block));
}

/** An object or a list in the tag that in the prompt holds the definitions; an echoed definition is not a call. */
export const toolsTag: ToolFormat = {
  id: 'tools-tag',
  lineage: 'Qwen2.5-Coder',
  models: 'Qwen2.5-Coder',
  dialects: ['list'],
  readers: { llamacpp: ['Hermes 2 Pro'] },
  proposed: ['vllm'],
  tier: 'marked',
  notAsked: notAsked.leaked,
  writes: [eachCall((call) => `<tools>\n${callObject(call)}\n</tools>`)],
  example: '<tools>\n{"name": "trim_hedge", "arguments": {"cm": 12}}\n</tools>',
  openers: [{ text: '<tools>', next: /^[[{]/ }],
  read: read,
  closers: ['</tools>'],
};
