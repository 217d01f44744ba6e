import { b8121Format } from './format.ts';
import type { XmlForm } from './kit/xml-form.ts';
import { readXmlMessage } from './kit/xml-message.ts';

const FORM: XmlForm = {
  scopeStart: '<minimax:tool_call>',
  toolStart: '<invoke name="',
  toolSep: '">',
  keyStart: '<parameter name="',
  keyEnd: '">',
  valueEnd: '</parameter>',
  toolEnd: '</invoke>',
  scopeEnd: '</minimax:tool_call>',
};

export const minimaxM2 = b8121Format({
  slug: 'minimax-m2',
  name: 'MiniMax-M2',
  formats: ['minimax-m2'],
  reads: '<invoke> tags with <parameter> tags in a <minimax:tool_call> tag.',
  opensThinking: true,
  /** It reads calls also where no tool is declared. */
  read: (parser) => readXmlMessage(parser, FORM),
});
