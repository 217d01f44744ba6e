import { xmlBody } from './xml-body.ts';
import { lmdeployRuntime } from './parser.ts';

export const qwen3coder = lmdeployRuntime({
  flag: 'qwen3coder',
  file: 'qwen3coder_tool_parser.py',
  formats: ['qwen3-coder-xml'],
  opener: '<tool_call>',
  closer: '</tool_call>',
  reads: 'The first <function=…> in <tool_call> tags, with the parameters of all functions there.',
  body: xmlBody,
  reasoning: { flag: 'default', beginsInside: true },
});
