import {
  at,
  callOf,
  firstAt,
  isObject,
  itemsOf,
  joinedSaid,
  messageList,
  messageOf,
  placeOf,
  saidIn,
  stepsOf,
  stringAt,
  stringOf,
  type Value,
} from '../../index.ts';
import type { GivenResult, Said, Turn } from '../evidence.ts';
import { givenCall, type GivenMessage, givenMessage } from './call-outcome.ts';
import { resultOf } from './call-result.ts';
import { part } from '../values.ts';

/** The turns of the assistant in a conversation, in order. */
export interface History {
  readonly turns: readonly Turn[];
  /** Who has the last word. */
  readonly endsWith: Role | null;
}

type Role = 'assistant' | 'user' | 'tool' | 'system';

interface Entry {
  readonly role: Role;
  readonly message: GivenMessage;
  readonly value: Value;
}

/** A turn that more may belong to: clients cut a reply into several records. */
interface OpenTurn {
  readonly begin: Value;
  readonly messages: GivenMessage[];
  finish: Said | null;
  readonly after: Said[];
  readonly results: GivenResult[];
}

/** So many turns are judged, the last ones: a session of a week has thousands. */
export const MOST_TURNS = 1000;

/** The turns that a list of records holds, as requests send them and as clients keep them; null where it holds none. */
export function historyOf(records: readonly Value[]): History | null {
  const turns: OpenTurn[] = [];
  let endsWith: Role | null = null;
  for (const { role, message, value } of records.flatMap(entriesOf)) {
    let last = turns.at(-1);
    if (role === 'assistant') {
      if (last === undefined || endsWith !== 'assistant') {
        last = { begin: value, messages: [], finish: null, after: [], results: [] };
        turns.push(last);
      }
      last.messages.push(message);
      last.finish = finishOf(value) ?? last.finish;
    } else if (last !== undefined && role !== 'system') {
      for (const said of message.texts) if (said.text !== '') last.after.push(said);
      for (const result of message.results) last.results.push(result);
    }
    endsWith = role;
  }
  return turns.length === 0 ? null : { turns: turns.map(closed), endsWith };
}

function finishOf(record: Value): Said | null {
  return saidIn(at(at(record, 'info'), 'finish') ?? at(at(record, 'message'), 'stop_reason'));
}

function closed({ begin, messages, finish, after, results }: OpenTurn): Turn {
  return {
    text: joinedSaid(
      messages.flatMap(({ texts }) => joinedSaid(texts) ?? []),
      '\n',
    ),
    reasoning: joinedSaid(
      messages.flatMap(({ reasoning }) => joinedSaid(reasoning) ?? []),
      '\n',
    ),
    calls: messages.flatMap(({ calls }) => calls),
    finish,
    after,
    results: [...messages.flatMap((message) => message.results), ...results],
    span: placeOf(begin),
  };
}

/** The records of a value that keeps a conversation: its messages under any name, or itself where it is a list. */
export function recordsIn(value: Value): readonly Value[] {
  if (value.node.kind === 'array') {
    const chats = itemsOf(value);
    const [only] = chats;
    // An export of one chat is a list of one; a list in it is no chat.
    const isOneChat = chats.length === 1 && only !== undefined && isObject(only) && messageOf(only) === null;
    return isOneChat ? recordsIn(only) : chats;
  }
  // Open WebUI has the branch that is shown under `messages`.
  const chat = at(value, 'chat') ?? value;
  const own = firstAt(chat, ['messages', 'history', 'contents', 'input']);
  if (own?.node.kind === 'array' && itemsOf(own).some((one) => entriesOf(one).length > 0)) return itemsOf(own);
  const list = messageList(value);
  return list === null ? [] : itemsOf(part(value, list));
}

/** What one record of a conversation says, in the shapes of requests and of clients. */
function entriesOf(record: Value): readonly Entry[] {
  const role = roleOf(record);
  if (role === null) return [];
  const body = role.body;
  const type = stringAt(body, 'type') ?? '';
  if (isResult(type)) return [{ role: 'tool', message: { ...nothing, results: [resultOf(body)] }, value: record }];
  if (role.role === 'tool')
    return [{ role: 'tool', message: { ...nothing, results: [resultOf(body)] }, value: record }];
  const steps = stepsOf(body);
  if (role.role === 'assistant' && steps.length > 0)
    return steps.flatMap((step): Entry[] => {
      const message = givenMessage(step);
      // Each step of an agent is a reply of its own.
      return [
        { role: 'assistant', message, value: record },
        { role: 'tool', message: nothing, value: record },
      ];
    });
  return [{ role: role.role, message: withStates(givenMessage(body), record), value: record }];
}

const nothing: GivenMessage = { texts: [], reasoning: [], calls: [], results: [] };

function isResult(type: string): boolean {
  return /^(?:tool_result|(?:custom_tool|function|local_shell)_call_output)$/.test(type);
}

/** Whose a record is, and what holds its content; null for what is no part of the conversation. */
function roleOf(record: Value): { readonly role: Role; readonly body: Value } | null {
  if (!isObject(record)) return null;
  const payload = at(record, 'payload');
  const inner = isObject(payload) ? payload : record;
  const type = stringAt(inner, 'type') ?? '';
  if (isResult(type)) return { role: 'tool', body: inner };
  if (/^(?:custom_tool|local_shell|function)_call$/.test(type)) return { role: 'assistant', body: inner };
  const message = messageOf(record);
  if (message === null) return null;
  if (message.role === 'item') {
    // Reasoning alone is no turn.
    return stringAt(inner, 'type') === 'reasoning' ? null : { role: 'assistant', body: part(record, message.body) };
  }
  return { role: message.role, body: part(record, message.body) };
}

/** Continue keeps what became of the calls beside the message. */
function withStates(message: GivenMessage, record: Value): GivenMessage {
  const states = itemsOf(at(record, 'toolCallStates'));
  if (states.length === 0) return message;
  const calls = states.map((state) => {
    const status = stringAt(state, 'status');
    const call = givenCall(callOf(at(state, 'toolCall') ?? state));
    const output = itemsOf(at(state, 'output'))[0] ?? null;
    const isFailed = status === 'errored' || status === 'error';
    const error = isFailed ? (stringAt(output, 'content') ?? stringAt(state, 'error')) : null;
    return { ...call, state: isFailed ? 'failed' : status === 'done' ? 'done' : call.state, error } as const;
  });
  return { ...message, calls };
}

interface Unpaired {
  readonly says: string;
  readonly result: GivenResult | null;
  /** What to do about it, where that is another thing than for most. */
  readonly fix?: string;
}

/** A call without a result, or a result without its call, in what a client sent; null where every one has its partner. */
export function unpaired({ turns }: History): Unpaired | null {
  for (const [index, { calls, results, after }] of turns.entries()) {
    const ids = new Set(calls.flatMap(({ id }) => id ?? []));
    const [result] = results;
    if (calls.length === 0 && result !== undefined)
      return { says: 'The history holds a result without its call.', result };
    const stray = results.find(({ id }) => id !== null && ids.size > 0 && !ids.has(id));
    const answered = new Set(results.flatMap(({ id }) => id ?? []));
    const [meant, other] = [...ids].filter((id) => !answered.has(id));
    if (stray !== undefined && meant !== undefined && other === undefined)
      return {
        says: `A result has the id \`${stray.id ?? ''}\`, and the call before it has \`${meant}\`.`,
        result: stray,
        fix: `Give the result the id of its call, \`${meant}\`: copy it from the reply, and make none of your own.`,
      };
    if (stray !== undefined) return { says: `No call has the id \`${stray.id ?? ''}\` of this result.`, result: stray };
    // The calls of the last turn may still run; once one has answered, or somebody has spoken, all must have.
    const isWaiting = index === turns.length - 1 && results.length === 0 && after.length === 0;
    const open = calls.find(({ id }) => id !== null && !answered.has(id));
    // Ollama's results have no ids.
    if (open !== undefined && !isWaiting && results.every(({ id }) => id !== null))
      return { says: `The call \`${open.id ?? ''}\` to \`${open.name}\` has no result.`, result: null };
  }
  return null;
}

/** The name of the model that a record of a client names. */
export function modelOfRecord(record: Value): Said | null {
  const info = at(record, 'info');
  const message = at(record, 'message');
  const payload = at(record, 'payload');
  const named =
    at(info, 'modelID') ??
    at(at(info, 'model'), 'modelID') ??
    at(isObject(message) ? message : null, 'model') ??
    at(isObject(payload) ? payload : null, 'model') ??
    firstAt(record, ['model', 'modelID', 'model_id', 'model_name', 'modelTitle']) ??
    at(at(record, 'model_config'), 'model_name');
  return stringOf(named) === null ? null : saidIn(named);
}
