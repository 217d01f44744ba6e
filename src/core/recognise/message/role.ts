import { CLASS_KEY } from '../printed/index.ts';
import {
  at,
  firstAt,
  hasAny,
  isObject,
  itemsOf,
  jsonSource,
  slice,
  type Source,
  stringAt,
  stringOf,
} from '../sources.ts';

/** Who a message is from. `item`: a call or a result that is a message of its own, as in the Responses API. */
export type Role = 'assistant' | 'user' | 'system' | 'tool' | 'item';

const NAMES = {
  assistant:
    'assistant model ai gpt bot chatbot chatgpt aimessage aimessagechunk assistantmessage modelresponse gemini',
  user: 'user human humanmessage humanmessagechunk usermessage modelrequest',
  system: 'system developer systemmessage systemmessagechunk',
  // The last is of the sessions of pi and OpenClaw.
  tool: 'tool function ipython observation tool_response toolmessage functionmessage tool_result toolresult',
} as const;
const roles = new Map(
  (['assistant', 'user', 'system', 'tool'] as const).flatMap((role) =>
    NAMES[role].split(' ').map((name) => [name, role] as const),
  ),
);

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

/** A message, and who it is from. */
export interface Addressed {
  readonly role: Role;
  /** What holds the content. */
  readonly body: Source;
}

/**
 * One message in any of the shapes in which they are written down: OpenAI, Anthropic, Gemini, the Responses API, LangChain
 * (`{type, content}`, `{type, data}`, `{lc, id, kwargs}` and what Python prints), ShareGPT, what OpenCode, Gemini CLI and
 * LibreChat keep, and a message with an envelope, as in the files of Claude Code and Codex.
 */
export function messageOf(source: Source): Addressed | null {
  return messageWithin(source, MOST_LEVELS);
}

/** So deep are parts in parts, and messages in envelopes. What is deeper is no message. */
const MOST_LEVELS = 8;

function messageWithin(source: Source, levels: number): Addressed | null {
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
