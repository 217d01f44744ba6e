import { javascriptText, readJavascriptJson } from '../../../src/core/text/languages/javascript/json.ts';
import { openDocument } from '../../../src/core/trace/response.ts';
import { aiLayers } from '../../../src/core/engines/ai/generate-text.ts';
import { newest as ai7 } from '../../../src/core/engines/ai/release.ts';
import { release6 as ai6 } from '../../../src/core/engines/frozen/ai-6/release.ts';
import { release6 as openai6 } from '../../../src/core/engines/frozen/openai-6/release.ts';
import {
  memberOf,
  rawToolCalls,
  type LayerItem,
  type LayerRuntime,
  type RawToolCall,
} from '../../../src/core/engines/kit/app-layer.ts';
import type { ZodIssue } from '../../../src/core/engines/kit/zod.ts';
import { aiMessageChunk } from '../../../src/core/engines/langchain/ai-message-chunk.ts';
import { aiMessage } from '../../../src/core/engines/langchain/ai-message.ts';
import {
  jsonOutputParser,
  jsonOutputParserPartial,
  type JsonOutputRuntime,
} from '../../../src/core/engines/langchain/json-output-parser.ts';
import {
  jsonOutputToolsParser,
  parseToolCall,
  parseToolCallPartial,
} from '../../../src/core/engines/langchain/parse-tool-call.ts';
import { openaiLayers } from '../../../src/core/engines/openai/parse-chat-completion.ts';
import { newest as openai7 } from '../../../src/core/engines/openai/release.ts';
import type { Runtime } from '../../../src/core/engines/runtime.ts';
import type { ToolDefinition } from '../../../src/core/index.ts';
import type { EngineAnswers, EngineLine } from './engine.ts';
import { plainValue, present, withoutLine } from './javascript.ts';

// What the app layers answer: LangChain, openai and the Vercel AI SDK. All but two parsers are given one call, or several.

interface LayerLine extends EngineLine {
  /** An entry of `tool_calls`. */
  readonly toolCall?: unknown;
  /** All entries, where there may be several. */
  readonly toolCalls?: readonly unknown[];
}

type Layers = Record<string, { readonly runtime: LayerRuntime; readonly shown: Shown }>;

const langchainLayers: Layers = {
  AIMessage: { runtime: aiMessage, shown: { invalid: langchainInvalid, call: langchainCall } },
  AIMessageChunk: { runtime: aiMessageChunk, shown: { invalid: chunkInvalid, call: langchainCall } },
  'AIMessageChunk-three-pieces': { runtime: aiMessageChunk, shown: { invalid: chunkInvalid, call: langchainCall } },
  parseToolCall: { runtime: parseToolCall, shown: { call: parsedCall } },
  'parseToolCall-partial': { runtime: parseToolCallPartial, shown: { call: parsedCall } },
  JsonOutputToolsParser: { runtime: jsonOutputToolsParser, shown: { call: langchainCall } },
};

/** What the exceptions of a major of openai say. */
type OpenaiWords = Pick<Shown, 'syntax' | 'supported'>;

function layersOfOpenai(release: typeof openai7, words: OpenaiWords): Layers {
  const { strict, plain, zodFunction } = openaiLayers(release);
  const shown = { content: null, call: openaiCall, ...words } as const;
  return {
    'parseChatCompletion-strict': { runtime: strict, shown },
    'parseChatCompletion-plain': { runtime: plain, shown },
    zodFunction: { runtime: zodFunction, shown: { ...shown, tools: zodTools(true) } },
  };
}

function layersOfAi(release: typeof ai7, named: NamedError): Layers {
  const { json, zod } = aiLayers(release);
  const shown = { invalid: aiInvalid(named), call: aiCall } as const;
  return {
    generateText: { runtime: json, shown },
    'generateText-zod': { runtime: zod, shown: { ...shown, tools: zodTools(false) } },
  };
}

/** The layers of a release by `engine` of their lines, which has its version. */
const releases: Record<string, Layers> = {
  '@langchain/core@1.4.0': langchainLayers,
  'openai@7.57.0': layersOfOpenai(openai7, {
    syntax: () => 'Error reading response: invalid structured output JSON.',
    supported: '`function` and `custom`',
  }),
  'openai@6.49.0': layersOfOpenai(openai6, {}),
  'ai@7.0.173': layersOfAi(ai7, (name, message) => `${name}: ${message}`),
  'ai@6.0.326': layersOfAi(ai6, (_name, message) => message),
};

const textParsers: Record<string, JsonOutputRuntime> = {
  JsonOutputParser: jsonOutputParser,
  'JsonOutputParser-partial': jsonOutputParserPartial,
};

/** The runtimes of a release, each with its parser. */
function parsersOf(engine: string): readonly (readonly [string, Runtime])[] {
  const layers = Object.entries(releases[engine] ?? {}).map(([parser, { runtime }]) => [parser, runtime] as const);
  return engine.startsWith('@langchain/') ? [...layers, ...Object.entries(textParsers)] : layers;
}

/** What a line says of an item. */
interface Shown {
  /** Null where the message of the line has none; '' elsewhere. */
  readonly content?: null;
  readonly tools?: readonly ToolDefinition[];
  readonly call: (item: LayerItem & { kind: 'call' }, entry: RawToolCall) => unknown;
  /** What an exception says in place of the words of `JSON.parse`; absent where it says those. */
  readonly syntax?: (message: string) => string;
  /** The types of calls that an exception says are supported; `function` where absent. */
  readonly supported?: string;
  /** Absent where nothing is kept as invalid. */
  readonly invalid?: (
    item: LayerItem & { kind: 'invalid' },
    entry: RawToolCall,
    tools: readonly ToolDefinition[],
  ) => unknown;
}

/** The tools of the zod lines, which were declared with zod, two of them and with fewer fields. */
function zodTools(daysRequired: boolean): readonly ToolDefinition[] {
  const properties = { city: { type: 'string' }, days: { type: 'number' } };
  const required = daysRequired ? ['city', 'days'] : ['city'];
  return [
    { name: 'get_weather', schema: { type: 'object', properties, required } },
    { name: 'ping', schema: { type: 'object', properties: {} } },
  ];
}

export const appLayers: readonly EngineAnswers[] = ['@langchain/core', 'openai', 'ai'].map((engine) => ({
  engine,
  asked: ['toolCall', 'toolCalls'],
  streamed: [],
  notes: [],
  answer: answerLayer,
  held: Object.keys(releases)
    .filter((release) => release.startsWith(`${engine}@`))
    .flatMap((release) =>
      parsersOf(release).map(([parser, runtime]) => ({
        runtime,
        file: `langchain/${parser}.jsonl`,
        asks: { engine: release, parser },
      })),
    ),
  runtimeOf: (line): Runtime | undefined => parsersOf(line.engine).find(([parser]) => parser === line.parser)?.[1],
  // They are given calls; the page is given texts.
  served: () => null,
}));

function answerLayer({ engine, parser, text, tools, toolCall, toolCalls = [toolCall] }: LayerLine): unknown {
  const layer = releases[engine]?.[parser];
  const textParser = textParsers[parser];
  if (textParser !== undefined) return answerText(textParser, text);
  if (layer === undefined) return { unsupported: true };
  const { runtime, shown } = layer;
  const { document, nativeNode } = openDocument({ tool_calls: toolCalls });
  const entries = rawToolCalls(document, nativeNode?.kind === 'array' ? nativeNode.items : []);
  const declared = shown.tools ?? tools;
  const items = runtime.layer.read(entries, declared);
  const last = items.at(-1);
  const raises =
    last?.kind === 'raises' && runtime.layer.gaveUp === undefined
      ? raisedText(last, entries[items.length - 1] as RawToolCall, shown)
      : undefined;
  const kept = last?.kind !== 'raises' ? items.map((item) => originOf(item, items, entries)) : [];
  return present({
    expected: present({
      calls: kept.flatMap(({ item, entry }) => (item.kind === 'call' ? [shown.call(item, entry)] : [])),
      invalid:
        shown.invalid &&
        kept.flatMap(({ item, entry }) => (item.kind === 'invalid' ? [shown.invalid?.(item, entry, declared)] : [])),
      content: shown.content === null ? null : '',
    }),
    raises,
  });
}

interface Origin {
  readonly item: LayerItem;
  readonly entry: RawToolCall;
}

/** An item and its entry. An invalid call that is listed again is the first one with its id. */
function originOf(item: LayerItem, items: readonly LayerItem[], entries: readonly RawToolCall[]): Origin {
  const isAgain = item.kind === 'invalid' && item.refusal.code === 'repeated-id';
  const at = isAgain ? items.findIndex((one) => 'id' in one && one.id === item.id) : items.indexOf(item);
  return { item: items[at] as LayerItem, entry: entries[at] as RawToolCall };
}

function answerText(runtime: JsonOutputRuntime, text: string): unknown {
  const output = runtime.parse(text);
  if (output.ok) return { expected: { calls: [], value: plainValue(output.value), content: text } };
  if (runtime === jsonOutputParserPartial) return { expected: { calls: [], value: null, content: text } };
  return { expected: { calls: [], content: text }, raises: `SyntaxError: ${withoutLine(output.message)}` };
}

type Call = LayerItem & { kind: 'call' };
type Invalid = LayerItem & { kind: 'invalid' };

function langchainCall({ name, value, id }: Call): unknown {
  return present({ name, arguments: plainValue(value), callId: id });
}

/** The file has the type of the item where it has no name. */
function parsedCall({ name, ...rest }: Call): unknown {
  return langchainCall({ ...rest, name: name ?? 'tool_call' });
}

function langchainInvalid({ name, given, id }: Invalid): unknown {
  return present({ name, args: given, id, error: 'Malformed args.' });
}

function chunkInvalid(item: Invalid): unknown {
  return { ...(langchainInvalid(item) as object), type: 'invalid_tool_call' };
}

function openaiCall({ name, value }: Call, { value: whole, fun, given }: RawToolCall): unknown {
  const isNone = fun === undefined || fun === null;
  const custom = memberOf(whole, 'type') === 'custom' ? memberOf(whole, 'custom') : undefined;
  if (isNone && custom === undefined) return { arguments: null };
  return present({
    name,
    arguments: value === undefined ? null : plainValue(value),
    argumentsText: isNone ? memberOf(custom, 'input') : given,
    parsed: value !== undefined,
  });
}

/** An id that the provider made up is not in the line. */
function aiCall({ name, value, id }: Call): unknown {
  return langchainCall({ name, value, id: id ?? undefined } as Call);
}

/** How an error has the error that caused it in its text. */
type NamedError = (name: string, message: string) => string;

function aiInvalid(named: NamedError): Shown['invalid'] {
  return ({ name, given, refusal }, { given: text }, tools) => {
    const { code, json, issues } = refusal;
    const value = readJavascriptJson(text);
    const syntax =
      json === undefined
        ? named('SyntaxError', 'Object contains forbidden prototype property')
        : named('SyntaxError', withoutLine(json.message));
    const why =
      code === 'undeclared-tool'
        ? `NoSuchToolError: Model tried to call unavailable tool '${String(name)}'. Available tools: ${tools.map((tool) => tool.name).join(', ')}.`
        : `InvalidToolInputError: Invalid input for tool ${String(name)}: ${
            issues === undefined
              ? named('AI_JSONParseError', `JSON parsing failed: Text: ${String(text)}.\nError message: ${syntax}`)
              : named(
                  'AI_TypeValidationError',
                  `Type validation failed: Value: ${JSON.stringify(value.ok ? value.value : {})}.\nError message: ${zodText(issues)}`,
                )
          }`;
    // The file has so much of it.
    return { name, input: plainValue(given), error: why.slice(0, 400) };
  };
}

function zodText(issues: readonly ZodIssue[]): string {
  const shown = issues.map(({ path, expected, received }) => ({
    expected,
    code: 'invalid_type',
    ...(expected === 'number' && received.endsWith('Infinity') ? { received } : {}),
    path,
    message: `Invalid input: expected ${expected}, received ${received}`,
  }));
  return JSON.stringify(shown, null, 2);
}

function raisedText(
  { raises, refusal }: LayerItem & { kind: 'raises' },
  { value, fun, name, given }: RawToolCall,
  { syntax = (message) => message, supported = '`function`' }: Shown,
): string {
  return `${raises}: ${wordsOf()}`;

  function wordsOf(): string {
    const { json, issues } = refusal;
    if (raises === 'OutputParserException')
      return `Function "${String(name)}" arguments:\n\n${javascriptText(given ?? '')}\n\nare not valid JSON.\nError: ${withoutLine(json?.message ?? '')}\n\nTroubleshooting URL: https://docs.langchain.com/oss/javascript/langchain/errors/OUTPUT_PARSING_FAILURE/\n`;
    if (raises === 'APICallError') return 'Invalid JSON response';
    // The lines have no other part of another type.
    if (refusal.code === 'other-type')
      return 'field[args] already exists in the message chunk, but with a different type.';
    if (raises === 'OpenAIError')
      return `Currently only ${supported} tool calls are supported; Received \`${String(memberOf(value, 'type'))}\``;
    if (issues !== undefined) return zodText(issues);
    if (json !== undefined) return syntax(withoutLine(json.message));
    if (value === null)
      return `Cannot read properties of null (reading '${refusal.code === 'not-a-function' ? 'type' : 'function'}')`;
    return `Cannot read properties of ${String(fun)} (reading 'name')`;
  }
}
