import { jsonBody } from './json-body.ts';
import { lmdeployRuntime } from './parser.ts';

export const qwen3 = lmdeployRuntime({
  flag: 'qwen3',
  file: 'qwen3_tool_parser.py',
  formats: ['hermes'],
  opener: '<tool_call>',
  closer: '</tool_call>',
  reads: 'One JSON object in <tool_call> tags; a bad one makes itself and all that follows content.',
  body: jsonBody,
  reasoning: { flag: 'default', beginsInside: true },
});
