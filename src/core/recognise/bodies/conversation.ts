import { type Addressed, messageOf, plainTextOf, repliesOf, type Role } from '../message/index.ts';
import { nothingWritten, type RecognisedReply } from '../recognised.ts';
import { exchangesOf } from './vscode-chat.ts';
import { at, firstAt, isObject, itemsOf, jsonSource, slice, stringAt, unpacked, type Source } from '../sources.ts';

/** The messages of a conversation. */
export interface Conversation {
  readonly replies: readonly RecognisedReply[];
  readonly system: string | null;
  readonly asked: string | null;
  readonly messages: number;
  /** Who has the last word. */
  readonly endsWith: Role | null;
}

/** Under what keys conversations are kept. */
const LISTS = [
  ...['messages', 'responseMessages', 'contents', 'conversations', 'conversation', 'chat_history', 'history', 'chat'],
  ...['dialog', 'dialogue', 'turns', 'trajectory', 'transcript', 'items', 'generated_text'],
  // Haystack.
  ...['replies', 'data'],
];
const SYSTEMS = ['system', 'systemInstruction', 'system_instruction', 'instructions', 'system_prompt', 'preamble'];
/** What may be around the object that has them. */
const WRAPPERS = [
  ...['chat', 'state', 'values', 'data', 'body', 'payload', 'request'],
  // The AI SDK.
  ...['response', 'thread', 'session', 'trace', 'kwargs'],
];

/** The list of messages in an object, wherever it keeps them; the list itself where it is one. */
export function messageList(source: Source): Source | null {
  return listWithin(source, 3);
}

function listWithin(source: Source, levels: number): Source | null {
  if (source.node.kind === 'array') return isMessageList(source) ? source : null;
  if (!isObject(source) || levels === 0) return null;
  const rebuilt = branchOf(source) ?? exchangesOf(source);
  if (rebuilt !== null) return rebuilt;
  for (const key of LISTS) {
    const list = unpacked(at(source, key));
    if (list?.node.kind === 'array' && isMessageList(list)) return list;
  }
  for (const key of WRAPPERS) {
    const inner = unpacked(at(source, key));
    const found = isObject(inner) ? listWithin(inner, levels - 1) : null;
    if (found !== null) return found;
  }
  return null;
}

/** So long may a branch be. */
const MOST_MESSAGES = 10_000;

/** The branch that Open WebUI shows: messages by their id, each with that of its parent. */
function branchOf(source: Source): Source | null {
  const history = at(source, 'history') ?? source;
  const messages = at(history, 'messages');
  if (!isObject(messages)) return null;
  const branch: string[] = [];
  let next = stringAt(history, 'currentId') ?? stringAt(history, 'current_id');
  for (; next !== null && branch.length < MOST_MESSAGES;) {
    const message = at(messages, next);
    if (message === null) break;
    branch.push(slice(message));
    next = stringAt(message, 'parentId') ?? stringAt(message, 'parent_id');
  }
  const list = branch.length === 0 ? null : jsonSource(`[${branch.toReversed().join(',')}]`);
  return list !== null && isMessageList(list) ? list : null;
}

/** Whether every entry is a message, and one at least says who it is from. */
function isMessageList(list: Source): boolean {
  const entries = itemsOf(list);
  let named = 0;
  for (const entry of entries) {
    const message = messageOf(entry);
    if (message === null && !isRoleless(entry)) return false;
    if (message !== null && message.role !== 'item') named += 1;
  }
  return named > 0;
}

/** A content of Gemini without a role is the user's. */
function isRoleless(entry: Source): boolean {
  return isObject(entry) && itemsOf(at(entry, 'parts')).length > 0;
}

/** Reads a list of messages. */
export function conversationOf(list: readonly Source[]): Conversation {
  const replies: RecognisedReply[] = [];
  /** The calls that are items of their own, by the reply that they belong to. */
  const loose = new Map<number, string[]>();
  let system: string | null = null;
  let asked: string | null = null;
  let endsWith: Role | null = null;
  for (const entry of list) {
    const message = messageOf(entry) ?? { role: 'user', body: entry };
    const role = turnOf(message);
    if (role === null) continue;
    if (message.role === 'item' && role === 'assistant') {
      if (endsWith !== 'assistant') replies.push(nothingWritten);
      const index = replies.length - 1;
      const calls = loose.get(index);
      if (calls === undefined) loose.set(index, [slice(message.body)]);
      else calls.push(slice(message.body));
    } else if (role === 'assistant') replies.push(...repliesOf(message));
    else if (role === 'system') system ??= plainTextOf(message.body);
    else if (role === 'user') asked ??= plainTextOf(message.body);
    endsWith = role;
  }
  for (const [index, calls] of loose) {
    const reply = replies[index];
    if (reply !== undefined) replies[index] = { ...reply, native: `[${calls.join(',\n')}]` };
  }
  return { replies, system, asked, messages: list.length, endsWith };
}

/** Whose turn a message belongs to; null for what says nothing of it. */
function turnOf({ role, body }: Addressed): Role | null {
  if (role !== 'item') return role;
  const type = stringAt(body, 'type');
  if (type === 'reasoning') return null;
  return type?.endsWith('_output') === true ? 'tool' : 'assistant';
}

/** The system prompt beside the messages: Anthropic's `system`, Gemini's `systemInstruction`, `instructions` of the Responses API. */
export function systemBeside(source: Source): string | null {
  const given = firstAt(source, SYSTEMS);
  return given === null ? null : plainTextOf(given);
}
