import type { Block } from './kit/read/block.ts';
import { strippedOpener, strippedTags } from './kit/mend/stripped-tags.ts';
import type { Resumable } from './kit/read/resumable.ts';
import { taggedValues } from './kit/read/tagged-values.ts';
import { eachCall, taggedCall } from './kit/read/write-calls.ts';
import type { ToolFormat } from './format.ts';

const tagged = taggedValues({
  call: { open: ['<function name='], close: ['</function>'], nameFrom: ['', 'name'] },
  value: { open: ['<param '], close: ['</param>'], keyFrom: ['name'] },
  cdata: true,
});

/** Function tags with param tags, without a wrapper; values may be CDATA. */
export const minicpm5Xml: ToolFormat = {
  id: 'minicpm5-xml',
  lineage: 'MiniCPM 5',
  models: 'MiniCPM 4.x and 5',
  dialects: ['cdata'],
  readers: { vllm: ['minicpm5'], sglang: ['minicpm5'], llamacpp: ['peg-native'] },
  failures: [
    {
      engines: ['sglang'],
      text: 'Returns the call as text if a parameter is unknown or repeated, or if a required one is missing.',
    },
  ],
  tier: 'marked',
  prompt: {
    ask: 'Write each call as a function tag with the name of the tool, and in it a param tag for each argument, with its value in CDATA. Write text without quotes, and any other value as JSON.',
    render: eachCall(
      taggedCall({
        open: (name) => `<function name="${name}">`,
        value: (key, text) => `<param name="${key}"><![CDATA[${text}]]></param>`,
        close: '</function>',
        barred: [']]>', '</param>', '</function>'],
      }),
      { before: '', between: '\n', after: '' },
    ),
  },
  example: '<function name="light_kiln"><param name="note"><![CDATA[a < b]]></param></function>',
  openers: (tools) => [
    { text: '<function name=', units: 6, next: />[ \n]?<(?:param(?!eter)|\/function)/ },
    ...(tools.isEmpty ? [] : [strippedOpener(tools)]),
  ],
  read: (block: Block): Resumable<number> => (block.opener.startsWith('<') ? tagged(block) : strippedTags(block)),
};
