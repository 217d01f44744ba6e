import { roleNamed } from '../../recognise/index.ts';
import { at, type Fields, fieldsOf, firstAt, has, listAt, objectsOf, textAt, textOf } from '../values.ts';
import { callsIn } from './calls.ts';

export type Speaker = 'assistant' | 'user' | 'system' | 'tool';

/** Names that only logs of agents and of benchmarks have. */
const SPEAKERS: ReadonlyMap<string, Speaker> = new Map([
  ['agent', 'assistant'],
  ['llm', 'assistant'],
  ['environment', 'tool'],
  ['computer', 'tool'],
  ['prompter', 'user'],
  ['apimessage', 'assistant'],
]);

/** What agents call the events in which a model calls a tool, and in which the tool answers. */
const CALL_EVENT = /^(?:[a-z]+\.)?(?:custom_?)?(?:tool|function)_?(?:call|use)(?:_?request)?s?$/;
const RESULT_EVENT =
  /^(?:[a-z]+\.)?(?:custom_?)?(?:tool|function)_?(?:(?:call|use)_?)?(?:execution|summary|result|output|response|return)s?$/;

/** Where a message has who it is from. */
const AUTHORS = ['role', 'from', 'author', 'sender', 'message_type', 'messageType', '_role'];

/** Who is meant by a name; null where it names nobody. What an agent notes for itself, `_usage`, is from no model. */
export function speakerNamed(name: string): Speaker | null {
  if (name.startsWith('_')) return 'system';
  // API-Bank: what was called, and what it gave.
  if (name === 'API') return 'tool';
  const lower = name.toLowerCase();
  const known = lower.replace(/[._-]?(?:message(?:chunk)?|event|turn)$|[._-](?:input|reply|response)$/, '');
  if (CALL_EVENT.test(known)) return 'assistant';
  return RESULT_EVENT.test(known)
    ? 'tool'
    : (SPEAKERS.get(known) ?? SPEAKERS.get(lower) ?? roleNamed(name) ?? roleNamed(known) ?? null);
}

/** Whether a turn is a call by its name. */
export function isCallTurn(name: string): boolean {
  return CALL_EVENT.test(name.toLowerCase().replace(/_?(?:event|message)$/, ''));
}

/** Who a message is from; null for what is no message. */
export function speakerOf(message: Fields): Speaker | null {
  // What an agent saw of its own action.
  if (textAt(message, 'observation') !== null && !has(message, 'action')) return 'tool';
  // OpenHands keeps the system prompt as an action of the agent.
  if (textAt(message, 'action') === 'system') return 'system';
  const isUser = firstAt(message, ['isCreatedByUser', 'is_user']);
  if (typeof isUser === 'boolean') return isUser ? 'user' : 'assistant';
  const character = textAt(message, 'characterId');
  if (character !== null && hasContent(message)) return character === 'USER' ? 'user' : 'assistant';
  const author = firstAt(message, AUTHORS);
  const name = textOf(author) ?? textOf(firstAt(fieldsOf(author), ['role', 'label'])) ?? classOf(message);
  if (name !== null) return speakerNamed(name);
  const asked = askedIn(message);
  if (asked !== null) return asked ? 'user' : 'assistant';
  // LangChain tells messages apart by their type; so do the items of the Responses API.
  const type = textOf(firstAt(message, ['type', 'event_type']))?.toLowerCase() ?? '';
  if (isCallTurn(type)) return callsIn(message).length > 0 ? 'assistant' : null;
  if (RESULT_EVENT.test(type)) return 'tool';
  return hasContent(message) ? speakerNamed(type) : null;
}

/** Pydantic AI has messages of two kinds, a request and a response; whether this is the first of them, null for none of both. */
function askedIn(message: Fields): boolean | null {
  const kind = textAt(message, 'kind');
  const hasParts = objectsOf(at(message, 'parts')).some((part) => has(part, 'part_kind'));
  return hasParts && (kind === 'request' || kind === 'response') ? kind === 'request' : null;
}

/** Who a message of LangChain is from: written down, it is a class and what its constructor gets. */
export function classOf(message: Fields): string | null {
  if (textAt(message, 'type') !== 'constructor') return null;
  return textOf(listAt(message, 'id').at(-1)) ?? '';
}

export function hasContent(message: Fields): boolean {
  return ['content', 'contents', 'parts', 'blocks', 'items', 'value', 'text', 'mes', 'tool_calls'].some((key) =>
    has(message, key),
  );
}
