import { taggedValues } from '../scan/tagged-values.ts';
import type { ToolFormat } from './format.ts';

/** A function tag with a namespace; leaks break its closer. */
export const xaiXml: ToolFormat = {
  id: 'xai-xml',
  lineage: 'xAI Grok',
  models: 'Grok',
  dialects: ['broken-closer', 'value-left-open'],
  readers: {},
  tier: 'tagged',
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
