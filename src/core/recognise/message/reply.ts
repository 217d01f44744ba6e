import { CLASS_KEY } from '../printed/index.ts';
import { rawTexts } from '../raw-text.ts';
import type { RecognisedReply } from '../recognised.ts';
import {
  at,
  firstAt,
  hasAny,
  isObject,
  jsonSource,
  itemsOf,
  plainSpan,
  slice,
  stringAt,
  stringOf,
  type Source,
  unpacked,
} from '../sources.ts';

/** Who a message is from. `item`: a call or a result that is a message of its own, as in the Responses API. */
export type Role = 'assistant' | 'user' | 'system' | 'tool' | 'item';

const roles: ReadonlyMap<string, Exclude<Role, 'item'>> = new Map([
  ...(
    [
      'assistant',
      'model',
      'ai',
      'gpt',
      'bot',
      'chatbot',
      'chatgpt',
      'aimessage',
      'aimessagechunk',
      'assistantmessage',
      'modelresponse',
      'gemini',
    ] as const
  ).map((name) => [name, 'assistant'] as const),
  ...(['user', 'human', 'humanmessage', 'humanmessagechunk', 'usermessage', 'modelrequest'] as const).map(
    (name) => [name, 'user'] as const,
  ),
  ...(['system', 'developer', 'systemmessage', 'systemmessagechunk'] as const).map((name) => [name, 'system'] as const),
  ...(
    [
      'tool',
      'function',
      'ipython',
      'observation',
      'tool_response',
      'toolmessage',
      'functionmessage',
      'tool_result',
      // The sessions of pi and OpenClaw
      'toolresult',
    ] as const
  ).map((name) => [name, 'tool'] as const),
]);

/** Who is meant by this name; undefined where it names nobody. */
export function roleNamed(name: string): Exclude<Role, 'item'> | undefined {
  return roles.get(name.toLowerCase());
}

/** The items of the Responses API beside messages (OpenAI API reference, "Input item list"). */
const items: ReadonlySet<string> = new Set([
  'function_call',
  'function_call_output',
  'reasoning',
  'custom_tool_call',
  'custom_tool_call_output',
  'local_shell_call',
  'local_shell_call_output',
]);

export interface Message {
  readonly role: Role;
  /** What holds the content. */
  readonly body: Source;
}

/**
 * One message in any of the shapes in which they are written down: OpenAI, Anthropic, Gemini, the Responses API, LangChain
 * (`{type, content}`, `{type, data}`, `{lc, id, kwargs}` and what Python prints), ShareGPT, what OpenCode, Gemini CLI and
 * LibreChat keep, and a message with an envelope, as in the files of Claude Code and Codex.
 */
export function messageOf(source: Source): Message | null {
  return messageWithin(source, MOST_LEVELS);
}

/** So deep are parts in parts, and messages in envelopes. What is deeper is no message. */
const MOST_LEVELS = 8;

function messageWithin(source: Source, levels: number): Message | null {
  if (!isObject(source) || levels === 0) return null;
  const inner = at(source, 'kwargs') ?? at(source, 'data') ?? at(source, 'message') ?? at(source, 'payload');
  const named = roleNamed(roleName(source) ?? '');
  if (named !== undefined) {
    const isEnvelope = isObject(inner) && !hasAny(source, ['content', 'parts', 'text']);
    return { role: named, body: isEnvelope ? inner : source };
  }
  const type = stringAt(source, 'type');
  if (type !== null && items.has(type)) return { role: 'item', body: source };
  const event = partOfEvent(source);
  if (event !== null) return { role: 'assistant', body: event };
  return isObject(inner) && hasAny(inner, ['role', 'type']) ? messageWithin(inner, levels - 1) : null;
}

/** What an event of OpenCode tells of a message: `opencode run --format json` writes one part on each line, all of them the model's. */
function partOfEvent(source: Source): Source | null {
  const properties = at(source, 'properties');
  const part = at(isObject(properties) ? properties : source, 'part');
  if (!isObject(part) || stringAt(part, 'messageID') === null) return null;
  if (!/^(?:text|reasoning|tool)$/.test(stringAt(part, 'type') ?? '')) return null;
  return jsonSource(`{"parts":[${slice(part)}]}`);
}

function roleName(source: Source): string | null {
  const author = at(source, 'author');
  const info = at(source, 'info');
  // LibreChat and SillyTavern.
  const isUsers = firstAt(source, ['isCreatedByUser', 'is_user'])?.node.kind;
  if (isUsers === 'true' || isUsers === 'false') return isUsers === 'true' ? 'user' : 'assistant';
  const constructor = itemsOf(at(source, 'lc') === null ? null : at(source, 'id')).at(-1) ?? null;
  const type = stringAt(source, 'type');
  return (
    stringAt(source, 'role') ??
    // Haystack, and Spring AI.
    stringAt(source, '_role') ??
    stringAt(source, 'messageType') ??
    // OpenCode.
    (isObject(info) ? stringAt(info, 'role') : null) ??
    stringAt(source, 'from') ??
    stringOf(constructor) ??
    // Pydantic AI.
    kindName(source) ??
    eventRole(source) ??
    stringAt(source, CLASS_KEY) ??
    (isObject(author) ? stringAt(author, 'role') : stringOf(author)) ??
    stringAt(source, 'speaker') ??
    stringAt(source, 'sender') ??
    (hasAny(source, ['content', 'data', 'message', 'text']) ? type : null)
  );
}

const KIRO: ReadonlyMap<string, string> = new Map([
  ['Prompt', 'user'],
  ['AssistantMessage', 'assistant'],
  ['ToolResults', 'tool'],
]);

/** `{"parts": [{"part_kind": …}], "kind": "response"}`, and `{"kind": "Prompt", "data": {…}}`. */
function kindName(source: Source): string | null {
  const kind = stringAt(source, 'kind');
  // Kiro's sessions, whose lines and parts have a kind and data.
  if (kind !== null && isObject(at(source, 'data'))) return KIRO.get(kind) ?? null;
  const [first] = itemsOf(at(source, 'parts'));
  if (first === undefined || at(first, 'part_kind') === null) return null;
  return kind === 'response' ? 'modelresponse' : kind === 'request' ? 'modelrequest' : null;
}

/** The messages of AutoGen 0.4 say which agent they are from, and are of the user only where that is its name. */
function eventRole(source: Source): string | null {
  const type = stringAt(source, CLASS_KEY) ?? stringAt(source, 'type') ?? '';
  const from = stringAt(source, 'source');
  if (
    from === null ||
    !/^(?:TextMessage|ThoughtEvent|ToolCall(?:Request|Execution)Event|ToolCallSummaryMessage)$/.test(type)
  )
    return null;
  return /^ToolCall[ES]/.test(type) ? 'tool' : from === 'user' ? 'user' : 'assistant';
}

/** What an assistant's message says: one reply, or one for each step of a message of the AI SDK. */
export function repliesOf({ body }: Message): RecognisedReply[] {
  const steps = stepsOf(body);
  return steps === null
    ? [replyOf(body)]
    : steps.map((parts) =>
        joined(
          parts.flatMap((part) => textsOf(part)),
          parts.flatMap((part) => callsOfPart(part)),
        ),
      );
}

/** Text and native calls of one message. */
export function replyOf(body: Source): RecognisedReply {
  const content = contentOf(body);
  return joined(content === null ? [] : textsOf(content), nativeOf(body, content));
}

/** The text of a message that is not the assistant's; null for none. */
export function plainTextOf({ body }: Message): string | null {
  const content = contentOf(body);
  return content === null ? null : textOfContent(content);
}

/** The text of a content: a string, or the parts that are text. */
export function textOfContent(content: Source): string | null {
  const texts = textsOf(content);
  return texts.length === 0 ? null : texts.map(({ text }) => text).join('');
}

interface TextPiece {
  readonly text: string;
  readonly source: Source;
}

function joined(texts: readonly TextPiece[], calls: readonly string[]): RecognisedReply {
  const native =
    calls.length === 0
      ? null
      : calls.length === 1 && calls[0]?.startsWith('[') === true
        ? calls[0]
        : `[${calls.join(',\n')}]`;
  const [first] = texts;
  if (first === undefined) return { text: null, native, span: null };
  const text = texts.length === 1 ? first.text : texts.map((piece) => piece.text).join('');
  return { text, native, span: texts.length === 1 ? plainSpan(first.source) : null };
}

function contentOf(body: Source): Source | null {
  // The parts of a message may be all that there is of it.
  if (body.node.kind === 'array') return body;
  return firstAt(body, [
    'content',
    'contents',
    'parts',
    'value',
    'text',
    'message',
    'mes',
    'blocks',
    '_content',
    'items',
    'steps',
  ]);
}

/** The parts that are text for the user, in order; reasoning is none. */
function textsOf(content: Source, levels = MOST_LEVELS): TextPiece[] {
  const text = stringOf(content);
  if (text !== null) return [{ text, source: content }];
  if (levels === 0) return [];
  if (content.node.kind === 'array') return itemsOf(content).flatMap((item) => textsOf(item, levels - 1));
  if (!isObject(content)) return [];
  const parts = at(content, 'parts');
  if (parts?.node.kind === 'array') return textsOf(parts, levels - 1);
  // What rig holds for one part or more.
  const only = at(content, 'first');
  if (only !== null && stringAt(content, CLASS_KEY) === 'OneOrMany') return textsOf(only, levels - 1);
  const type = typeOf(content);
  if (type !== null && !/^(?:(?:input|output)?_?text(?:content|part|block)?|markdown)$/i.test(type))
    return type === 'contentBlock' ? textsOf(at(content, 'content') ?? content, levels - 1) : [];
  // Pydantic AI.
  if (stringAt(content, 'part_kind') === 'text' || stringAt(content, CLASS_KEY) === 'TextPart')
    return textsOf(at(content, 'content') ?? content, levels - 1);
  if (at(content, 'thought')?.node.kind === 'true') return [];
  const given =
    firstAt(content, ['text', 'Text']) ?? (stringAt(content, 'kind') === 'text' ? at(content, 'data') : null);
  // The Assistants API and goose have their text in an object.
  return given === null
    ? []
    : textsOf(isObject(given) ? (firstAt(given, ['value', 'text']) ?? given) : given, levels - 1);
}

/** Of a part; .NET writes it with a dollar. */
function typeOf(part: Source): string | null {
  return stringAt(part, 'type') ?? stringAt(part, '$type') ?? stringAt(part, 'block_type');
}

/** Gemini, Bedrock and the first releases of goose have the call under a key of the part. */
export const CALL_KEYS = ['functionCall', 'toolUse', 'toolInvocation', 'function_call', 'ToolRequest'];

/** The native calls of a message, each as JSON text; a list that runtimes know is one text. */
function nativeOf(body: Source, content: Source | null): string[] {
  const extra = at(body, 'additional_kwargs');
  const provided = extra === null ? null : at(extra, 'tool_calls');
  // LangChain keeps the message of Ollama.
  const meta = at(body, 'response_metadata');
  const kept = meta === null ? null : at(meta, 'message');
  const own = unpacked(at(body, 'tool_calls'));
  const lists = [own, at(body, 'toolCalls'), kept === null ? null : at(kept, 'tool_calls')];
  const listed = [provided, ...lists].find((list) => list?.node.kind === 'array' && list.node.items.length > 0);
  // RubyLLM.
  if (isObject(own)) return own.node.members.flatMap(({ key, value }) => namedCall({ ...own, node: value }, key.value));
  // LangChain files calls apart whose arguments are no JSON; what it keeps of the provider has them all.
  const refused = at(body, 'invalid_tool_calls');
  const apart =
    refused === null || (listed === provided && provided !== null)
      ? []
      : itemsOf(refused).flatMap((call) => namedCall(call, stringAt(call, 'id')));
  if (listed !== undefined && listed !== null) {
    const calls = itemsOf(listed);
    const isOne = apart.length === 0 && calls.every((call) => callParts(call) === null);
    return isOne ? [slice(listed)] : [...calls.map(callText), ...apart];
  }
  if (apart.length > 0) return apart;
  const legacy = at(body, 'function_call');
  if (isObject(legacy)) return [`{"type":"function","id":"call_1","function":${slice(legacy)}}`];
  const alone = callsOfItem(body);
  return alone.length > 0 || content === null ? alone : callsOfPart(content);
}

/** The calls that are a part or an item of their own: of OpenAI’s APIs, and of Anthropic’s. */
export function callsOfItem(item: Source): string[] {
  const type = typeOf(item) ?? '';
  const action = at(item, 'action');
  if (type === 'local_shell_call')
    return [writtenCall('local_shell', stringAt(item, 'call_id'), action === null ? '{}' : slice(action))];
  return /^(?:(?:server_)?tool_use|(?:function|custom_tool)_call)$/.test(type) ? [slice(item)] : [];
}

function callsOfPart(content: Source, levels = MOST_LEVELS): string[] {
  if (levels === 0) return [];
  if (content.node.kind === 'array') return itemsOf(content).flatMap((item) => callsOfPart(item, levels - 1));
  if (!isObject(content)) return [];
  const parts = at(content, 'parts');
  if (parts?.node.kind === 'array') return callsOfPart(parts, levels - 1);
  const type = typeOf(content);
  const own = callsOfItem(content);
  if (own.length > 0) return own;
  if (isObject(at(content, 'function'))) return [slice(content)];
  // The sessions of pi and OpenClaw.
  if (type === 'toolCall') return namedCall(content, stringAt(content, 'id'));
  const wrapped = firstAt(content, CALL_KEYS) ?? (stringAt(content, 'kind') === 'toolUse' ? at(content, 'data') : null);
  // goose has the call in a result of Rust.
  const asked = isObject(wrapped) ? wrapped : content;
  const result = firstAt(asked, ['toolCall', 'tool_call']);
  const call = isObject(result) ? (firstAt(result, ['value', 'Ok']) ?? result) : null;
  if (isObject(call)) return namedCall(call, stringAt(asked, 'id') ?? stringAt(call, 'id'));
  if (isObject(wrapped)) return [callText(wrapped)];
  const isNamed = stringAt(content, 'tool_name') !== null && isObject(at(content, 'arguments'));
  if (
    isNamed ||
    stringAt(content, 'part_kind') === 'tool-call' ||
    /^function_?call(?:content)?$/i.test(type ?? '') ||
    /^(?:ToolCallPart|FunctionCall)$/.test(stringAt(content, CLASS_KEY) ?? '')
  )
    return namedCall(
      content,
      stringAt(content, 'tool_call_id') ?? stringAt(content, 'call_id') ?? stringAt(content, 'id'),
    );
  if (type === null || type === 'tool-result' || type === 'tool-error') return [];
  if (type === 'tool') return openCodeCall(content);
  return type === 'tool_call' || type === 'dynamic-tool' || type.startsWith('tool-') ? [callText(content)] : [];
}

/**
 * A part of OpenCode: the tool, and in `state` what it was called with. A call that OpenCode could not take is filed as the tool
 * `invalid`, with the name that the model wrote, and with its arguments only where they were no JSON.
 */
function openCodeCall(part: Source): string[] {
  const state = at(part, 'state');
  const name = stringAt(part, 'tool');
  if (name === null) return [];
  const input = isObject(state) ? at(state, 'input') : null;
  const id = stringAt(part, 'callID') ?? stringAt(part, 'id');
  if (name !== 'invalid' || !isObject(input)) return [writtenCall(name, id, input === null ? '{}' : slice(input))];
  const [wrote] = rawTexts(stringAt(input, 'error') ?? '', { isMessage: true });
  const meant = stringAt(input, 'tool') ?? name;
  if (wrote === undefined) return [writtenCall(meant, id, '{}')];
  return [JSON.stringify({ type: 'function', id: id ?? 'call_1', function: { name: meant, arguments: wrote.text } })];
}

/** A call of Pydantic AI or goose, with its arguments as the model wrote them, or as an object. */
export function namedCall(part: Source, id: string | null): string[] {
  const [name = null] = ['tool_name', 'name', 'function_name', 'tool'].flatMap((key) => stringAt(part, key) ?? []);
  const given = firstAt(part, ['args', 'arguments', 'tool_kwargs']);
  // Pydantic AI had a class for each way in which arguments come.
  const args = (given === null ? null : firstAt(given, ['args_json', 'args_dict'])) ?? given;
  if (name === null) return [];
  const wrote = stringOf(args);
  if (wrote === null) return [writtenCall(name, id, args === null ? '{}' : slice(args))];
  return [JSON.stringify({ type: 'function', id: id ?? 'call_1', function: { name, arguments: wrote } })];
}

/** Name, id and arguments of a call that is in none of the shapes of OpenAI and Anthropic. */
function callParts(call: Source): { name: string; id: string | null; input: string } | null {
  const type = stringAt(call, 'type') ?? '';
  const fun = at(call, 'function');
  const name =
    stringAt(call, 'name') ??
    stringAt(call, 'toolName') ??
    stringAt(call, 'tool') ??
    stringAt(call, 'tool_name') ??
    stringOf(fun) ??
    (type.startsWith('tool-') && type !== 'tool-call' ? type.slice('tool-'.length) : null);
  const input = firstAt(call, ['args', 'input', 'arguments', 'parameters', 'rawInput', 'tool_kwargs']);
  const isKnown =
    type === 'tool_use' ||
    isObject(fun) ||
    (stringAt(call, 'name') !== null && stringOf(fun) === null && at(call, 'arguments') !== null);
  if (name === null || isKnown || (input === null && type === '' && at(call, 'toolName') === null)) return null;
  const id = stringAt(call, 'id') ?? stringAt(call, 'toolCallId') ?? stringAt(call, 'toolUseId');
  return { name, id, input: input === null ? '{}' : slice(input) };
}

function callText(call: Source): string {
  const parts = callParts(call);
  if (parts === null) return slice(call);
  return writtenCall(parts.name, parts.id, parts.input);
}

/** A call in the shape of Anthropic. */
function writtenCall(name: string, id: string | null, input: string): string {
  return `{"type":"tool_use","id":${JSON.stringify(id ?? 'call_1')},"name":${JSON.stringify(name)},"input":${input}}`;
}

/** The steps of a message of the AI SDK: each is a reply of its own. Null where there are none, or only one. */
function stepsOf(body: Source): Source[][] | null {
  const steps: Source[][] = [];
  for (const part of itemsOf(at(body, 'parts'))) {
    if (stringAt(part, 'type') === 'step-start') steps.push([]);
    else steps.at(-1)?.push(part);
  }
  return steps.length < 2 ? null : steps.filter((parts) => parts.length > 0);
}
