import { taggedValues } from '../scan/tagged-values.ts';
import type { ToolFormat } from './format.ts';

/** Function tags with param tags, without a wrapper; values may be CDATA. */
export const minicpm5Xml: ToolFormat = {
  id: 'minicpm5-xml',
  lineage: 'MiniCPM 5',
  models: 'MiniCPM 4.x and 5',
  dialects: ['cdata'],
  readers: { vllm: ['minicpm5'], sglang: ['minicpm5'] },
  tier: 'tagged',
  example: '<function name="light_kiln"><param name="note"><![CDATA[a < b]]></param></function>',
  openers: [{ text: '<function name=', units: 6, next: />[ \n]?<(?:param(?!eter)|\/function)/ }],
  read: taggedValues({
    call: { open: ['<function name='], close: ['</function>'], nameFrom: ['', 'name'] },
    value: { open: ['<param '], close: ['</param>'], keyFrom: ['name'] },
    cdata: true,
  }),
};
