import { namedJson } from './kit/read/named-json.ts';
import { isUndeclared } from './kit/read/found-calls.ts';
import { notAsked, eachCall, spacedJson } from './kit/read/write-calls.ts';
import type { ToolFormat } from './format.ts';

/** The word `function`, a line with the name, then JSON. */
export const stepAudio2: ToolFormat = {
  id: 'step-audio-2',
  lineage: 'StepFun audio models',
  models: 'Step-Audio 2',
  readers: {},
  proposed: ['vllm'],
  failures: [
    {
      engines: ['vllm'],
      text: 'Skips undeclared names and invalid arguments silently.',
      when: isUndeclared,
    },
  ],
  tier: 'marked',
  notAsked: notAsked.trained,
  writes: [eachCall(({ name, arguments: args }) => `<tool_call>function\n${name}\n${spacedJson(args)}\n</tool_call>`)],
  example: '<tool_call>function\nset_gain\n{"decibel": 3}\n</tool_call>',
  openers: [{ text: '<tool_call>', next: /^function\n/ }],
  read: namedJson({ beforeName: ['function\n', 'function'], nameEnd: ['\n', '{'], close: ['</tool_call>'] }),
};
