import { dsmlParser } from './kit/dsml.ts';
import { vllmRuntime } from '../../vllm/parser.ts';

export const deepseekV32 = vllmRuntime(
  dsmlParser(
    {
      flag: 'deepseek_v32',
      file: 'vllm/tool_parsers/deepseekv32_tool_parser.py',
      formats: ['deepseek-dsml'],
      reads:
        'Invokes with parameters in closed <｜DSML｜function_calls> blocks; what is not a string is typed by the schema.',
    },
    '<｜DSML｜function_calls>',
    '</｜DSML｜function_calls>',
  ),
);
