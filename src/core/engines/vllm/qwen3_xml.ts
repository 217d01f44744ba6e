import { functionTags } from './table/function-tags.ts';
import { vllmRuntime } from './parser.ts';
import { tableParser } from './table/parser.ts';

export const qwen3Xml = vllmRuntime(
  tableParser(
    {
      flag: 'qwen3_xml',
      file: 'vllm/parser/qwen3.py',
      formats: ['qwen3-coder-xml'],
      reads: 'The same format as qwen3_coder.',
    },
    functionTags('<tool_call>', '</tool_call>', '</think>'),
  ),
);
