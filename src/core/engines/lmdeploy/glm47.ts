import { glmBody } from './glm-body.ts';
import { lmdeployRuntime } from './parser.ts';

export const glm47 = lmdeployRuntime({
  flag: 'glm47',
  file: 'glm47_tool_parser.py',
  formats: ['glm-4.5'],
  opener: '<tool_call>',
  closer: '</tool_call>',
  reads: 'A name and <arg_key> pairs in <tool_call> tags, with anything between a key and its value.',
  body: glmBody,
  reasoning: { flag: 'default', beginsInside: true },
});
