import { namedJson } from './kit/named-json.ts';
import { notAsked } from './kit/write-calls.ts';
import type { ToolFormat } from './format.ts';

/** As V3, without the word and the code block. */
export const deepseekV31: ToolFormat = {
  id: 'deepseek-v3.1',
  lineage: 'DeepSeek V3.1',
  models: 'DeepSeek V3.1, V3.2-Exp',
  dialects: ['without-end', 'tool-called-function'],
  readers: {
    vllm: ['deepseek_v31'],
    sglang: ['deepseekv31'],
    smg: ['deepseek31'],
    llamacpp: ['DeepSeek V3.1'],
    ollama: ['deepseek3'],
  },
  tier: 'marked',
  notAsked: notAsked.tokens,
  example:
    '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>cut_key<｜tool▁sep｜>{"blank": 12}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
  openers: [{ text: '<｜tool▁calls▁begin｜>' }, { text: '<｜tool▁call▁begin｜>' }],
  read: namedJson({
    callOpen: ['<｜tool▁call▁begin｜>'],
    nameEnd: ['<｜tool▁sep｜>', '{', '\n'],
    beforeJson: ['```json', '```'],
    afterJson: ['```', '<｜tool▁call▁end｜>'],
    close: ['<｜tool▁calls▁end｜>'],
  }),
};
