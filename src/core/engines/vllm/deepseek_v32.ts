import { dsmlCalls } from './table/dsml-calls.ts';
import { vllmRuntime } from './parser.ts';
import { tableParser } from './table/parser.ts';

export const deepseekV32 = vllmRuntime(
  tableParser(
    {
      flag: 'deepseek_v32',
      file: 'vllm/parser/deepseek_v32.py',
      formats: ['deepseek-dsml'],
      reads: 'DSML calls in a function_calls block.',
    },
    dsmlCalls('function_calls', false),
  ),
);
