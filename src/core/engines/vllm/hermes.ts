import { vllmRuntime } from './parser.ts';
import { tagParser } from './kit/tool-call-tags.ts';

export const hermes = vllmRuntime(
  tagParser(
    {
      flag: 'hermes',
      file: 'vllm/tool_parsers/hermes_tool_parser.py',
      formats: ['hermes'],
      reads:
        'JSON objects between <tool_call> and </tool_call>; one that cannot be read makes the whole reply content.',
    },
    '<tool_call>',
    '</tool_call>',
  ),
);
