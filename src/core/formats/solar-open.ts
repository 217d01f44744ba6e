import { namedJson } from './kit/read/named-json.ts';
import { notAsked, eachCall, spacedJson, type Writer } from './kit/read/write-calls.ts';
import type { ToolFormat } from './format.ts';

function writtenWith(idOf: (index: number) => string): Writer {
  return eachCall(
    ({ name, arguments: args }, index) =>
      `<|tool_call:begin|>${idOf(index)}<|tool_call:name|>${name}<|tool_call:args|>${spacedJson(args)}<|tool_call:end|>`,
    { before: '<|tool_calls|>', between: '' },
  );
}

/** An id, the name and JSON, each after a token. */
export const solarOpen: ToolFormat = {
  id: 'solar-open',
  lineage: 'Upstage Solar Open',
  models: 'Solar Open 100B',
  dialects: ['without-id'],
  readers: {},
  proposed: ['llamacpp'],
  tier: 'marked',
  notAsked: notAsked.tokens,
  // llama.cpp takes only the id that it used itself to learn the template.
  writes: [writtenWith((index) => `k${String(index + 1)}`), writtenWith(() => 'call00001')],
  example:
    '<|tool_calls|><|tool_call:begin|>k1<|tool_call:name|>dry_nets<|tool_call:args|>{"min": 40}<|tool_call:end|>',
  openers: [{ text: '<|tool_calls|>', next: /^<\|tool_call:begin/ }, { text: '<|tool_call:begin|>' }],
  read: namedJson({
    callOpen: ['<|tool_call:begin|>'],
    id: { open: '', end: ['<|tool_call:name|>'] },
    nameEnd: ['<|tool_call:args|>', '{'],
    separator: '<|tool_call:args|>',
    afterJson: ['<|tool_call:end|>'],
    mayClose: ['<|calls|>'],
  }),
  closers: ['<|calls|>', '<|tool_call:end|>'],
};
