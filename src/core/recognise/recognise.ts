import { conversationOf, messageList, systemBeside, type Conversation } from './conversation.ts';
import { errorBodyOf, isLogEntry } from './error-body.ts';
import { unescaped } from './escaped.ts';
import { frameOf } from './frame.ts';
import { firstOfManyLines, joinedTools, printedLines, repliesOfRecord, valuesOfLines } from './lines.ts';
import { errorTextKind, type ErrorTextKind } from './log-text.ts';
import { isMail, mailText } from './mail.ts';
import { messageOf, replyOf } from './message.ts';
import { CLASS_KEY } from './printed/index.ts';
import {
  projectOfAnswer,
  projectOfErrorBody,
  projectOfMessage,
  projectOfMessages,
  projectOfRequest,
} from './project.ts';
import { MOST_REPLIES, nothingAround, type GivenAway, type Recognised, type RecognisedReply } from './recognised.ts';
import { requestOf } from './request.ts';
import { responseOf, responseWithin, shapeLabel, verboseReplies } from './response.ts';
import { reportedBy, reportedIn } from './server-text.ts';
import { at, firstAt, hasAny, isObject, itemsOf, jsonSource, stringAt, type Source } from './sources.ts';
import { isChunk, isPieceOfStream, loggedReplies } from './streams.ts';
import { toolsAlone, toolsBeside, toolsInPrompt, type DeclaredTools } from './tools.ts';
import { tracedProject } from './traces.ts';
import { transcriptOf } from './transcript.ts';
import { embeddedValues, readValue } from './values.ts';

/** A text as it was pasted, or a file as it was dropped. */
export interface PastedContent {
  readonly content: string;
  /** Of the file; null for what was pasted. */
  readonly name: string | null;
}

/** So many layers of string are taken off. */
const MOST_LAYERS = 2;

/**
 * Says what a pasted text is, and finds in it what a page needs: every reply of a model, in order and exactly as the model wrote
 * it, the tools that are declared, the project that is named or given away. What is nothing else is a reply. Never throws;
 * linear. Of very many JSON lines it reads the first few megabytes, and its label says so.
 */
export function recognise({ content, name }: PastedContent): Recognised {
  const first = firstOfManyLines(content);
  if (first === null) return recogniseAll(content, name);
  const found = recogniseAll(first.text, name);
  const [read, all] = [first.read, first.all].map((count) => count.toLocaleString('en'));
  const what = found.kind === 'lines' ? '' : `${found.label} in `;
  return { ...found, label: `${what}the first ${read} of ${all} JSON lines` };
}

function recogniseAll(content: string, name: string | null): Recognised {
  const mail = isMail(content, name) ? mailText(content) : null;
  const text = mail ?? content;
  const found = recognisePeeled(text) ?? recogniseText(text, 0) ?? replyAlone(content);
  const replies = found.replies.map(withoutEmptyText);
  const spans = mail === null ? replies : replies.map((reply) => ({ ...reply, span: null }));
  return { ...found, replies: spans.slice(0, MOST_REPLIES), count: replies.length };
}

/** What is under the prefixes that others put before every line; null where there are none, or no more than a reply is under them. */
function recognisePeeled(text: string): Found | null {
  const frame = frameOf(text);
  if (frame.text === text) return null;
  const found = recogniseText(frame.text, 0);
  if (found === null) return null;
  const replies = found.replies.map((reply) => {
    const span = reply.span === null ? null : frame.place(reply.span);
    // Lines of a reply have prefixes between them, so it is not in the paste as it is.
    return span !== null && text.slice(span.from, span.to) === reply.text ? { ...reply, span } : noSpan(reply);
  });
  return { ...found, replies, project: found.project ?? (found.kind === 'error' ? tracedProject(text).project : null) };
}

/** Beside native calls an empty text is none. */
function withoutEmptyText(reply: RecognisedReply): RecognisedReply {
  return reply.text === '' && reply.native !== null ? { ...reply, text: null, span: null } : reply;
}

type Found = Omit<Recognised, 'count'>;

const plain = { layers: 0, project: null, parser: null, error: null, ...nothingAround } as const;

function replyAlone(content: string): Found {
  const reply = { text: content, native: null, span: { from: 0, to: content.length } };
  return { ...plain, kind: 'reply', label: 'plain reply text', replies: [reply] };
}

/** Null for a text that is no more than a reply. */
function recogniseText(text: string, layers: number): Found | null {
  if (text.trim() === '') return null;
  if (isLink(text)) return { ...plain, kind: 'case', label: 'a link of Callscope', replies: [] };
  const value = readValue(text);
  const known = value === null || value.node.kind === 'string' ? null : fromValue(value, text);
  if (known !== null) return known;
  const printed = value === null ? printedLines(text) : null;
  const converted = printed === null ? null : recogniseText(printed, layers);
  if (converted !== null) return { ...converted, replies: converted.replies.map(noSpan) };
  const lines = value === null ? valuesOfLines(text) : null;
  const many = lines === null ? null : fromLines(lines, text);
  if (many !== null) return many;
  return exchangeOf(text) ?? streamOf(text) ?? fromString(text, layers) ?? fromText(text, layers);
}

/** An address with a fragment `#<version>.<crc>.<payload>` or `#in=…`. */
function isLink(text: string): boolean {
  return /^\s*(?:https?:\/\/\S{1,300})?#(?:[1-9]\d{0,3}\.[\w-]{6}\.[\w-]{4,}|in=\S+)\s*$/.test(text);
}

/** What is in a string of JSON or Python. */
function fromString(text: string, layers: number): Found | null {
  if (layers === MOST_LAYERS) return null;
  const inner = unescaped(text);
  if (inner === null) return null;
  const found = recogniseText(inner.text, layers + 1);
  if (found !== null) return { ...found, layers: found.layers + 1, replies: found.replies.map(noSpan) };
  const span = inner.offset === null ? null : { from: inner.offset, to: inner.offset + inner.text.length };
  const label = 'a reply in a JSON string';
  return { ...plain, kind: 'escaped', label, layers: 1, replies: [{ text: inner.text, native: null, span }] };
}

function noSpan(reply: RecognisedReply): RecognisedReply {
  return { ...reply, span: null };
}

// One value

function fromValue(source: Source, text: string): Found | null {
  if (stringAt(source, 'kind') === 'callscope case') return savedCase(source);
  const har =
    isObject(source) && (at(source, 'log') !== null || at(source, 'request') !== null) ? streamOf(text) : null;
  if (har !== null) return har;
  const request = requestOf(source);
  if (request !== null) return fromRequest(request.body, request.conversation);
  const response = responseOf(source);
  if (response !== null) {
    const verbose = verboseReplies(source);
    return fromResponse(source, shapeLabel(response.shape), verbose.length > 0 ? verbose : response.replies);
  }
  const error = errorBodyOf(source);
  if (error !== null || isLogEntry(source)) return fromErrorBody(source, text, error?.message ?? null);
  const enclosed = responseWithin(source);
  if (enclosed !== null) return fromResponse(source, `a record with ${shapeLabel(enclosed.shape)}`, enclosed.replies);
  const list = messageList(source);
  if (list !== null) return fromMessages(source, itemsOf(list));
  const tools = toolsAlone(source);
  if (tools !== null) return withTools({ ...plain, kind: 'tools', label: toolsLabel(tools), replies: [] }, tools);
  const record = repliesOfRecord(source, false);
  if (record !== null) return fromResponse(source, 'a record with a reply', record);
  const records = source.node.kind === 'array' ? source : firstAt(source, RECORDS);
  const items = itemsOf(records);
  // Gemini streams as a list of responses where nobody asks for events.
  const isStream = items.length > 0 && items.every((item) => at(item, 'candidates') !== null);
  const many = isStream || (source.node.kind === 'array' && !items.every(isRecord)) ? null : fromLines(items, text);
  return many ?? streamOf(text);
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
  const list = given === null ? null : jsonSource(given, null);
  const tools = list === null ? null : toolsAlone(list);
  const native = stringAt(state, 'native');
  const reply = { text: stringAt(state, 'text'), native: native === '' ? null : native, span: null };
  const runtime = stringAt(state, 'profile') ?? '';
  const project = projects.find((id) => runtime === id || runtime.startsWith(`${id}:`) || runtime.startsWith(`${id}-`));
  return withTools({ ...found, replies: [reply], project: project ?? null }, tools);
}

const projects: readonly GivenAway[] = [
  'vllm',
  'sglang',
  'llamacpp',
  'ollama',
  'ai-sdk',
  'langchain',
  'exathena',
  'chatcli',
];

function fromResponse(source: Source, label: string, replies: readonly RecognisedReply[]): Found {
  const found: Found = { ...plain, kind: 'response', label, replies, project: projectOf(source) };
  return withTools(found, toolsBeside(source));
}

/** Told by the keys of an answer, or by the shape of its message. */
function projectOf(source: Source): GivenAway | null {
  const inner = isObject(source)
    ? [at(source, 'response'), at(source, 'body'), at(source, 'message')].filter(isObject)
    : [];
  for (const one of [source, ...inner]) {
    const project = projectOfAnswer(one) ?? projectOfMessage(one);
    if (project !== null) return project;
  }
  const response = responseOf(source);
  if (response === null) return null;
  const shape = response.shape;
  if (shape === 'ai-sdk') return 'ai-sdk';
  if (shape === 'ollama-generate') return 'ollama';
  if (shape === 'llamacpp-completion') return 'llamacpp';
  if (shape === 'sglang-generate') return 'sglang';
  return shape === 'langchain-result' ? 'langchain' : null;
}

function fromRequest(body: Source, conversation: Conversation): Found {
  const { replies, system, asked, messages } = conversation;
  const found: Found = {
    ...plain,
    kind: 'request',
    label: 'a request body',
    replies,
    system,
    asked,
    messages,
    project: projectOfRequest(body) ?? projectOfMessages(listed(body)),
  };
  return withTools(found, toolsBeside(body) ?? promptTools(system));
}

function fromMessages(source: Source, list: readonly Source[]): Found {
  const conversation = conversationOf(list);
  const { replies, asked, messages } = conversation;
  const system = (isObject(source) ? systemBeside(source) : null) ?? conversation.system;
  const found: Found = {
    ...plain,
    kind: 'messages',
    label: 'a conversation',
    replies,
    system,
    asked,
    messages,
    project: (isObject(source) ? projectOfMessage(source) : null) ?? projectOfMessages(list),
  };
  return withTools(found, toolsBeside(source) ?? promptTools(system));
}

function listed(source: Source): readonly Source[] {
  return itemsOf(messageList(source));
}

function promptTools(system: string | null): DeclaredTools | null {
  return system === null ? null : toolsInPrompt(system, readValue);
}

function withTools(found: Found, tools: DeclaredTools | null): Found {
  return tools === null ? found : { ...found, tools: tools.names, toolsText: tools.text };
}

function toolsLabel({ names }: DeclaredTools): string {
  return names.length === 1 ? 'the definition of a tool' : `the definitions of ${names.length} tools`;
}

function fromErrorBody(source: Source, text: string, message: string | null): Found {
  const replies = reportedBy(source);
  const traced = tracedProject(text);
  return {
    ...plain,
    kind: 'error',
    label: message === null ? 'an entry of a log' : 'the body of an error',
    replies: replies.length === 0 ? [nothingWritten] : replies,
    error: message,
    project: traced.project ?? projectOfErrorBody(source),
    parser: traced.parser,
  };
}

const nothingWritten: RecognisedReply = { text: null, native: null, span: null };

// Many values

function fromLines(values: readonly Source[], text: string): Found | null {
  const [first] = values;
  if (first === undefined || values.length < 2) return null;
  if (values.some(isPieceOfStream)) {
    const stream = streamOf(text);
    if (stream !== null) return stream;
  }
  const chunks = messageChunks(values);
  if (chunks !== null) return chunks;
  const conversation = turnsOf(values);
  if (conversation !== null) return fromMessages(first, conversation);
  const entries = values.filter((value) => isLogEntry(value) || errorBodyOf(value) !== null).length;
  if (entries * 2 > values.length) return fromServerText(text, 'log');
  const records = values.map((value) => repliesOfRecord(value, true));
  const replies = records.flatMap((record) => record ?? []);
  const asking = values.filter((value) => requestOf(value) !== null).length;
  const known = records.filter((record) => record !== null).length;
  if (replies.length > 0 ? known * 2 >= values.length : asking === values.length) {
    const found: Found = {
      ...plain,
      kind: 'lines',
      label: `${values.length.toLocaleString('en')} JSON lines`,
      replies,
      project: projectOf(first) ?? projectOfMessages(listed(first)),
    };
    return withTools(found, joinedTools(values));
  }
  const stream = streamOf(text);
  if (stream !== null) return stream;
  const tools = values.map(toolsAlone);
  const all = tools.every((one) => one !== null) ? joinedTools(values) : null;
  return all === null ? null : withTools({ ...plain, kind: 'tools', label: toolsLabel(all), replies: [] }, all);
}

/** The chunks of a message, as Python prints those of LangChain. */
function messageChunks(values: readonly Source[]): Found | null {
  if (!values.every((value) => stringAt(value, CLASS_KEY) === 'AIMessageChunk')) return null;
  const texts = values.flatMap((value) => replyOf(value).text ?? []);
  const reply = { text: texts.join(''), native: null, span: null };
  return { ...plain, kind: 'stream', label: 'the chunks of a message', replies: [reply], project: 'langchain' };
}

/** The messages of a transcript with one on each line; other lines may be among them. */
function turnsOf(values: readonly Source[]): readonly Source[] | null {
  const messages = values.filter((value) => messageOf(value) !== null);
  const isSession = values.filter(isOfSession).length * 2 > values.length;
  if (messages.length * 2 < values.length && !isSession) return null;
  const { replies, asked } = conversationOf(messages);
  return replies.length > 0 && (asked !== null || isSession) ? messages : null;
}

/** A line of the file of a session: Claude Code has an id of it on each, Codex a time and a payload. */
function isOfSession(value: Source): boolean {
  return stringAt(value, 'sessionId') !== null || (at(value, 'timestamp') !== null && isObject(at(value, 'payload')));
}

// Texts

function streamOf(text: string): Found | null {
  const logged = loggedReplies(text);
  if (logged === null) return null;
  const { replies, label, project, tools } = logged;
  return withTools({ ...plain, kind: 'stream', label, replies, project }, tools);
}

function fromText(text: string, layers: number): Found | null {
  const transcript = transcriptOf(text);
  if (transcript !== null) {
    const { label, replies, system, asked, messages } = transcript;
    const found: Found = { ...plain, kind: 'messages', label, replies, system, asked, messages };
    return withTools(
      { ...found, project: /^={8,} \w+ Message ={8,}/m.test(text) ? 'langchain' : null },
      promptTools(system),
    );
  }
  const log = errorTextKind(text);
  if (log !== null) return fromServerText(text, log);
  return errorAfterWords(text) ?? wrapped(text, layers);
}

const errorTextLabels = {
  log: 'a server log',
  message: 'the message of an error',
  console: 'the console of an agent',
} as const satisfies Record<ErrorTextKind, string>;

function fromServerText(text: string, kind: ErrorTextKind): Found {
  const { replies, error } = reportedIn(text);
  const { project, parser } = tracedProject(text);
  const label = /^\s{0,8}Traceback|\n {2,4}File "/.test(text.slice(0, 65_536)) ? 'a traceback' : errorTextLabels[kind];
  return {
    ...plain,
    kind: 'error',
    label,
    replies: replies.length === 0 ? [nothingWritten] : replies,
    error,
    project,
    parser,
  };
}

/** So long may be what a program says before the body of an error. */
const MOST_WORDS = 200;

/** The body of an error after what a program says of it: `API request failed with status 500: {…}`. Nothing follows it. */
function errorAfterWords(text: string): Found | null {
  const words = /^\s{0,20}([^{\n]{4,200})(?=\{)/.exec(text.slice(0, MOST_WORDS + 24));
  if (words === null || !/\b(?:fail|error|exception|status|refused|reject|http|[45]\d\d\b)/i.test(words[0]))
    return null;
  const body = text.slice(words[0].length);
  const value = readValue(body);
  const error = value === null ? null : errorBodyOf(value);
  if (value === null || error === null) return null;
  const found = fromErrorBody(value, body, error.message);
  return { ...found, replies: found.replies.map(noSpan), project: found.project ?? tracedProject(text).project };
}

/** A command of curl or an exchange over HTTP, with the body that was sent, the one that came back, or both. */
function exchangeOf(text: string): Found | null {
  if (
    !/^\s*(?:[^\n{}<'"]{0,80}[$#%>❯] )?(?:curl\s|event: \w|data: \{|HTTP\/[\d.]{1,3} \d|(?:POST|GET) \S{1,300} HTTP\/)/.test(
      text.slice(0, 400),
    )
  )
    return null;
  if (/^(?:data|event): ?\S/m.test(text) && streamOf(text) !== null) return null;
  const asWritten = bodiesIn(text);
  // A shell without single quotes needs backslashes.
  const found = asWritten.length > 0 ? asWritten : bodiesIn(text.replaceAll('\\"', '"'));
  if (found.some(({ kind }) => kind === 'stream')) return null;
  const request = found.find(({ kind }) => kind === 'request');
  const answer = found.findLast(({ kind }) => ['response', 'error', 'tools'].includes(kind)) ?? request;
  if (answer === undefined) return null;
  const traced = answer.project ?? request?.project ?? tracedProject(text.slice(0, 2000)).project;
  if (request === undefined) return { ...answer, project: traced };
  const { tools, toolsText, system, asked, messages } = request;
  return { ...answer, tools, toolsText, system, asked, messages, project: traced };
}

/** What the values in a text are. */
function bodiesIn(text: string): Found[] {
  return embeddedValues(text).flatMap(({ source, span }) => {
    const one = fromValue(source, text.slice(span.from, span.to));
    return one === null ? [] : [one];
  });
}

/** A value in a fence, or after a few words that name it: `Response: {…}`. */
function wrapped(text: string, layers: number): Found | null {
  if (layers === MOST_LAYERS) return null;
  const fence = /^\s*(?:```|~~~)(?:json|jsonc?|python|log|text|http)?[ \t]*\n/.exec(text.slice(0, 80));
  const label = /^\s*(?:[\w.-]+ ?){1,3}[:=]\s*(?=[{[])/.exec(text.slice(0, 80));
  const body =
    fence !== null && /\n(?:```|~~~)\s*$/.test(text.slice(-40))
      ? text.slice(fence[0].length, text.lastIndexOf('\n', text.trimEnd().length - 1))
      : label === null
        ? null
        : text.slice(label[0].length);
  const value = body === null ? null : readValue(body);
  if (body === null || value === null) return null;
  const found = fromValue(value, body);
  const isDefinition = found?.kind === 'tools' && label !== null && !/tools|functions/i.test(label[0]);
  return found === null || found.kind === 'stream' || isDefinition
    ? null
    : { ...found, replies: found.replies.map(noSpan) };
}
