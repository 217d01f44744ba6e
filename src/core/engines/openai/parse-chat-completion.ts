import { readJavascriptJson } from '../../text/languages/index.ts';
import { type JsonValue, valueToText } from '../../text/json/index.ts';
import type { ToolDefinition } from '../../tools/index.ts';
import {
  appLayerRuntime,
  type CallItem,
  type LayerItem,
  memberOf,
  type RawToolCall,
  readByZod,
  unchecked,
  untilRaised,
  type ZodReading,
} from '../kit/index.ts';

const words = {
  'undeclared-unparsed': 'No declared tool has this name: openai returns the call with `parsed_arguments: null`',
  'not-a-function': 'The `type` of this entry is not `function`',
  'no-function': 'This entry has no `function`, and openai asks for its name',
  'schema-mismatch': 'The arguments do not match the schema of the tool',
  'raises-OpenAIError': 'openai raises OpenAIError: it supports tool calls of the type `function` alone',
  'raises-ZodError': 'zod raises ZodError: the arguments do not match the schema',
} as const;

type Code = keyof typeof words;
type Item = LayerItem<Code>;
type Parse = (tool: ToolDefinition, value: JsonValue) => ZodReading;

const source = { version: 'openai 6.49.0 (npm)', file: 'src/lib/parser.ts' } as const;

/**
 * `chat.completions.parse` where every tool says `strict: true`: `parsed_arguments` is what `JSON.parse` makes of the text.
 * A finish reason of `length` or `content_filter` raises before that; a response here has none.
 */
export const parseChatCompletionStrict = appLayerRuntime<Code>({
  id: 'openai:parse-chat-completion-strict',
  flag: 'strict: true',
  label: 'openai parse (strict tools)',
  emulates: 'The npm package openai with strict tools: arguments that are not JSON raise an exception.',
  source,
  words,
  needsTools: true,
  read: (entries, tools) => readAll(entries, tools, (_tool, value) => unchecked(value)),
});

/** The same where no tool is strict: the arguments stay text, whatever they are. */
export const parseChatCompletionPlain = appLayerRuntime<Code>({
  id: 'openai:parse-chat-completion-plain',
  flag: '',
  label: 'openai parse (plain tools)',
  emulates: 'The npm package openai with plain tools: it returns the arguments as text and parses nothing.',
  source,
  words,
  read: (entries, tools) => readAll(entries, tools, null),
});

/**
 * The same with tools that `zodFunction` made, which zod checks. `zodFunction` refuses a tool with a field that may be left
 * out, so all properties of a declared tool count as required.
 */
export const zodFunction = appLayerRuntime<Code>({
  id: 'openai:zod-function',
  flag: 'zodFunction',
  label: 'openai parse (zodFunction)',
  emulates: 'The npm package openai with tools made by zodFunction: arguments that do not match raise an exception.',
  source: { ...source, file: 'src/helpers/zod.ts' },
  words,
  needsTools: true,
  read: (entries, tools) => readAll(entries, tools, ({ schema }, value) => readByZod(schema, value, true)),
});

/** The types of all entries are looked at before anything is parsed. */
function readAll(
  entries: readonly RawToolCall[],
  tools: readonly ToolDefinition[],
  parse: Parse | null,
): readonly Item[] {
  const wrong = entries.findIndex(({ value }) => memberOf(value, 'type') !== 'function');
  if (wrong < 0)
    return untilRaised(entries, (entry) => (parse === null ? asText(entry) : readEntry(entry, tools, parse)));
  const raises = entries[wrong]?.value === null ? 'TypeError' : 'OpenAIError';
  return [
    ...entries.slice(0, wrong).map((entry) => asText(entry)),
    { kind: 'raises', raises, refusal: { code: 'not-a-function', of: 'entry' } },
  ];
}

function readEntry(entry: RawToolCall, tools: readonly ToolDefinition[], parse: Parse): Item {
  // Without tools nothing asks for the name.
  if (tools.length > 0 && (entry.fun === undefined || entry.fun === null))
    return { kind: 'raises', raises: 'TypeError', refusal: { code: 'no-function', of: 'entry' } };
  const tool = tools.find(({ name }) => name === entry.name);
  if (tool === undefined)
    return { ...asText(entry), value: null, notes: tools.length > 0 ? ['undeclared-unparsed'] : [] };
  const reading = readJavascriptJson(entry.given);
  if (!reading.ok) return { kind: 'raises', raises: 'SyntaxError', refusal: { code: 'json-syntax', json: reading } };
  const parsed = parse(tool, reading.value);
  if (parsed.ok) return { ...asText(entry), value: parsed.value };
  return { kind: 'raises', raises: 'ZodError', refusal: { code: 'schema-mismatch', issues: parsed.issues } };
}

/** The call as it came: its arguments are text, or whatever they are. */
function asText({ name, id, given }: RawToolCall): CallItem<Code> {
  const text = typeof given === 'string' ? given : given === undefined ? '' : valueToText(given);
  return { kind: 'call', name, id, value: undefined, text, notes: [] };
}
