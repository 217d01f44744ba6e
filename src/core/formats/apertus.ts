import { jsonCalls } from './kit/read/json-calls.ts';
import { notAsked, eachCall, spacedJson } from './kit/read/write-calls.ts';
import type { ToolFormat } from './format.ts';

/** A list of objects with one key each, and that key is the name. */
export const apertus: ToolFormat = {
  id: 'apertus',
  lineage: 'Swiss AI Apertus',
  models: 'Apertus 2509',
  dialects: ['stripped'],
  readers: { vllm: ['apertus'], sglang: ['apertus2509'], llamacpp: ['Apertus'] },
  tier: 'marked',
  notAsked: notAsked.tokens,
  writes: [
    eachCall(({ name, arguments: args }) => `{${spacedJson(name)}: ${spacedJson(args)}}`, {
      before: '<|tools_prefix|>[',
      between: ', ',
      after: ']<|tools_suffix|>',
    }),
  ],
  example: '<|tools_prefix|>[{"grate_cheese": {"grams": 30}}]<|tools_suffix|>',
  openers: [{ text: '<|tools_prefix|>' }],
  read: jsonCalls({ close: ['<|tools_suffix|>'], keyed: true }),
  closers: ['<|tools_suffix|>'],
};
