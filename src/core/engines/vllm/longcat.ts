import { vllmRuntime } from './parser.ts';
import { tagParser } from './kit/tool-call-tags.ts';

export const longcat = vllmRuntime(
  tagParser(
    {
      flag: 'longcat',
      file: 'vllm/tool_parsers/longcat_tool_parser.py',
      formats: ['longcat'],
      reads: 'The hermes format, between <longcat_tool_call> and </longcat_tool_call>.',
    },
    '<longcat_tool_call>',
    '</longcat_tool_call>',
  ),
);
