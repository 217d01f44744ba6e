import { jsonBody } from './json-body.ts';
import { lmdeployRuntime } from './parser.ts';

export const internlm = lmdeployRuntime({
  flag: 'internlm',
  file: 'internlm2_tool_parser.py',
  formats: ['internlm2'],
  opener: '<|action_start|><|plugin|>',
  closer: '<|action_end|>',
  reads: 'One JSON object after <|action_start|><|plugin|>, with no blank between these two.',
  body: jsonBody,
  reasoning: { flag: 'default', beginsInside: true },
});
