import { functionTags } from './table/function-tags.ts';
import { vllmRuntime } from './parser.ts';
import { tableParser } from './table/parser.ts';

export const seedOss = vllmRuntime(
  tableParser(
    {
      flag: 'seed_oss',
      onePassWith: 'seed_oss',
      file: 'vllm/parser/seed_oss.py',
      formats: ['seed-oss'],
      reads: 'The same format as qwen3_coder, with <seed:tool_call>.',
    },
    functionTags('<seed:tool_call>', '</seed:tool_call>', '</seed:think>'),
  ),
);
