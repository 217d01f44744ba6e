import { namedJson } from '../scan/named-json.ts';
import { overSeveralLines } from '../scan/found-calls.ts';
import { notAsked } from '../write/calls.ts';
import type { ToolFormat } from './format.ts';

/** As trained, and as models misspell it. */
const OUTER = ['<｜tool▁calls▁begin｜>', '<｜tool_calls_begin｜>', '<｜tool calls begin｜>', '<｜tool▁calls｜>'];

/** The word function, the name, and JSON in a code block, between tokens with fullwidth bars. */
export const deepseekV3: ToolFormat = {
  id: 'deepseek-v3',
  lineage: 'DeepSeek V3',
  models: 'DeepSeek V3, R1, Cogito v2',
  readers: {
    vllm: ['deepseek_v3'],
    sglang: ['deepseekv3'],
    smg: ['deepseek'],
    llamacpp: ['DeepSeek R1'],
    ollama: ['cogito'],
  },
  failures: [
    {
      engines: ['vllm'],
      text: 'Arguments over several lines match nothing: there is no call, and the text is lost.',
      when: overSeveralLines,
    },
    {
      engines: ['ollama'],
      text: 'The fence must be exactly a line break, three backticks, `json` and a line break.',
    },
  ],
  tier: 'tagged',
  notAsked: notAsked.tokens,
  example:
    '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>cut_key\n```json\n{"blank": 12}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
  openers: [
    ...OUTER.map((text) => ({ text, next: /^(?:<｜tool[▁_]call[▁_]begin｜>)?function/ })),
    { text: '<｜tool▁call▁begin｜>', next: /^function</ },
  ],
  read: namedJson({
    callOpen: ['<｜tool▁call▁begin｜>', '<｜tool_call_begin｜>', 'function<｜tool▁sep｜>'],
    beforeName: ['function', '<｜tool▁sep｜>', '<｜tool_sep｜>'],
    nameEnd: ['\n', '```', '{'],
    beforeJson: ['```json', '```'],
    afterJson: ['```', '<｜tool▁call▁end｜>', '<｜tool_call_end｜>'],
    close: ['<｜tool▁calls▁end｜>', '<｜tool_calls_end｜>'],
  }),
  closers: ['<｜tool▁calls▁end｜>', '<｜tool▁call▁end｜>'],
};
