import { argTagsWords, parseArgTags, type ArgTags } from '../../vllm/kit/arg-tags.ts';
import { GlmStream } from './kit/glm-stream.ts';
import { headByLine } from './kit/head-by-line.ts';
import { vllmRuntime } from '../../vllm/parser.ts';

const tags: ArgTags = { strips: false, headOf: headByLine, skipped: 'no-name-line' };

export const glm45 = vllmRuntime({
  flag: 'glm45',
  release: '2026-05',
  file: 'vllm/tool_parsers/glm4_moe_tool_parser.py',
  formats: ['glm-4.5'],
  reads: 'Blocks with the name on the first line; the parser guesses the types of values not declared as string.',
  words: argTagsWords,
  parse: (text, tools, steps) => parseArgTags(text, tools, tags, steps),
  stream: (tools) => new GlmStream(tools),
});
