import { gemmaCall, strippedGemmaCall } from './kit/gemma-object.ts';
import { notAsked } from './kit/write-calls.ts';
import type { ToolFormat } from './format.ts';

const grammar = { quote: '<|"|>', close: ['<tool_call|>', '<turn|>'] };
const marked = gemmaCall(grammar);

/** A call with bare keys; a token stands for the quotes of a string. */
export const gemma4: ToolFormat = {
  id: 'gemma4',
  lineage: 'Google Gemma 4',
  models: 'Gemma 4',
  dialects: ['turn-as-closer', 'single-quotes', 'stripped'],
  readers: { vllm: ['gemma4'], sglang: ['gemma4'], llamacpp: ['peg-gemma4'], ollama: ['gemma4'] },
  tier: 'marked',
  notAsked: notAsked.tokens,
  example: '<|tool_call>call:plant_oak{where:<|"|>ridge "A"<|"|>,n:3}<tool_call|>',
  openers: (tools) => [
    { text: '<|tool_call>' },
    // Where special tokens were stripped, strings have lost their quotes, and only the declared keys part the values.
    ...tools.names.map((name) => ({ text: `call:${name}{`, atLineStart: true as const })),
  ],
  read: (block) => (block.opener.startsWith('<') ? marked(block) : strippedGemmaCall(block, grammar)),
  closers: ['<tool_call|>', '<|tool_response>'],
};
