import { sameClass, vllmRuntime } from '../../vllm/parser.ts';
import { xmlParser } from '../../vllm/kit/xml-parser.ts';

export const qwen3Xml = vllmRuntime(
  xmlParser(
    {
      flag: 'qwen3_xml',
      release: '2026-05',
      file: 'vllm/tool_parsers/qwen3xml_tool_parser.py',
      formats: ['qwen3-coder-xml'],
      reads: 'Functions with parameters in tags, read as XML and written as JSON piece by piece.',
    },
    false,
  ),
);

export const mimo = sameClass(qwen3Xml, 'mimo');
