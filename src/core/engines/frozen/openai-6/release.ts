import { memberOf, type RawToolCall } from '../../kit/index.ts';
import type { Release } from '../../openai/release.ts';

/** The types of all entries are looked at before anything is parsed, and only `function` will do. */
export const release6: Release = {
  version: '6.49.0',
  names: {
    id: '@6',
    label: 'openai 6',
    emulates: ' It raises for calls of the type `custom`, which 7 returns as they are, and looks at all types first.',
  },
  words: {
    'not-a-function': 'The `type` of this entry is not `function`',
    'raises-OpenAIError': 'openai raises OpenAIError: it supports tool calls of the type `function` alone',
    'raises-SyntaxError': '`JSON.parse` raises SyntaxError for the arguments of a call',
  },
  refusedInPlain: firstOtherType,
  refusedFirst: firstOtherType,
  turn: () => 'parse',
};

function firstOtherType(entries: readonly RawToolCall[]): number {
  return entries.findIndex(({ value }) => memberOf(value, 'type') !== 'function');
}
