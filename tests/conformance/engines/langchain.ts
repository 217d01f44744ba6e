import { javascriptText, readJavascriptJson } from '../../../src/core/text/languages/javascript/json.ts';
import { openDocument } from '../../../src/core/trace/response.ts';
import { generateText, generateTextZod } from '../../../src/core/engines/ai/generate-text.ts';
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
import {
  parseChatCompletionPlain,
  parseChatCompletionStrict,
  zodFunction,
} from '../../../src/core/engines/openai/parse-chat-completion.ts';
import type { Runtime } from '../../../src/core/engines/runtime.ts';
import type { ToolDefinition } from '../../../src/core/index.ts';
import type { EngineAnswers, EngineLine } from './engine.ts';
import { plainValue, present, withoutLine } from './javascript.ts';

// What the app layers answer: LangChain, openai and the Vercel AI SDK. All but two parsers are given one call.

interface LayerLine extends EngineLine {
  /** An entry of `tool_calls`. */
  readonly toolCall?: unknown;
}

const layers: Record<string, { readonly runtime: LayerRuntime; readonly shown: Shown }> = {
  AIMessage: { runtime: aiMessage, shown: { invalid: langchainInvalid, call: langchainCall } },
  AIMessageChunk: { runtime: aiMessageChunk, shown: { invalid: chunkInvalid, call: langchainCall } },
  'AIMessageChunk-three-pieces': { runtime: aiMessageChunk, shown: { invalid: chunkInvalid, call: langchainCall } },
  parseToolCall: { runtime: parseToolCall, shown: { call: parsedCall } },
  'parseToolCall-partial': { runtime: parseToolCallPartial, shown: { call: parsedCall } },
  JsonOutputToolsParser: { runtime: jsonOutputToolsParser, shown: { call: langchainCall } },
  'parseChatCompletion-strict': { runtime: parseChatCompletionStrict, shown: { content: null, call: openaiCall } },
  'parseChatCompletion-plain': { runtime: parseChatCompletionPlain, shown: { content: null, call: openaiCall } },
  zodFunction: { runtime: zodFunction, shown: { content: null, call: openaiCall, tools: zodTools(true) } },
  generateText: { runtime: generateText, shown: { invalid: aiInvalid, call: langchainCall } },
  'generateText-zod': {
    runtime: generateTextZod,
    shown: { invalid: aiInvalid, call: langchainCall, tools: zodTools(false) },
  },
};

const textParsers: Record<string, JsonOutputRuntime> = {
  JsonOutputParser: jsonOutputParser,
  'JsonOutputParser-partial': jsonOutputParserPartial,
};

const parsers: Record<string, Runtime> = {
  ...textParsers,
  ...Object.fromEntries(Object.entries(layers).map(([parser, { runtime }]) => [parser, runtime])),
};

/** What a line says of an item. */
interface Shown {
  /** Null where the message of the line has none; '' elsewhere. */
  readonly content?: null;
  readonly tools?: readonly ToolDefinition[];
  readonly call: (item: LayerItem & { kind: 'call' }, entry: RawToolCall) => unknown;
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

/** The packages, by what the ids of their runtimes begin with. */
const packages = { langchain: '@langchain/core', openai: 'openai', ai: 'ai' } as const;

export const appLayers: readonly EngineAnswers[] = Object.entries(packages).map(([prefix, engine]) => ({
  engine,
  asked: ['toolCall'],
  streamed: [],
  notes: [],
  answer: answerLayer,
  held: Object.entries(parsers)
    .filter(([, runtime]) => runtime.id.startsWith(`${prefix}:`))
    .map(([parser, runtime]) => ({ runtime, file: `langchain/${parser}.jsonl`, asks: { engine, parser } })),
  runtimeOf: ({ parser }): Runtime | undefined => parsers[parser],
  // They are given calls; the page is given texts.
  served: () => null,
}));

function answerLayer({ parser, text, tools, toolCall }: LayerLine): unknown {
  const layer = layers[parser];
  const textParser = textParsers[parser];
  if (textParser !== undefined) return answerText(textParser, text);
  if (layer === undefined) return { unsupported: true };
  const { runtime, shown } = layer;
  const { document, nativeNode } = openDocument({ tool_calls: [toolCall] });
  const entries = rawToolCalls(document, nativeNode?.kind === 'array' ? nativeNode.items : []);
  const declared = shown.tools ?? tools;
  const items = runtime.layer.read(entries, declared);
  const [entry] = entries as [RawToolCall];
  const last = items.at(-1);
  const raises = last?.kind === 'raises' && runtime.layer.gaveUp === undefined ? raisedText(last, entry) : undefined;
  const kept = <Kind extends LayerItem['kind']>(kind: Kind): (LayerItem & { kind: Kind })[] =>
    raises === undefined ? items.filter((item): item is LayerItem & { kind: Kind } => item.kind === kind) : [];
  return present({
    expected: present({
      calls: kept('call').map((item) => shown.call(item, entry)),
      invalid: shown.invalid && kept('invalid').map((item) => shown.invalid?.(item, entry, declared)),
      content: shown.content === null ? null : '',
    }),
    raises,
  });
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

function openaiCall({ name, value }: Call, { fun, given }: RawToolCall): unknown {
  if (fun === undefined || fun === null) return { arguments: null };
  return present({
    name,
    arguments: value === undefined ? null : plainValue(value),
    argumentsText: given,
    parsed: value !== undefined,
  });
}

function aiInvalid(
  { name, given, refusal }: Invalid,
  { given: text }: RawToolCall,
  tools: readonly ToolDefinition[],
): unknown {
  const { code, json, issues } = refusal;
  const value = readJavascriptJson(text);
  const why =
    code === 'undeclared-tool'
      ? `NoSuchToolError: Model tried to call unavailable tool '${String(name)}'. Available tools: ${tools.map((tool) => tool.name).join(', ')}.`
      : `InvalidToolInputError: Invalid input for tool ${String(name)}: ${
          issues === undefined
            ? `JSON parsing failed: Text: ${String(text)}.\nError message: ${json === undefined ? 'Object contains forbidden prototype property' : withoutLine(json.message)}`
            : `Type validation failed: Value: ${JSON.stringify(value.ok ? value.value : {})}.\nError message: ${zodText(issues)}`
        }`;
  // The file has so much of it.
  return { name, input: plainValue(given), error: why.slice(0, 400) };
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
): string {
  return `${raises}: ${wordsOf()}`;

  function wordsOf(): string {
    const { json, issues } = refusal;
    if (raises === 'OutputParserException')
      return `Function "${String(name)}" arguments:\n\n${javascriptText(given ?? '')}\n\nare not valid JSON.\nError: ${withoutLine(json?.message ?? '')}\n\nTroubleshooting URL: https://docs.langchain.com/oss/javascript/langchain/errors/OUTPUT_PARSING_FAILURE/\n`;
    if (raises === 'OpenAIError')
      return `Currently only \`function\` tool calls are supported; Received \`${String(memberOf(value, 'type'))}\``;
    if (issues !== undefined) return zodText(issues);
    if (json !== undefined) return withoutLine(json.message);
    if (value === null)
      return `Cannot read properties of null (reading '${refusal.code === 'not-a-function' ? 'type' : 'function'}')`;
    return `Cannot read properties of ${String(fun)} (reading 'name')`;
  }
}
