import { vllmRuntime } from '../../vllm/parser.ts';
import { xmlParser } from '../../vllm/kit/xml-parser.ts';

/** One class under two names. */
const runtimeOf = (flag: string) =>
  vllmRuntime(
    xmlParser(
      {
        flag,
        release: '2026-05',
        file: 'vllm/tool_parsers/qwen3xml_tool_parser.py',
        formats: ['qwen3-coder-xml'],
        reads: 'Functions with parameters in tags, read as XML and written as JSON piece by piece.',
      },
      false,
    ),
  );

export const qwen3Xml = runtimeOf('qwen3_xml');
export const mimo = runtimeOf('mimo');
