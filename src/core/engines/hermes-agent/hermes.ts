import { hermesAgentParser } from './parser.ts';
import { taggedJson } from './tagged-json.ts';

/** `qwen` is registered as the same parser. */
export const hermes = hermesAgentParser({
  flag: 'hermes',
  formats: ['hermes'],
  reads: 'JSON in <tool_call> tags, closed or to the end; one bad block makes the whole reply content.',
  find: (text, _tools, steps) => taggedJson(text, '<tool_call>', '</tool_call>', false, steps),
});
