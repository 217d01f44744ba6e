import { readJavascriptJson } from '../../text/languages/index.ts';
import { isObject, type JsonValue } from '../../text/json/index.ts';
import { type LayerItem, parsedCall, type RawToolCall, untilRaised } from '../kit/index.ts';
import { langchainLayer } from './layer.ts';
import { completePartialJson } from './partial-json.ts';
import { langchainWords } from './words.ts';

const words = {
  ...langchainWords,
  'raises-OutputParserException': 'LangChain raises OutputParserException: the arguments of a call are not JSON',
  'not-an-entry': 'This is `null`, and LangChain asks for its parts',
  'completed-arguments': 'The arguments end too early: LangChain passes on what is there, as if it were whole',
  'null-arguments': 'LangChain cannot parse the arguments: it passes on `null`',
  'no-arguments': 'There are no arguments: LangChain passes on `{}`.',
} as const;

type Code = keyof typeof words;

const file = 'output_parsers/openai_tools/json_output_tools_parsers.ts';

/** `parseToolCall` on each entry, with `returnId`. */
export const parseToolCall = langchainLayer<Code>({
  slug: 'parse-tool-call',
  flag: 'parseToolCall',
  emulates: 'LangChain (JavaScript), call by call: arguments that are not JSON raise an exception.',
  file,
  words,
  read: (entries) => untilRaised(entries, readEntry),
});

/** The same with `partial`, as a stream of calls is read: it completes what is cut off, and never raises for arguments. */
export const parseToolCallPartial = langchainLayer<Code>({
  slug: 'parse-tool-call-partial',
  flag: 'parseToolCall, partial',
  name: 'parseToolCall (partial)',
  emulates: 'LangChain (JavaScript) while a stream comes in: arguments that are cut off are completed.',
  file,
  words,
  read: (entries) => untilRaised(entries, readPartialEntry),
});

/**
 * The parser of a chain, on the raw calls of a message that has no `tool_calls` of its own. Where it has some, the parser takes
 * those, and what became an invalid call is gone.
 */
export const jsonOutputToolsParser = langchainLayer<Code>({
  slug: 'json-output-tools-parser',
  flag: 'JsonOutputToolsParser',
  emulates: 'The output parser of LangChain (JavaScript) for tool calls: one call that is not JSON ends all of them.',
  file,
  words,
  read: (entries) => untilRaised(entries, readEntry),
});

function readEntry(entry: RawToolCall): LayerItem<Code> {
  const { value, fun, given } = entry;
  if (value === null || fun === null)
    return { kind: 'raises', raises: 'TypeError', refusal: { code: 'not-an-entry', of: 'entry' } };
  if (fun === undefined) return { kind: 'skipped', code: 'no-function' };
  const reading = readJavascriptJson(given);
  if (!reading.ok)
    return { kind: 'raises', raises: 'OutputParserException', refusal: { code: 'json-syntax', json: reading } };
  return parsed(entry, reading.value);
}

function readPartialEntry(entry: RawToolCall): LayerItem<Code> {
  const { value, fun, id, name, given } = entry;
  if (value === null) return { kind: 'raises', raises: 'TypeError', refusal: { code: 'not-an-entry', of: 'entry' } };
  if (fun === undefined || fun === null) return { kind: 'skipped', code: 'no-function' };
  if (given === undefined || given === null)
    return { kind: 'call', name, id, value: {}, text: '{}', notes: ['no-arguments'] };
  const reading = readJavascriptJson(given);
  if (reading.ok) return parsed(entry, reading.value);
  const text = typeof given === 'string' ? completePartialJson(given) : null;
  if (text === null) return { kind: 'call', name, id, value: null, text: 'null', notes: ['null-arguments'] };
  const completed = JSON.parse(text) as JsonValue;
  return { kind: 'call', name, id, value: completed, text, notes: ['completed-arguments'] };
}

function parsed(entry: RawToolCall, value: JsonValue): LayerItem<Code> {
  return parsedCall(entry, value, isObject(value) ? [] : ['non-object-arguments']);
}
