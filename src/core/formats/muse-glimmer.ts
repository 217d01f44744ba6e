import type { Block } from './kit/read/block.ts';
import type { TaggedValues } from './kit/read/tagged-grammar.ts';
import { taggedValues } from './kit/read/tagged-values.ts';
import { textUntil } from './kit/read/text-until.ts';
import { find, lookingAt, skipSpace, type Resumable } from './kit/read/resumable.ts';
import { notAsked, eachCall, taggedCall } from './kit/read/write-calls.ts';
import type { ToolFormat } from './format.ts';

const WRAPPER = '<atem:function_calls>';
const MESSAGE = '<|message|>';
const body = {
  call: { open: ['<atem:invoke'], close: ['</atem:invoke>'] },
  value: { open: ['<atem:parameter'], close: ['</atem:parameter>'], keyFrom: ['name', ''] },
} satisfies TaggedValues;
const invokes = taggedValues({ ...body, close: ['</atem:function_calls>'] });
const alone = taggedValues(body);

/** The header says for whom a message is: `self` is reasoning, `user` content, else a tool. */
function* read(block: Block): Resumable<number> {
  const { source } = block;
  if (block.opener === WRAPPER) return yield* invokes(block);
  if (block.opener === '<atem:invoke') return yield* alone(block);
  const header = yield* find(source, MESSAGE, block.at);
  if (header < 0) return block.refuse('markup-not-followed', block.at);
  const body = header + MESSAGE.length;
  const recipient = source.slice(block.at, header).trim();
  if (recipient === 'self') {
    const end = yield* textUntil(source, body, ['<|eom|>', '<|eot|>'], Infinity);
    block.reasoning(body, end.to);
    return block.end(end.literal === null ? end.to : block.closer(end.literal, end.to));
  }
  const at = yield* skipSpace(source, body);
  if (recipient === 'user' || !(yield* lookingAt(source, at, WRAPPER))) return block.end(body);
  return yield* invokes(block.bodyAt(at + WRAPPER.length));
}

/** Invoke tags with a namespace in a message addressed to the tool. */
export const museGlimmer: ToolFormat = {
  id: 'muse-glimmer',
  lineage: 'Meta Muse',
  models: 'Muse Glimmer',
  dialects: ['thought-first', 'stripped'],
  readers: { sglang: ['muse'], llamacpp: ['peg-native'], ollama: ['glimmer'] },
  proposed: ['vllm'],
  tier: 'marked',
  notAsked: notAsked.tokens,
  writes: [
    eachCall(
      taggedCall({
        open: (name) => ` to=${name}<|message|><atem:function_calls>\n<atem:invoke name="${name}">\n`,
        value: (key, text) => `<atem:parameter name="${key}">${text}</atem:parameter>\n`,
        close: '</atem:invoke>\n</atem:function_calls>',
        barred: ['</atem:', '<atem:'],
      }),
      { between: '<|eom|><|start|>assistant', after: '<|eot|>' },
    ),
  ],
  example:
    ' to=clock.set<|message|><atem:function_calls>\n<atem:invoke name="clock.set">\n<atem:parameter name="h">6</atem:parameter>\n</atem:invoke>\n</atem:function_calls><|eot|>',
  openers: [
    { text: '<|start|>assistant to=', next: /^(?!functions\.)[^\s<]+<\|message/ },
    { text: ' to=', atLineStart: true, next: /^(?!functions\.)[^\s<]+<\|message/ },
    { text: 'to=', atLineStart: true, next: /^(?!functions\.)[^\s<]+<\|message/ },
    { text: '<atem:function_calls>' },
    { text: '<atem:invoke', next: /^name ?=/ },
  ],
  read: read,
  closers: ['</atem:function_calls>'],
};
