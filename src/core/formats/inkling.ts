import type { Block } from './kit/read/block.ts';
import { headAt } from './kit/read/head.ts';
import { namedJson } from './kit/read/named-json.ts';
import { jsonCalls } from './kit/read/json-calls.ts';
import { endOf, find, type Resumable } from './kit/read/resumable.ts';
import { isUndeclared } from './kit/read/found-calls.ts';
import { notAsked, eachCall, callObject } from './kit/read/write-calls.ts';
import type { ToolFormat } from './format.ts';

const OPENER = '<|content_invoke_tool_json|>';
const calls = jsonCalls({ close: ['<|end_message|>'], keys: { name: ['name'], arguments: ['args', 'arguments'] } });

/** The arguments alone, where only the header has the name. */
const bare = namedJson({ nameEnd: [OPENER], afterJson: ['<|end_message|>'] });
const NAMED = /^\{ ?\n?["'](?:name|args|arguments)/;

/** The header says the name a first time. */
function* read(block: Block): Resumable<number> {
  if (block.opener !== OPENER) {
    const at = yield* find(block.source, OPENER, block.at);
    if (at < 0) return block.refuse('markup-not-followed', block.at);
    const head = yield* headAt(block.source, at + OPENER.length);
    if (head.startsWith('{') && !NAMED.test(head)) return yield* bare(block);
    block.bodyAt(at + OPENER.length);
  }
  return yield* endOf(calls(block));
}

/** The name in the header of a message, and again in its JSON, whose arguments are under args. */
export const inkling: ToolFormat = {
  id: 'inkling',
  lineage: 'Thinking Machines',
  models: 'Inkling',
  dialects: ['without-end'],
  readers: { vllm: ['inkling'], sglang: ['inkling'], smg: ['inkling'] },
  failures: [
    {
      engines: ['smg'],
      text: 'Drops an invalid or undeclared frame: the client gets neither text nor a call.',
      when: isUndeclared,
    },
  ],
  tier: 'marked',
  notAsked: notAsked.tokens,
  writes: [
    eachCall(
      (call) =>
        `<|message_model|>${call.name}<|content_invoke_tool_json|>${callObject(call, ['name', 'args'])}<|end_message|>`,
      { between: '' },
    ),
  ],
  example:
    '<|message_model|>open_vent<|content_invoke_tool_json|>{"name": "open_vent", "args": {"deg": 15}}<|end_message|>',
  openers: [
    { text: '<|message_model|>', next: /^[^\s<]+<\|content_invoke_tool_json/ },
    { text: '<|content_invoke_tool_json|>' },
  ],
  read: read,
  closers: ['<|message_model|>', '<|end_message|>', '<|content_text|>', '<|content_model_end_sampling|>'],
};
