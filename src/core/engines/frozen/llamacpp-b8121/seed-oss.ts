import { b8121Format } from './format.ts';
import { typeInTuple } from '../../llamacpp/refusals.ts';
import type { XmlForm } from './kit/xml-form.ts';
import { readXmlMessage } from './kit/xml-message.ts';

const FORM: XmlForm = {
  scopeStart: '<seed:tool_call>',
  toolStart: '<function=',
  toolSep: '>',
  keyStart: '<parameter=',
  keyEnd: '>',
  valueEnd: '</parameter>',
  toolEnd: '</function>',
  scopeEnd: '</seed:tool_call>',
};

export const seedOss = b8121Format({
  slug: 'seed-oss',
  name: 'Seed-OSS',
  templates: ['ByteDance-Seed-OSS'],
  refuses: typeInTuple,
  formats: ['seed-oss'],
  reads: '<function=NAME> tags with <parameter=NAME> tags in a <seed:tool_call> tag.',
  /** It reads calls also where no tool is declared. */
  read: (parser) => readXmlMessage(parser, FORM, '<seed:think>', '</seed:think>'),
});
