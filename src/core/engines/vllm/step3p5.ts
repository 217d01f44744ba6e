import { vllmRuntime } from './parser.ts';
import { xmlParser } from './kit/xml-parser.ts';

export const step3p5 = vllmRuntime(
  xmlParser(
    {
      flag: 'step3p5',
      file: 'vllm/tool_parsers/step3p5_tool_parser.py',
      formats: ['qwen3-coder-xml'],
      reads:
        'Functions with parameters in tags, read as XML and written as JSON piece by piece; some broken tags are repaired.',
    },
    true,
  ),
);
