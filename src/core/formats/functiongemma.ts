import { gemmaCallText } from './kit/read/write-gemma.ts';
import { gemmaCall } from './kit/read/gemma-object.ts';
import { notAsked, eachCall } from './kit/read/write-calls.ts';
import type { ToolFormat } from './format.ts';

const call = gemmaCall({ quote: '<escape>', close: ['<end_function_call>'] });

/** A call with bare keys; a token opens and closes every string. */
export const functiongemma: ToolFormat = {
  id: 'functiongemma',
  lineage: 'Google FunctionGemma',
  models: 'FunctionGemma 270M',
  dialects: ['lists-and-objects', 'stripped'],
  readers: { vllm: ['functiongemma'], ollama: ['functiongemma'] },
  generic: ['llamacpp'],
  beforeName: 'call:',
  tier: 'marked',
  notAsked: notAsked.tokens,
  writes: [eachCall(gemmaCallText('<start_function_call>', '<escape>', '<end_function_call>'), { between: '' })],
  example: '<start_function_call>call:dim_hall{level:30,label:<escape>night<escape>}<end_function_call>',
  openers: (tools) => [
    { text: '<start_function_call>' },
    // The token is lost, and the strings tell it from Gemma 4.
    ...tools.names.map((name) => ({ text: `call:${name}{`, atLineStart: true as const, next: /^\S+:<escape/ })),
  ],
  read: (block) => call(block.opener.startsWith('<') ? block : block.bodyAt(block.from)),
  closers: ['<end_function_call>', '<start_function_response>'],
};
