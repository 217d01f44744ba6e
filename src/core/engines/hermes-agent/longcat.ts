import { hermesAgentParser } from './parser.ts';
import { taggedJson } from './tagged-json.ts';

export const longcat = hermesAgentParser({
  flag: 'longcat',
  formats: ['longcat'],
  reads: 'JSON in <longcat_tool_call> tags, closed or to the end; a block without a name makes all content.',
  find: (text, _tools, steps) => taggedJson(text, '<longcat_tool_call>', '</longcat_tool_call>', true, steps),
});
