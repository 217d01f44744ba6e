import { dsmlParser } from './kit/dsml.ts';
import { vllmRuntime } from '../../vllm/parser.ts';

export const deepseekV4 = vllmRuntime(
  dsmlParser(
    {
      flag: 'deepseek_v4',
      file: 'vllm/tool_parsers/deepseekv4_tool_parser.py',
      formats: ['deepseek-dsml'],
      reads:
        'Invokes with parameters in closed <｜DSML｜tool_calls> blocks; what is not a string is typed by the schema.',
    },
    '<｜DSML｜tool_calls>',
    '</｜DSML｜tool_calls>',
  ),
);
