import { b8121Format } from './format.ts';
import type { XmlForm } from './kit/xml-form.ts';
import { readXmlMessage } from './kit/xml-message.ts';

const FORM: XmlForm = {
  scopeStart: '',
  toolStart: '<tool_call>',
  toolSep: '',
  keyStart: '<arg_key>',
  keyEnd: '</arg_key>',
  valueStart: '<arg_value>',
  valueEnd: '</arg_value>',
  toolEnd: '</tool_call>',
  scopeEnd: '',
};

export const glm45 = b8121Format({
  slug: 'glm-4-5',
  name: 'GLM 4.5',
  formats: ['glm-4.5'],
  reads: '<tool_call> tags with a name, and <arg_key> and <arg_value> tags.',
  /** It reads calls also where no tool is declared. */
  read: (parser) => readXmlMessage(parser, FORM),
});
