import { b8121Format } from './format.ts';
import type { XmlForm } from './kit/xml-form.ts';
import { readXmlMessage } from './kit/xml-message.ts';

const FORM: XmlForm = {
  scopeStart: '<|tool_calls_section_begin|>',
  toolStart: '<|tool_call_begin|>',
  toolSep: '<|tool_call_argument_begin|>{',
  keyStart: '"',
  keyEnd: '":',
  valueEnd: ',',
  lastValueEnd: '',
  toolEnd: '}<|tool_call_end|>',
  scopeEnd: '<|tool_calls_section_end|>',
  hasJsonValues: true,
  allowsCallsInThinking: true,
  nameIn: (written) => /^functions\.([^]*):\d+$/.exec(written)?.[1] ?? written,
};

export const kimiK2 = b8121Format({
  slug: 'kimi-k2',
  name: 'Kimi K2',
  formats: ['kimi-k2'],
  reads: 'A section of calls with functions.NAME:INDEX and JSON arguments, also inside of reasoning.',
  /** It reads calls also where no tool is declared. */
  read: (parser) => readXmlMessage(parser, FORM),
});
