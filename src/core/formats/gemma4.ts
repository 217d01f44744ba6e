import { gemmaCall } from '../scan/gemma-object.ts';
import { notAsked } from '../write/calls.ts';
import type { ToolFormat } from './format.ts';

/** A call with bare keys; a token stands for the quotes of a string. */
export const gemma4: ToolFormat = {
  id: 'gemma4',
  lineage: 'Google Gemma 4',
  models: 'Gemma 4',
  readers: { vllm: ['gemma4'], sglang: ['gemma4'], llamacpp: ['peg-gemma4'], ollama: ['gemma4'] },
  failures: [
    {
      engines: ['vllm'],
      text: 'A bare `call:` in prose begins a call.',
    },
  ],
  tier: 'tagged',
  notAsked: notAsked.tokens,
  example: '<|tool_call>call:plant_oak{where:<|"|>ridge "A"<|"|>,n:3}<tool_call|>',
  openers: [{ text: '<|tool_call>' }],
  read: gemmaCall({ quote: '<|"|>', close: ['<tool_call|>', '<turn|>'] }),
  closers: ['<tool_call|>', '<|tool_response>'],
};
