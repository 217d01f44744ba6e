import { counted, numberText } from '../text/document/index.ts';
import { conversationOf, messageList, systemBeside, type Conversation } from './bodies/conversation.ts';
import { errorBodyOf, isLogEntry } from './bodies/error-body.ts';
import { failure, type Found, noSpan, plain, talk, withTools } from './found.ts';
import { joinedTools, repliesOfLine, repliesOfRecord } from './bodies/lines.ts';
import type { ErrorTextKind } from './logs/log-text.ts';
import { looseDeltas, looseStream } from './bodies/loose-stream.ts';
import { messageOf, replyOf } from './message/index.ts';
import type { RecognisedReply } from './recognised.ts';
import { requestOf } from './bodies/request.ts';
import { responseOf, responseWithin, shapeLabel, verboseReplies } from './bodies/response.ts';
import { withSnakeKeys } from './rewritten/rewritten.ts';
import { reportedBy, reportedIn } from './logs/server-text.ts';
import {
  at,
  firstAt,
  hasAny,
  isObject,
  itemsOf,
  jsonSource,
  membersOf,
  slice,
  stringAt,
  type Source,
} from './sources.ts';
import { isChunk, isPieceOfStream, loggedReplies } from './bodies/streams.ts';
import { toolsAlone, toolsBeside, toolsInPrompt, type DeclaredTools } from './bodies/tools.ts';
import { embeddedValues } from './values.ts';
import { foundWithin, isCall, isGivenCall } from './bodies/within.ts';

/** What one value is, which `text` holds; null for what is none of the known shapes. */
export function fromValue(source: Source, text: string): Found | null {
  const json = withSnakeKeys(source);
  const inner = json === null ? null : jsonSource(json);
  return json === null || inner === null ? shapeOf(source, text) : shapeOf(inner, json);
}

function shapeOf(source: Source, text: string): Found | null {
  if (stringAt(source, 'kind') === 'callscope case') return savedCase(source);
  const har =
    isExchange(source) || at(source, 'log') !== null || isExchange(itemsOf(source)[0] ?? null) ? streamOf(text) : null;
  if (har !== null) return har;
  const request = requestOf(source);
  if (request !== null) return fromRequest(request.body, request.conversation);
  const response = responseOf(source);
  if (response !== null) {
    const verbose = verboseReplies(source);
    return fromResponse(source, shapeLabel(response.shape), verbose.length > 0 ? verbose : response.replies);
  }
  const error = errorBodyOf(source);
  if (error !== null || isLogEntry(source)) return fromErrorBody(source, error?.message ?? null);
  if (isGivenCall(source)) {
    const native = `[${slice(source)}]`;
    return fromResponse(source, 'a structured call', [{ text: null, native, span: null }]);
  }
  const enclosed = responseWithin(source);
  if (enclosed !== null) return fromResponse(source, `a record with ${shapeLabel(enclosed.shape)}`, enclosed.replies);
  const list = messageList(source);
  if (list !== null) return fromMessages(source, itemsOf(list));
  const updates = isCall(source) ? null : updatesOf([source]);
  if (updates !== null) return fromMessages(source, updates);
  const [only, second] = source.node.kind === 'array' ? itemsOf(source) : [];
  if (only !== undefined && second === undefined && isObject(only)) {
    if (messageList(only) !== null) return fromMessages(only, itemsOf(messageList(only)));
    if (responseOf(only) !== null) return fromValue(only, text);
  }
  const tools = toolsAlone(source);
  if (tools !== null) return withTools({ ...plain, kind: 'tools', label: toolsLabel(tools), replies: [] }, tools);
  // A line of a session that is no reply: the result of a tool, or words of the user.
  const envelope = at(source, 'message');
  if (isObject(envelope) && stringAt(envelope, 'role') !== null && messageOf(source) !== null)
    return fromMessages(source, [source]);
  const record = repliesOfRecord(source);
  if (record !== null) return fromResponse(source, 'a record with a reply', record);
  const records = source.node.kind === 'array' ? source : firstAt(source, RECORDS);
  const items = itemsOf(records);
  // Gemini streams as a list of responses where nobody asks for events.
  const isStream = items.length > 0 && items.every((item) => at(item, 'candidates') !== null);
  const many = isStream || (source.node.kind === 'array' && !items.every(isRecord)) ? null : fromLines(items, text);
  return many ?? streamOf(text) ?? fromWithin(source);
}

/** What is somewhere inside of a value. What is told twice is there once. */
function fromWithin(source: Source): Found | null {
  const within = foundWithin(source);
  if (within === null) return null;
  if (within.pieces.length > 0) return streamOf(within.pieces.map(slice).join('\n'));
  if (within.messages.length > 0) return fromMessages(source, within.messages);
  const replies = new Map<string, RecognisedReply>();
  for (const answer of within.answers)
    for (const reply of responseOf(answer)?.replies ?? [replyOf(answer)])
      replies.set(`${reply.text ?? ''}\n${reply.native ?? ''}`, reply);
  const found = fromResponse(within.answers[0] ?? source, 'a record with an answer in it', [...replies.values()]);
  const isTalk = itemsOf(source).length > 1;
  return isTalk ? { ...found, kind: 'messages', label: 'a conversation', messages: itemsOf(source).length } : found;
}

/** A request with its answer, as HAR files and records of proxies have it. */
function isExchange(source: Source | null): boolean {
  return source !== null && isObject(source) && at(source, 'request') !== null && at(source, 'response') !== null;
}

/** Where a report of an evaluation keeps its records. */
const RECORDS = ['samples', 'results', 'records', 'rows', 'entries', 'responses', 'predictions', 'traces'];

/** What a record of many has beside a reply, where it is no response. */
const ASKED = ['id', 'prompt', 'instruction', 'input', 'question', 'query', 'custom_id', 'task_id', 'messages'];

function isRecord(value: Source): boolean {
  return (
    hasAny(value, ASKED) ||
    responseOf(value) !== null ||
    responseWithin(value) !== null ||
    isChunk(value) ||
    messageList(value) !== null
  );
}

function savedCase(source: Source): Found {
  const state = at(source, 'state');
  const found: Found = { ...plain, kind: 'case', label: 'a case of Callscope', replies: [] };
  if (state === null) return found;
  const given = stringAt(state, 'tools');
  const list = given === null ? null : jsonSource(given);
  const tools = list === null ? null : toolsAlone(list);
  const native = stringAt(state, 'native');
  const reply = { text: stringAt(state, 'text'), native: native === '' ? null : native, span: null };
  return withTools({ ...found, replies: [reply] }, tools);
}

function fromResponse(source: Source, label: string, replies: readonly RecognisedReply[]): Found {
  return withTools({ ...plain, kind: 'response', label, replies }, toolsBeside(source));
}

function fromRequest(body: Source, conversation: Conversation): Found {
  return talk('request', 'a request body', conversation, toolsBeside(body) ?? promptTools(conversation.system));
}

function fromMessages(source: Source, list: readonly Source[]): Found {
  const conversation = conversationOf(list);
  const system = (isObject(source) ? systemBeside(source) : null) ?? conversation.system;
  const tools = toolsBeside(source) ?? promptTools(system);
  return talk('messages', 'a conversation', { ...conversation, system }, tools);
}

export function promptTools(system: string | null): DeclaredTools | null {
  return system === null ? null : toolsInPrompt(system);
}

function toolsLabel({ names }: DeclaredTools): string {
  return names.length === 1 ? 'the definition of a tool' : `the definitions of ${counted(names.length, 'tool')}`;
}

/** The body of an error, or an entry of a log. */
export function fromErrorBody(source: Source, message: string | null): Found {
  const label = message === null ? 'an entry of a log' : 'the body of an error';
  return failure(label, reportedBy(source).flatMap(unfolded), message);
}

// Many values

/** What many values are, one on each line, one below the other, or in a list. */
export function fromLines(values: readonly Source[], text: string): Found | null {
  const [first] = values;
  if (first === undefined || values.length < 2) return null;
  if (values.some(isPieceOfStream)) {
    const stream = streamOf(text);
    if (stream !== null) return stream;
  }
  const loose = looseStream(values) ?? looseDeltas(values);
  if (loose !== null) return streamOf(loose);
  const conversation = turnsOf(values) ?? updatesOf(values);
  if (conversation !== null) return fromMessages(first, conversation);
  const entries = values.filter((value) => isLogEntry(value) || errorBodyOf(value) !== null).length;
  if (entries * 2 > values.length) return fromServerText(text, 'log');
  const records = values.map((value) => repliesOfLine(value));
  const replies = records.flatMap((record) => record ?? []);
  const asking = values.filter((value) => requestOf(value) !== null).length;
  const known = records.filter((record) => record !== null).length;
  if (replies.length > 0 ? known * 2 >= values.length : asking === values.length) {
    const label = `${numberText(values.length)} JSON records`;
    return withTools({ ...plain, kind: 'lines', label, replies }, joinedTools(values));
  }
  const stream = streamOf(text);
  if (stream !== null) return stream;
  const tools = values.map(toolsAlone);
  const all = tools.every((one) => one !== null) ? joinedTools(values) : null;
  return all === null ? null : withTools({ ...plain, kind: 'tools', label: toolsLabel(all), replies: [] }, all);
}

/**
 * The messages of what LangGraph streams as updates, `{node: {messages: […]}}` for each step, and of what a pipeline of Haystack
 * returns, `{component: {replies: […]}}`.
 */
function updatesOf(values: readonly Source[]): readonly Source[] | null {
  const lists = values.map((value) =>
    membersOf(value).map(([, update]) => {
      const list = firstAt(update, ['messages', 'replies']);
      return list === null ? null : messageList(list);
    }),
  );
  const messages = lists.flatMap((list) => list.flatMap((one) => itemsOf(one)));
  return lists.every((list) => list.length < 8 && list.some((one) => one !== null)) && messages.length > 0
    ? messages
    : null;
}

/** The messages of a transcript with one on each line; other lines may be among them. */
function turnsOf(values: readonly Source[]): readonly Source[] | null {
  const messages = values.filter((value) => messageOf(value) !== null);
  const isSession = values.filter(isOfSession).length * 2 > values.length;
  if (messages.length * 2 < values.length && !isSession) return null;
  const { replies, asked } = conversationOf(messages);
  return replies.length > 0 && (asked !== null || isSession) ? messages : null;
}

/** A line of the file of a session: Claude Code and OpenCode have an id of it on each, Codex a time and a payload. */
function isOfSession(value: Source): boolean {
  const isNamed = stringAt(value, 'sessionId') !== null || stringAt(value, 'sessionID') !== null;
  return isNamed || (at(value, 'timestamp') !== null && isObject(at(value, 'payload')));
}

// Texts that hold values

/** The log of a stream; null for what is none. */
export function streamOf(text: string): Found | null {
  const logged = loggedReplies(text);
  if (logged === null) return null;
  const { replies, label, tools } = logged;
  return withTools({ ...plain, kind: 'stream', label, replies }, tools);
}

const errorTextLabels = {
  log: 'a server log',
  message: 'the message of an error',
  console: 'the console of an agent',
} as const satisfies Record<ErrorTextKind, string>;

/** A log, a traceback or a message, and what it reports. */
export function fromServerText(text: string, kind: ErrorTextKind): Found {
  const { replies, error } = reportedIn(text);
  const label = /^\s{0,8}Traceback|\n {2,4}File "/.test(text.slice(0, 65_536)) ? 'a traceback' : errorTextLabels[kind];
  return withTools(failure(label, replies.flatMap(unfolded), error), kind === 'log' ? loggedTools(text) : null);
}

/** Those of the last request that a log holds. */
function loggedTools(text: string): DeclaredTools | null {
  if (!/["']tools["']: ?\[/.test(text)) return null;
  const requests = embeddedValues(text).flatMap(({ source }) => requestOf(source)?.body ?? []);
  return requests.map(toolsBeside).findLast((tools) => tools !== null) ?? null;
}

/** What is said to be the reply may be the whole stream of the server, in one string. */
function unfolded(reply: RecognisedReply): readonly RecognisedReply[] {
  const isStream = reply.native === null && /^\s*(?:data: ?\{|event: |\{"\w{1,30}":[^\n]+\n\{")/.test(reply.text ?? '');
  const stream = isStream ? streamOf(reply.text ?? '') : null;
  return stream === null ? [reply] : stream.replies.map(noSpan);
}
