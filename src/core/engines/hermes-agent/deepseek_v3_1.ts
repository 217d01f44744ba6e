import { strippedSpan } from '../../text/languages/index.ts';
import { deepseekCalls } from './deepseek-calls.ts';
import { hermesAgentParser, partOf } from './parser.ts';

export const deepseek_v3_1 = hermesAgentParser({
  flag: 'deepseek_v3_1',
  formats: ['deepseek-v3.1'],
  reads: 'A name, the separator and all up to the end of the call, which is passed on as arguments unread.',
  find: (text) =>
    deepseekCalls(text, ({ from, separator, rest }, ends) => {
      const to = ends(rest);
      if (to < 0) return null;
      const name = { from, to: separator };
      const given = strippedSpan(text, rest, to);
      return {
        name: partOf(text, name),
        nameSpan: name,
        argumentsText: text.slice(given.from, given.to),
        argumentsSpan: given,
        to,
      };
    }),
});
