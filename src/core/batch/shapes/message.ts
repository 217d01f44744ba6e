import type { LoggedCall, Said } from '../reply.ts';
import {
  at,
  type Fields,
  fieldsOf,
  firstAt,
  has,
  listAt,
  listOf,
  objectAt,
  objectsOf,
  textAt,
  textOf,
  unpacked,
} from '../values.ts';
import { allCalls, areNativeCalls, call, callOf, callsIn, callsOf } from './calls.ts';
import { classOf, hasContent, isCallTurn, speakerOf } from './speaker.ts';

/** What texts say alone. */
export function saidAs(texts: readonly string[]): Said[] {
  return texts.map((text) => ({ text, calls: null }));
}

/** Whether a list holds messages, and nothing else. */
export function areMessages(value: unknown): boolean {
  const list = listOf(value);
  return list.length > 0 && list.every((item) => speakerOf(fieldsOf(item) ?? {}) !== null);
}

/** What each message of the assistant says, in order. What it repeats from others is theirs. */
export function saidIn(messages: unknown): Said[] {
  return listOf(messages).flatMap((item) => {
    const message = fieldsOf(item);
    if (message === null || speakerOf(message) !== 'assistant') return [];
    const said = saidBy(message);
    // Of a message that was cut there may be no more than who it is from.
    return said.text === null && said.calls === null && !hasContent(message) ? [] : [said];
  });
}

/** Whether nothing was said: beside an error that is no reply. */
export function isEmpty({ text, calls }: Said): boolean {
  return (text ?? '') === '' && (calls ?? []).length === 0;
}

/** Where the content of a message is: the common keys first. */
const CONTENTS = [
  ...['content', 'contents', 'parts', 'blocks', 'items', '_content', 'value', 'text', 'mes'],
  ...['segments', 'steps', 'message', 'thought'],
];

/** The text and the calls of one message of the assistant, in any shape. */
export function saidBy(written: Fields): Said {
  const message = (classOf(written) === null ? null : objectAt(written, 'kwargs')) ?? written;
  if (isCallTurn(textAt(message, 'from') ?? textAt(message, 'role') ?? '')) return turnOfCalls(message);
  if (isCallTurn(textOf(firstAt(message, ['type', 'message_type', 'event_type'])) ?? ''))
    return { text: null, calls: callsIn(message) };
  const content = firstAt(message, CONTENTS);
  // Koog writes the calls that the server returned as the content.
  const returned = /tool.?calls?/i.test(textAt(message, 'finish_reason') ?? '') ? unpacked(content) : null;
  if (areNativeCalls(returned)) return { text: null, calls: callsOf(returned) };
  const id = textAt(message, 'id');
  return {
    text: contentText(content),
    calls: callsBeside(message) ?? callsWithin(content),
    ...(id !== null && UNIQUE.test(id) ? { messageId: id } : {}),
  };
}

/** An id that nothing else has: a UUID, or as long. */
const UNIQUE = /^[\w-]{30,80}$/;

/** A turn of ShareGPT that is calls: JSON of one or of several. */
function turnOfCalls(message: Fields): Said {
  const written = firstAt(message, ['value', 'content']);
  const value = unpacked(written);
  const calls = callsOf(Array.isArray(value) ? value : [value]);
  if (calls.length === 0 && typeof written === 'string') return { text: written, calls: null };
  return { text: null, calls };
}

function callsBeside(message: Fields): LoggedCall[] | null {
  const listed = firstAt(message, ['tool_calls', 'toolCalls', 'tool_uses', 'toolRequests', 'tool_requests']);
  if (listed !== undefined) return callsOf(unpacked(listed));
  // Flowise; others list names under this.
  const used = allCalls(unpacked(firstAt(message, ['usedTools', 'used_tools'])));
  if (used !== null) return used;
  const extra = objectAt(message, 'additional_kwargs');
  if (at(extra, 'tool_calls') !== undefined) return callsOf(at(extra, 'tool_calls'));
  const single = firstAt(message, ['function_call', 'tool_call']) ?? at(extra, 'function_call');
  // ComplexFuncBench has several under the name of one.
  if (Array.isArray(single)) return callsOf(single);
  if (fieldsOf(unpacked(single)) !== null) return callsOf([unpacked(single)]);
  const done = callOf(at(message, 'action'));
  return done === null ? null : [done];
}

/** So deep are parts in parts. */
const MOST_LEVELS = 8;
/** Kinds of parts, as `kindOf` writes them. */
const TEXTS = new Set(['text', 'outputtext', 'inputtext', 'markdown', 'block']);
const CALLS = new Set(['tooluse', 'toolcall', 'functioncall', 'toolrequest', 'toolcallrequest']);

/** What kind of part this is: `tool_call`, `toolCall` and `ToolCallContent` are the same. Null where it does not say. */
function kindOf(part: Fields): string | null {
  const kind = textOf(firstAt(part, ['type', '$type', 'part_kind', 'block_type']));
  return kind === null ? null : kind.toLowerCase().replaceAll(/[-_]|content/g, '');
}

/** The text of a content: a string, or its parts that are text; null for none. Reasoning is none. */
export function contentText(content: unknown): string | null {
  const texts = textsOf(content, MOST_LEVELS);
  return texts.length === 0 ? null : texts.join('');
}

function textsOf(content: unknown, levels: number): string[] {
  if (typeof content === 'string') return [content];
  if (levels === 0) return [];
  if (Array.isArray(content)) return content.flatMap((part) => textsOf(part, levels - 1));
  const part = fieldsOf(content);
  if (part === null) return [];
  if (Array.isArray(at(part, 'parts'))) return textsOf(at(part, 'parts'), levels - 1);
  const kind = kindOf(part);
  if ((kind !== null && !TEXTS.has(kind)) || at(part, 'thought') === true) return [];
  return textsOf(firstAt(part, ['text', 'value', 'content', 'answer', 'response', 'Text']), levels - 1);
}

/** The calls among the parts of a content; null for none. */
export function callsWithin(content: unknown): LoggedCall[] | null {
  const calls = callsAmong(content, MOST_LEVELS);
  return calls.length === 0 ? null : calls;
}

function callsAmong(content: unknown, levels: number): LoggedCall[] {
  if (levels === 0) return [];
  if (Array.isArray(content)) return content.flatMap((part) => callsAmong(part, levels - 1));
  const part = fieldsOf(content);
  if (part === null) return [];
  if (Array.isArray(at(part, 'parts'))) return callsAmong(at(part, 'parts'), levels - 1);
  const kind = kindOf(part);
  if (kind !== null && CALLS.has(kind)) {
    // LLaMA-Factory keeps the call as JSON in `value`.
    const value = unpacked(at(part, 'value'));
    return callsOf(Array.isArray(value) ? value : [fieldsOf(value) ?? part]);
  }
  const wrapped = firstAt(part, ['functionCall', 'function_call', 'toolUse', 'tool_call', 'ToolUse']);
  if (wrapped !== undefined) return callsOf([wrapped]);
  const type = textAt(part, 'type');
  if (type === 'tool') return openCodeCall(part);
  if (kind !== null && TEXTS.has(kind)) return callsAmong(at(part, 'content'), levels - 1);
  return type?.startsWith('tool-') === true && type !== 'tool-result' && type !== 'tool-error'
    ? [call(textAt(part, 'toolName') ?? type.slice('tool-'.length), firstAt(part, ['input', 'args']))]
    : [];
}

/** A part of OpenCode: the tool, and in `state` what it was called with. */
function openCodeCall(part: Fields): LoggedCall[] {
  const name = textAt(part, 'tool');
  return name === null ? [] : [call(name, at(objectAt(part, 'state'), 'input'))];
}

const PART_KEYS = new Set(['text', 'value', 'kind', 'thought', 'annotations']);

/** Whether a list is the parts of one content. */
function areParts(value: unknown): boolean {
  const parts = listOf(value);
  return parts.length > 0 && objectsOf(parts).filter(isPart).length === parts.length;
}

function isPart(part: Fields): boolean {
  return !has(part, 'role') && (textAt(part, 'type') !== null || Object.keys(part).every((key) => PART_KEYS.has(key)));
}

/** What a content says that is a list of parts; null for what is none. */
export function saidInParts(value: unknown): Said | null {
  if (!areParts(value)) return null;
  const [text, calls] = [contentText(value), callsWithin(value)];
  return text === null && calls === null ? null : { text, calls };
}

/** What a text says that is JSON of what an API returns, which no model writes: choices, a message with its role, parts; null for others. */
export function saidInJson(text: string): readonly Said[] | null {
  const value = unpacked(text);
  if (value === text) return null;
  const body = fieldsOf(value);
  const isOfApi =
    body !== null && (['choices', 'candidates'].some((key) => Array.isArray(at(body, key))) || has(body, 'role'));
  if (isOfApi) return saidInCompletion(body);
  if (areMessages(value) && objectsOf(value).every((message) => has(message, 'role'))) return saidIn(value);
  const parts = objectsOf(value).every((part) => has(part, 'type')) ? saidInParts(value) : null;
  return parts === null ? null : [parts];
}

/** The same of parts that nobody but a model can have written: there are calls and texts among them. */
export function saidInCalls(value: unknown): Said[] | null {
  const said = saidInParts(value);
  return said === null || said.calls === null || said.text === null ? null : [said];
}

/** What a completion of a provider says, one entry for each choice; null for what is no completion. */
export function saidInCompletion(body: Fields): Said[] | null {
  if (Array.isArray(at(body, 'choices'))) {
    return listAt(body, 'choices').flatMap((item): Said[] => {
      const choice = fieldsOf(item);
      const message = objectAt(choice, 'message');
      const finish = textAt(choice, 'finish_reason');
      if (message !== null) return [saidInAnswer(message, finish)];
      // FastChat has what was said turn by turn.
      const texts = [textAt(choice, 'text'), ...listAt(choice, 'turns').map((turn) => textOf(turn))];
      return saidAs(texts.filter((text) => text !== null));
    });
  }
  if (Array.isArray(at(body, 'output'))) return saidInItems(listAt(body, 'output'));
  if (Array.isArray(at(body, 'candidates')))
    return listAt(body, 'candidates').flatMap((item) => {
      const content = at(fieldsOf(item), 'content');
      return content === undefined ? [] : [{ text: contentText(content), calls: callsWithin(content) }];
    });
  if (Array.isArray(at(body, 'generations'))) return generations(at(body, 'generations'));
  const hasEnded = ENDS.some((key) => has(body, key));
  const message = objectAt(body, 'message') ?? objectAt(body, 'assistant_message');
  if (message !== null && (speakerOf(message) ?? (hasEnded ? 'assistant' : null)) === 'assistant')
    return [saidBy(message)];
  const speaker = speakerOf(body);
  if (speaker === null && areNativeCalls(at(body, 'tool_calls'))) return [saidBy(body)];
  if (speaker === null && hasEnded) return saidAtEnd(body);
  const isSaying =
    hasContent(body) ||
    isCallTurn(textAt(body, 'type') ?? '') ||
    (has(body, 'role') && textAt(body, 'message') !== null);
  return isSaying && speaker === 'assistant' ? [saidBy(body)] : null;
}

/** A message with the reason why its server stopped: there `tool_calls: null` says what an empty list says. */
function saidInAnswer(message: Fields, finish: string | null): Said {
  const said = saidBy(message);
  if (finish === null) return said;
  return { ...said, finish, calls: said.calls ?? (has(message, 'tool_calls') ? [] : null) };
}

/** Why a server stopped: it is beside what the model wrote. */
const ENDS = ['finish_reason', 'stop_reason', 'done_reason', 'finishReason', 'meta_info'];

function saidAtEnd(body: Fields): Said[] | null {
  const content = firstAt(body, ['content', 'text', 'generated_text', 'response']);
  const [text, calls] = [contentText(content), callsWithin(content)];
  return text === null && calls === null ? null : [{ text, calls }];
}

/** LangChain: a list for every prompt, of texts that may have their message. */
function generations(lists: unknown): Said[] {
  return listOf(lists).flatMap((list) =>
    (Array.isArray(list) ? list : [list]).flatMap((item) => {
      const message = objectAt(fieldsOf(item), 'message');
      if (message !== null) return [saidBy(message)];
      return saidAs([textAt(fieldsOf(item), 'text')].filter((text) => text !== null));
    }),
  );
}

/** The items of the Responses API are one reply until a result of a tool comes. */
export function saidInItems(items: readonly unknown[]): Said[] {
  const replies: { texts: string[]; calls: LoggedCall[] }[] = [];
  let isOpen = false;
  for (const value of items) {
    const item = fieldsOf(value);
    const type = textAt(item, 'type');
    if (item === null || type === 'reasoning') continue;
    const isCall = isCallTurn(type ?? '');
    if (!isCall && speakerOf(item) !== 'assistant') {
      isOpen = false;
      continue;
    }
    if (!isOpen) replies.push({ texts: [], calls: [] });
    isOpen = true;
    const reply = replies.at(-1);
    if (reply === undefined) continue;
    const made = isCall ? callOf(item) : null;
    if (made !== null) reply.calls.push(made);
    const text = isCall ? null : contentText(at(item, 'content'));
    if (text !== null) reply.texts.push(text);
  }
  return replies.map(({ texts, calls }) => ({
    text: texts.length === 0 ? null : texts.join(''),
    calls: calls.length === 0 ? null : calls,
  }));
}
