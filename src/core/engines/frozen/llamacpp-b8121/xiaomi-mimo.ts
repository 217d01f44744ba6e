import { b8121Format } from './format.ts';
import type { XmlForm } from './kit/xml-form.ts';
import { readXmlMessage } from './kit/xml-message.ts';

const FORM: XmlForm = {
  scopeStart: '',
  toolStart: '<tool_call>\n{"name": "',
  toolSep: '", "arguments": {',
  keyStart: '"',
  keyEnd: '": ',
  valueEnd: ', ',
  lastValueEnd: '',
  toolEnd: '}\n</tool_call>',
  scopeEnd: '',
  hasJsonValues: true,
};

export const xiaomiMimo = b8121Format({
  slug: 'xiaomi-mimo',
  name: 'Xiaomi MiMo',
  formats: ['hermes'],
  reads: '<tool_call> tags with JSON, spaced as the template prints it.',
  /** It reads calls also where no tool is declared. */
  read: (parser) => readXmlMessage(parser, FORM),
});
