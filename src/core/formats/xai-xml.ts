import { taggedValues } from './kit/read/tagged-values.ts';
import { eachCall, taggedCall } from './kit/read/write-calls.ts';
import type { ToolFormat } from './format.ts';

/** A function tag with a namespace; leaks break its closer. */
export const xaiXml: ToolFormat = {
  id: 'xai-xml',
  lineage: 'xAI Grok',
  models: 'Grok',
  dialects: ['broken-closer', 'value-left-open'],
  readers: {},
  tier: 'marked',
  prompt: {
    ask: 'Write each call as an xai:function_call tag with the name of the tool, and in it a parameter tag for each argument. Write text without quotes, and any other value as JSON.',
    render: eachCall(
      taggedCall({
        open: (name) => `<xai:function_call name="${name}">\n`,
        value: (key, text) => `<parameter name="${key}">\n${text}\n</parameter>\n`,
        close: '</xai:function_call>',
        barred: ['</parameter>', '</xai:function_call', '<parameter'],
      }),
      { before: '', between: '\n', after: '' },
    ),
  },
  example: '<xai:function_call name="crop_photo">\n<parameter name="px">640</parameter>\n</xai:function_call>',
  openers: [{ text: '<xai:function_call' }],
  read: taggedValues({
    call: {
      open: ['<xai:function_call'],
      close: ['</xai:function_call>', '</xai:function_call"', '</xai:function_call?', '</xai:function_call'],
    },
    value: { open: ['<parameter'], close: ['</parameter>'], keyFrom: ['name', ''] },
  }),
};
