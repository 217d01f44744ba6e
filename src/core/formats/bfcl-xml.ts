import { taggedValues } from '../scan/tagged-values.ts';
import type { ToolFormat } from './format.ts';

/** A wrapper around function tags whose values may be attributes. */
export const bfclXml: ToolFormat = {
  id: 'bfcl-xml',
  lineage: 'BFCL prompts',
  models: 'any, by prompt',
  dialects: ['value-attributes'],
  readers: { others: ['BFCL'] },
  tier: 'tagged',
  example: '<functions><function name="spin_top"><param name="rpm" type="integer">300</param></function></functions>',
  openers: [{ text: '<functions>', next: /^<function/ }],
  read: taggedValues({
    close: ['</functions>'],
    call: { open: ['<function'], close: ['</params></function>', '</params>\n</function>', '</function>'] },
    value: { open: ['<params><param', '<params>\n<param', '<param'], close: ['</param>'], keyFrom: ['name'] },
    typed: 'type-name',
  }),
  closers: ['</functions>'],
};
