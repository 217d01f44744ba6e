import { readJavascriptJson } from '../../text/languages/index.ts';
import { type JsonValue, valueToText } from '../../text/json/index.ts';
import type { ToolDefinition } from '../../tools/index.ts';
import {
  appLayerRuntime,
  type CallItem,
  type LayerItem,
  type LayerRuntime,
  memberOf,
  type RawToolCall,
  readByZod,
  unchecked,
  untilRaised,
  type ZodReading,
} from '../kit/index.ts';
import { refusedType, type Release, type ReleaseCode } from './release.ts';

const words = {
  'undeclared-unparsed': 'No declared tool has this name: openai returns the call with `parsed_arguments: null`',
  'custom-call': 'The type of this call is `custom`: openai returns it as it is, its input is any text',
  'no-function': 'This entry has no `function`, and openai asks for its name',
  'schema-mismatch': 'The arguments do not match the schema of the tool',
  'raises-ZodError': 'zod raises ZodError: the arguments do not match the schema',
} as const;

type Code = keyof typeof words | ReleaseCode;
type Item = LayerItem<Code>;
type Parse = (tool: ToolDefinition, value: JsonValue) => ZodReading;

export interface OpenaiLayers {
  /**
   * `chat.completions.parse` where every tool says `strict: true`: `parsed_arguments` is what `JSON.parse` makes of the text.
   * A finish reason of `length` or `content_filter` raises before that; a response here has none.
   */
  readonly strict: LayerRuntime;
  /**
   * The last step of `chat.completions.stream` where no tool is strict: the arguments stay text, whatever they are. In 7 it is
   * also what `chat.completions.create` returns. `chat.completions.parse` refuses such tools before it sends anything.
   */
  readonly plain: LayerRuntime;
  /**
   * The same as `strict` with tools that `zodFunction` made, which zod checks. `zodFunction` refuses a tool with a field that may
   * be left out, so all properties of a declared tool count as required.
   */
  readonly zodFunction: LayerRuntime;
}

/** What a release of the npm package openai makes of a whole response. */
export function openaiLayers(release: Release): OpenaiLayers {
  const { version, names } = release;
  const source = { version: `openai ${version} (npm)`, file: 'src/lib/parser.ts' } as const;
  const allWords = { ...words, ...release.words };
  return {
    strict: appLayerRuntime<Code>({
      id: `openai:parse-chat-completion-strict${names.id}`,
      flag: 'strict: true',
      label: `${names.label} parse (strict tools)`,
      emulates: `The npm package openai with strict tools: arguments that are not JSON raise an exception.${names.emulates}`,
      source,
      words: allWords,
      needsTools: true,
      read: (entries, tools) => readAll(release, entries, tools, (_tool, value) => unchecked(value)),
    }),
    plain: appLayerRuntime<Code>({
      id: `openai:parse-chat-completion-plain${names.id}`,
      flag: '',
      label: `${names.label} parse (plain tools)`,
      emulates: `The npm package openai with plain tools: it returns the arguments as text and parses nothing.${names.emulates}`,
      source,
      words: allWords,
      read: (entries) => readPlain(release, entries),
    }),
    zodFunction: appLayerRuntime<Code>({
      id: `openai:zod-function${names.id}`,
      flag: 'zodFunction',
      label: `${names.label} parse (zodFunction)`,
      emulates: `The npm package openai with tools made by zodFunction: arguments that do not match raise an exception.${names.emulates}`,
      source: { ...source, file: 'src/helpers/zod.ts' },
      words: allWords,
      needsTools: true,
      read: (entries, tools) => readAll(release, entries, tools, ({ schema }, value) => readByZod(schema, value, true)),
    }),
  };
}

function readAll(
  release: Release,
  entries: readonly RawToolCall[],
  tools: readonly ToolDefinition[],
  parse: Parse,
): readonly Item[] {
  return untilRefused(release.refusedFirst(entries), entries, (entry) => {
    const turn = release.turn(entry);
    if (turn === 'refuse') return { kind: 'raises', ...refusedType(entry) };
    return turn === 'pass' ? asText(entry) : readEntry(entry, tools, parse);
  });
}

function readPlain(release: Release, entries: readonly RawToolCall[]): readonly Item[] {
  return untilRefused(release.refusedInPlain(entries), entries, asText);
}

/** @param refused the entry whose type ends everything before anything is read; -1 where there is none */
function untilRefused(
  refused: number,
  entries: readonly RawToolCall[],
  read: (entry: RawToolCall) => Item,
): readonly Item[] {
  const entry = entries[refused];
  if (entry === undefined) return untilRaised(entries, read);
  return [...entries.slice(0, refused).map(asText), { kind: 'raises', ...refusedType(entry) }];
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

/** The call as it came: its arguments are text, or whatever they are. A custom call has its name and its text elsewhere. */
function asText({ value, name, id, given }: RawToolCall): CallItem<Code> {
  const custom = memberOf(value, 'custom');
  const isCustom = memberOf(value, 'type') === 'custom';
  const isElsewhere = isCustom && (memberOf(value, 'function') ?? null) === null && custom !== undefined;
  const text = isElsewhere ? memberOf(custom, 'input') : given;
  return {
    kind: 'call',
    name: isElsewhere ? memberOf(custom, 'name') : name,
    id,
    value: undefined,
    text: typeof text === 'string' ? text : text === undefined ? '' : valueToText(text),
    notes: isCustom ? ['custom-call'] : [],
  };
}
