import { taggedValues } from './kit/read/tagged-values.ts';
import { eachCall, taggedCall, typeName } from './kit/read/write-calls.ts';
import type { ToolFormat } from './format.ts';

/** A wrapper around function tags whose values may be attributes. */
export const bfclXml: ToolFormat = {
  id: 'bfcl-xml',
  lineage: 'BFCL prompts',
  models: 'any, by prompt',
  dialects: ['value-attributes'],
  readers: { others: ['BFCL'] },
  tier: 'marked',
  prompt: {
    ask: 'Write the calls between <functions> and </functions>: a function tag for each call, and in it a param tag for each argument, with its name and its type. Write text without quotes, and any other value as JSON.',
    render: eachCall(
      taggedCall({
        open: (name) => `<function name="${name}">`,
        value: (key, text, value) => `<param name="${key}" type="${typeName(value)}">\n${text}\n</param>`,
        close: '</function>',
        barred: ['</param>', '</function>', '<param'],
      }),
      { before: '<functions>', between: '\n', after: '</functions>' },
    ),
  },
  example: '<functions><function name="spin_top"><param name="rpm" type="integer">300</param></function></functions>',
  openers: [{ text: '<functions>', next: /^<function/ }],
  read: taggedValues({
    close: ['</functions>'],
    call: { open: ['<function'], close: ['</function>'] },
    value: { open: ['<param '], close: ['</param>'], keyFrom: ['name'] },
    typed: 'type-name',
    passed: ['<params>', '</params>'],
  }),
  closers: ['</functions>'],
};
