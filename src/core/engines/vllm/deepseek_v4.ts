import { dsmlCalls } from './table/dsml-calls.ts';
import { vllmRuntime } from './parser.ts';
import { tableParser } from './table/parser.ts';

export const deepseekV4 = vllmRuntime(
  tableParser(
    {
      flag: 'deepseek_v4',
      onePassWith: 'deepseek_v4',
      file: 'vllm/parser/deepseek_v4.py',
      formats: ['deepseek-dsml'],
      reads: 'DSML calls in a tool_calls block, with reasoning in <think>.',
    },
    dsmlCalls('tool_calls', true),
  ),
);
