import { readJavascriptJson } from '../../text/languages/index.ts';
import { isObject } from '../../text/json/index.ts';
import { type LayerItem, parsedCall, type RawToolCall, untilRaised } from '../kit/index.ts';
import { langchainLayer } from './layer.ts';
import { langchainWords } from './words.ts';

const words = {
  ...langchainWords,
  'json-syntax': 'LangChain moves this call to invalid_tool_calls, because `JSON.parse` rejects the arguments',
  'falsy-arguments': 'The arguments are `null`, `0`, `false` or an empty string: LangChain replaces them with `{}`',
  'gave-up': 'An entry is `null`: LangChain catches its own TypeError, and the message has no calls at all',
} as const;

type Code = keyof typeof words;

/**
 * What `new AIMessage` makes of `additional_kwargs.tool_calls` where nobody gives it `tool_calls`: calls, and
 * `invalid_tool_calls` for arguments that are not JSON. It never raises.
 */
export const aiMessage = langchainLayer<Code>({
  slug: 'ai-message',
  flag: 'AIMessage',
  emulates: 'The message class of LangChain (JavaScript): arguments that are not JSON go to invalid_tool_calls.',
  file: 'messages/tool.ts',
  words,
  gaveUp: 'gave-up',
  read: (entries) => untilRaised(entries, readEntry),
});

function readEntry(entry: RawToolCall): LayerItem<Code> {
  const { value, fun, id, name, given } = entry;
  if (value === null) return { kind: 'raises', raises: 'TypeError', refusal: { code: 'gave-up', of: 'entry' } };
  if (!fun) return { kind: 'skipped', code: 'no-function' };
  const reading = readJavascriptJson(given);
  if (!reading.ok) return { kind: 'invalid', name, id, given, refusal: { code: 'json-syntax', json: reading } };
  const called = name || '';
  if (!reading.value) return { kind: 'call', name: called, id, value: {}, text: '{}', notes: ['falsy-arguments'] };
  return parsedCall(
    { name: called, id, given },
    reading.value,
    isObject(reading.value) ? [] : ['non-object-arguments'],
  );
}
