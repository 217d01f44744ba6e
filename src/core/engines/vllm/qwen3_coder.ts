import { functionTags } from './table/function-tags.ts';
import { sameClass, vllmRuntime } from './parser.ts';
import { tableParser } from './table/parser.ts';

export const qwen3Coder = vllmRuntime(
  tableParser(
    {
      flag: 'qwen3_coder',
      onePassWith: 'qwen3',
      file: 'vllm/parser/qwen3.py',
      formats: ['qwen3-coder-xml'],
      reads: 'Functions and parameters as tags, in <tool_call> or without it.',
    },
    functionTags('<tool_call>', '</tool_call>', '</think>'),
  ),
);

export const qwen3Xml = sameClass(qwen3Coder, 'qwen3_xml');
export const mimo = sameClass(qwen3Coder, 'mimo');
