import { b8121Format } from './format.ts';
import type { XmlForm } from './kit/xml-form.ts';
import { readXmlMessage } from './kit/xml-message.ts';

const FORM: XmlForm = {
  scopeStart: '<tool_calls>[',
  toolStart: '{"name": "',
  toolSep: '", "arguments": {',
  keyStart: '"',
  keyEnd: '": ',
  valueEnd: ', ',
  lastValueEnd: '',
  toolEnd: '}, ',
  lastToolEnd: '}',
  scopeEnd: ']</tool_calls>',
  hasJsonValues: true,
};

export const apriel15 = b8121Format({
  slug: 'apriel-1-5',
  name: 'Apriel 1.5',
  formats: [],
  reads: 'A JSON list of calls in a <tool_calls> tag, spaced as the template prints it.',
  /** It reads calls also where no tool is declared. */
  read: (parser) => readXmlMessage(parser, FORM, '<thinking>', '</thinking>'),
});
