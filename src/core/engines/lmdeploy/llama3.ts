import { jsonBody } from './json-body.ts';
import { lmdeployRuntime } from './parser.ts';

export const llama3 = lmdeployRuntime({
  flag: 'llama3',
  file: 'llama3_tool_parser.py',
  formats: ['llama3-json'],
  opener: '<|python_tag|>',
  closer: null,
  reads: 'One JSON object after <|python_tag|>; it has to be all the rest of the reply.',
  body: jsonBody,
  reasoning: { flag: 'default', beginsInside: true },
});
