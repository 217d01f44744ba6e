import { strippedSpan } from '../../text/languages/index.ts';
import type { EngineCall } from '../kit/index.ts';
import { hermesAgentParser } from './parser.ts';

const SECTIONS = ['<|tool_calls_section_begin|>', '<|tool_call_section_begin|>'];
const CALL = '<|tool_call_begin|>';
const ARGUMENTS = '<|tool_call_argument_begin|>';
const CALL_END = '<|tool_call_end|>';

/** All closed calls of a reply that has a section. */
export const kimi_k2 = hermesAgentParser({
  flag: 'kimi_k2',
  formats: ['kimi-k2'],
  reads: 'Every closed call whose id ends with a number, if a section is there; arguments are passed on unread.',
  words: { 'no-id': 'A call without an id that ends with a number is skipped' },
  find(text, _tools, steps) {
    const starts = SECTIONS.map((section) => text.indexOf(section)).filter((at) => at >= 0);
    if (starts.length === 0) return null;
    const calls: EngineCall[] = [];
    for (let at = text.indexOf(CALL); at >= 0; at = text.indexOf(CALL, at + 1)) {
      const next = text.indexOf(CALL, at + 1);
      const to = next < 0 ? text.length : next;
      const own = text.slice(0, to);
      const begin = own.indexOf(ARGUMENTS, at);
      const end = begin < 0 ? -1 : own.indexOf(CALL_END, begin);
      if (begin < 0 || end < 0) continue;
      const stripped = strippedSpan(text, at + CALL.length, begin);
      // Nothing before the colon: the pattern takes the last blank for it.
      const isBare = text.charAt(stripped.from) === ':' && stripped.from > at + CALL.length;
      const id = isBare ? { from: stripped.from - 1, to: stripped.to } : stripped;
      const idText = text.slice(id.from, id.to);
      const span = { from: at, to: end + CALL_END.length };
      if (idText.includes('<') || !/[^]:\p{Nd}+$/u.test(idText)) {
        steps.reject('no-id', span);
        continue;
      }
      const given = strippedSpan(text, begin + ARGUMENTS.length, end);
      calls.push({
        span,
        name: idText.split(':')[0]?.split('.').at(-1) ?? '',
        nameSpan: id,
        argumentsText: text.slice(given.from, given.to),
        argumentsSpan: given,
        id: idText,
        idSpan: id,
      });
    }
    return { calls, contentTo: Math.min(...starts) };
  },
});
