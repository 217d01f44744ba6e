import { writtenTags } from './kit/read/write-tags.ts';
import { barredTags } from './kit/read/barred-tags.ts';
import { notAsked } from './kit/read/write-calls.ts';
import type { ToolFormat } from './format.ts';

const tags = barredTags('GCML', ['tool_calls', 'function_calls']);

/** Invoke tags whose names begin with `｜GCML｜`; `string="false"` says that a value is JSON. */
export const gigachat35Gcml: ToolFormat = {
  id: 'gigachat3.5-gcml',
  lineage: 'Sber GigaChat 3.5',
  models: 'GigaChat 3.5',
  dialects: ['message-separator'],
  readers: { sglang: ['gigachat35'] },
  proposed: ['vllm', 'llamacpp'],
  tier: 'marked',
  notAsked: notAsked.tokens,
  writes: [writtenTags('｜GCML｜', 'tool_calls')],
  example:
    '<｜GCML｜tool_calls>\n<｜GCML｜invoke name="pick_pears">\n<｜GCML｜parameter name="kg" string="false">3</｜GCML｜parameter>\n</｜GCML｜invoke>\n</｜GCML｜tool_calls>',
  ...tags,
};
