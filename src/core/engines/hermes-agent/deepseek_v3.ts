import { afterSpace, strippedSpan } from '../../text/languages/index.ts';
import { deepseekCalls } from './deepseek-calls.ts';
import { hermesAgentParser } from './parser.ts';

const FENCE = '```json';
const FENCE_END = '```';
const CALL_END = '<｜tool▁call▁end｜>';

/** The name is what is before the first JSON fence; arguments go to the first fence that the end of the call follows. */
export const deepseek_v3 = hermesAgentParser({
  flag: 'deepseek_v3',
  formats: ['deepseek-v3'],
  reads: 'A type, the separator, a name and a JSON fence, whose text is passed on unread; a fence is needed.',
  find: (text) =>
    deepseekCalls(text, ({ rest }) => {
      const fence = text.indexOf(FENCE, rest);
      if (fence < 0) return null;
      const begin = fence + FENCE.length;
      for (let end = text.indexOf(FENCE_END, begin); end >= 0; end = text.indexOf(FENCE_END, end + 1)) {
        const to = afterSpace(text, end + FENCE_END.length);
        if (!text.startsWith(CALL_END, to)) continue;
        const name = strippedSpan(text, rest, fence);
        const given = strippedSpan(text, begin, end);
        return {
          name: text.slice(name.from, name.to),
          nameSpan: name,
          argumentsText: text.slice(given.from, given.to),
          argumentsSpan: given,
          to,
        };
      }
      return null;
    }),
});
