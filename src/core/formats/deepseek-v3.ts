import { namedJson } from './kit/read/named-json.ts';
import { notAsked, eachCall, spacedJson } from './kit/read/write-calls.ts';
import type { ToolFormat } from './format.ts';

/** As trained, and as models misspell it. */
const OUTER = [
  ...['<｜tool▁calls▁begin｜>', '<｜tool_calls_begin｜>', '<｜tool calls begin｜>'],
  ...['<｜tool\\_calls\\_begin｜>', '<｜tool▁calls｜>'],
];
/** V3.1 has its separator after the name. */
const SEPARATOR = '<｜tool▁sep｜>';
const json = { nameEnd: ['\n', '```', '{', SEPARATOR], beforeJson: [SEPARATOR, '```json', '```'] };
const marked = namedJson({
  ...json,
  callOpen: ['<｜tool▁call▁begin｜>', '<｜tool_call_begin｜>', 'function<｜tool▁sep｜>'],
  beforeName: ['function', SEPARATOR, '<｜tool_sep｜>'],
  afterJson: ['```', '<｜tool▁call▁end｜>', '<｜tool_call_end｜>'],
  close: ['<｜tool▁calls▁end｜>', '<｜tool_calls_end｜>'],
});
const stripped = namedJson({ ...json, beforeName: ['function'], afterJson: ['```'] });

/** A tool of V3.1 may be called function: then no name follows the separator. A tag follows it in Step-3. */
const AFTER_OUTER = /^(?:<｜tool[▁_]call[▁_]begin｜>)?function(?!<｜tool[▁_]sep｜>[ \n]?(?:\{|<steptml))/;
const AFTER_INNER = /^function<(?!｜tool[▁_]sep｜>[ \n]?(?:\{|<steptml))/;

/** The word function, the name, and JSON in a code block, between tokens with fullwidth bars. */
export const deepseekV3: ToolFormat = {
  id: 'deepseek-v3',
  lineage: 'DeepSeek V3',
  models: 'DeepSeek V3, R1, Cogito v2',
  dialects: ['misspelt-tokens', 'underscores', 'escaped-tokens', 'without-call-begin', 'stripped'],
  readers: {
    vllm: ['deepseek_v3'],
    sglang: ['deepseekv3'],
    smg: ['deepseek'],
    llamacpp: ['DeepSeek R1'],
    ollama: ['cogito'],
  },
  tier: 'marked',
  notAsked: notAsked.tokens,
  writes: [
    eachCall(
      ({ name, arguments: args }) =>
        `<｜tool▁call▁begin｜>function<｜tool▁sep｜>${name}\n\`\`\`json\n${spacedJson(args)}\n\`\`\`<｜tool▁call▁end｜>`,
      { before: '<｜tool▁calls▁begin｜>', after: '<｜tool▁calls▁end｜>' },
    ),
  ],
  example:
    '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>cut_key\n```json\n{"blank": 12}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
  openers: (tools) => [
    ...OUTER.map((text) => ({ text, next: AFTER_OUTER, units: 6 })),
    ...['<｜tool▁call▁begin｜>', '<｜tool_call_begin｜>'].map((text) => ({ text, next: AFTER_INNER, units: 4 })),
    { text: 'function<｜tool▁sep｜>', atLineStart: true },
    // Where special tokens were stripped, the word and the declared name are left.
    ...tools.names.map((name) => ({ text: `function${name}\n`, atLineStart: true as const, next: /^```/ })),
  ],
  read: (block) => (block.opener.includes('<') ? marked(block) : stripped(block.bodyAt(block.from))),
  closers: ['<｜tool▁calls▁end｜>', '<｜tool▁call▁end｜>'],
};
