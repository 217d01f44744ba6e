import { taggedValues } from './kit/read/tagged-values.ts';
import { eachCall, taggedCall } from './kit/read/write-calls.ts';
import type { ToolFormat } from './format.ts';

/** The body of Qwen3-Coder in a wrapper of its own. */
export const seedOss: ToolFormat = {
  id: 'seed-oss',
  lineage: 'ByteDance Seed',
  models: 'Seed-OSS 36B, Seed-Coder',
  dialects: ['budget-note'],
  readers: { vllm: ['seed_oss'], llamacpp: ['Seed-OSS'] },
  tier: 'marked',
  prompt: {
    ask: 'Write each call between <seed:tool_call> and </seed:tool_call>: a function tag with the name of the tool, and in it a parameter tag for each argument. Write text without quotes, and any other value as JSON.',
    render: eachCall(
      taggedCall({
        open: (name) => `<seed:tool_call>\n<function=${name}>\n`,
        value: (key, text) => `<parameter=${key}>\n${text}\n</parameter>\n`,
        close: '</function>\n</seed:tool_call>',
        barred: ['</parameter>', '</function>', '<parameter='],
      }),
      { before: '', between: '\n', after: '' },
    ),
  },
  writes: [
    eachCall(
      taggedCall({
        open: (name) => `<seed:tool_call>\n<function=${name}>\n`,
        value: (key, text) => `<parameter=${key}>${text}</parameter>\n`,
        close: '</function>\n</seed:tool_call>',
        barred: ['</parameter>', '</function>', '<parameter='],
      }),
    ),
  ],
  example: '<seed:tool_call>\n<function=pour_wax>\n<parameter=grams>90</parameter>\n</function>\n</seed:tool_call>',
  openers: [{ text: '<seed:tool_call>' }],
  read: taggedValues({
    close: ['</seed:tool_call>'],
    call: { open: ['<function=', '<function '], close: ['</function>'], nameFrom: ['', 'name'] },
    value: { open: ['<parameter=', '<parameter '], close: ['</parameter>'], keyFrom: ['', 'name'] },
  }),
  closers: ['</seed:tool_call>'],
};
