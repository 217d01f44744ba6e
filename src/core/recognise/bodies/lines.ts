import { endOfLine } from '../../text/document/index.ts';
import { JsonReader } from '../../text/json/index.ts';
import { conversationOf, messageList } from './conversation.ts';
import { looseDeltas } from './loose-stream.ts';
import { messageOf, replyOf } from '../message/index.ts';
import { chunksOfLines } from './message-chunks.ts';
import { MOST_REPLIES, nothingWritten, type RecognisedReply } from '../recognised.ts';
import { requestOf } from './request.ts';
import { responseOf, responseWithin } from './response.ts';
import { messageOfBlocks, readPrinted, readPrintedFields } from '../printed/index.ts';
import {
  at,
  firstAt,
  isObject,
  itemsOf,
  jsonSource,
  plainSpan,
  stringAt,
  stringOf,
  unpacked,
  type Source,
} from '../sources.ts';
import { toolsAlone, toolsBeside, type DeclaredTools } from './tools.ts';

/** The JSON values of a text that has one on each line; null where a line holds anything else. */
export function valuesOfLines(text: string): Source[] | null {
  const reader = new JsonReader();
  const values: Source[] = [];
  // Records that are cut, and lines of anything else.
  let [broken, others] = [0, 0];
  for (let from = text.startsWith('\ufeff') ? 1 : 0; from < text.length;) {
    const to = endOfLine(text, from);
    if (text.slice(from, to).trim() !== '') {
      const first = text
        .slice(from, from + 40)
        .trimStart()
        .charAt(0);
      const reading = first === '{' || first === '[' ? reader.read(text, from, to) : null;
      if (reading?.ok === true) values.push({ text, node: reading.node, offset: 0 });
      else if (values.length === 0 && first !== '{') return null;
      else if (first === '{') broken += 1;
      else others += 1;
    }
    from = to + 1;
  }
  // A file may begin or end in the middle of a record, and hold lines that are cut, the first ones as well.
  const isOfValues = others <= 1 + values.length / 20 && broken <= 1 + values.length;
  return values.length < 2 || !isOfValues ? null : values;
}

/**
 * The JSON objects that are one below the other, each over several lines, as `jq` prints them; null where anything else is between
 * them. The last of several may be cut off.
 */
export function valuesBelow(text: string): Source[] | null {
  if (!/^\s*\{\s*\n/.test(text.slice(0, 44))) return null;
  const reader = new JsonReader();
  const values: Source[] = [];
  for (let from = 0; text.slice(from).trimStart() !== '';) {
    const rest = reader.read(text, from, text.length);
    if (!rest.ok && rest.error.at >= text.trimEnd().length && values.length > 1) return values;
    const reading = !rest.ok && rest.error.expected === 'end' ? reader.read(text, from, rest.error.at) : rest;
    if (!reading.ok || reading.node.kind !== 'object') return null;
    values.push({ text, node: reading.node, offset: 0 });
    from = reading.node.to;
  }
  return values.length < 2 ? null : values;
}

/** Under what key those who collect logs keep a line: Docker, journald, Google Cloud, Loki. */
const LOGGED = ['log', 'MESSAGE', 'textPayload', 'line'];

/** The log whose lines are kept in JSON lines; null where one of them keeps none. One alone is that of a container if it has its stream. */
export function loggedText(values: readonly Source[]): string | null {
  const lines = values.map((value) => stringOf(firstAt(value, LOGGED)));
  const isLog = lines.length > 1 || values.some((value) => /^std(?:out|err)$/.test(stringAt(value, 'stream') ?? ''));
  return isLog && lines.length > 0 && lines.every((line) => line !== null)
    ? lines.map((line) => line.replace(/\n$/, '')).join('\n')
    : null;
}

/** So much of very many JSON lines is read, in UTF-16 units: some thousand replies, in about a second. */
const MOST_READ = 4_000_000;

/** The first of very many JSON lines. */
export interface FirstLines {
  readonly text: string;
  /** How many lines those are, and how many there are in all; blank ones count for nothing. */
  readonly read: number;
  readonly all: number;
}

/** The first lines of a text that has a JSON value on each, where there are more than are read; null for any other text. */
export function firstOfManyLines(text: string): FirstLines | null {
  if (text.length <= MOST_READ) return null;
  const end = text.lastIndexOf('\n', MOST_READ) + 1;
  const first = text.slice(0, Math.max(0, end));
  if (!beginsWithValues(first)) return null;
  const read = linesIn(first);
  return { text: first, read, all: read + linesIn(text.slice(end)) };
}

/** So many lines tell whether all have values: one of them may be cut. */
const TELLING = 4;

function beginsWithValues(text: string): boolean {
  let end = 0;
  for (let line = 0; line < TELLING && end < text.length; line += 1) end = endOfLine(text, end) + 1;
  return valuesOfLines(text.slice(0, end)) !== null;
}

function linesIn(text: string): number {
  let count = 0;
  for (let from = 0; from < text.length;) {
    const to = endOfLine(text, from);
    if (to > from && text.slice(from, Math.min(to, from + 40)).trim() !== '') count += 1;
    from = to + 1;
  }
  return count;
}

/** How a printed value begins a line: a dict of Python, a class, a map of Elixir, the fields of a message of LangChain. */
const PRINTED = /^\s{0,8}(?:\{'|\[\{'|\[?[A-Z]\w{2,60}(?:\(| \{)|%[\w.]{0,60}\{|content=['"])/;

/**
 * JSON lines for values that a language prints, one on each line or below each other; null where anything else is among them. Around
 * the chunks of a stream, lines of words are what a program says besides.
 */
export function printedLines(text: string): string | null {
  const values: string[] = [];
  const isStream = /^\s{0,8}[A-Z]\w{0,40}Chunk\(/m.test(text);
  for (let from = 0; from < text.length;) {
    const line = text.slice(from, endOfLine(text, from));
    // The last chunk has the usage, and no choice.
    if (/^\s*(?:\.{3}|…|\[\])?\s*$/.test(line) || (isStream && isWords(line))) {
      from += line.length + 1;
      continue;
    }
    const fields = line.startsWith('content=') ? readPrintedFields(line) : null;
    const reading = PRINTED.test(line.slice(0, 70)) && fields === null ? readPrinted(text, from) : null;
    const end = fields === null ? (reading?.ok === true ? reading.end : -1) : from + line.length;
    if (end < 0 || text.slice(end, endOfLine(text, end)).trim() !== '') return null;
    const json = fields ?? (reading?.ok === true ? reading.json : '');
    values.push(OF_CHUNK.test(json) ? `{"choices":${json}}` : json);
    from = endOfLine(text, end) + 1;
  }
  if (values.length < 2) return null;
  if (values.every((json) => OF_STREAM.test(json)))
    return values.map((json) => `{"choices":[{"index":0,"delta":${json}}]}`).join('\n');
  const deltas = looseDeltas(values.flatMap((json) => jsonSource(json) ?? []));
  return deltas ?? chunksOfLines(values) ?? messageOfBlocks(`[${values.join(',')}]`) ?? values.join('\n');
}

/** Whether a line has no sign of a value: words, numbers, a rule. In UTF-16 units, a value is rarely that short. */
export function isWords(line: string): boolean {
  return line.length <= 100 && !/[{}[\]()<>"'`\\]/.test(line);
}

/** What a client of OpenAI prints of each chunk. */
const OF_STREAM = /^\{"[^"]{0,40}":"(?:Choice)?Delta"/;
/** The same of its choices. */
const OF_CHUNK = /^\[\{"[^"]{0,40}":"(?:Streaming)?Choices?",/;

/** Keys under which records of evaluations and data sets keep what a model wrote: BFCL, lm-eval, canitoolcall and others. */
const STRONG = ['raw_output', 'model_result_raw', 'resps', 'generated_text', 'model_output', 'raw_completion'];
/** The same where a line alone says nothing: only among other lines of its kind. */
const WEAK = [
  ...['response', 'completion', 'output', 'result', 'generation', 'generations', 'prediction', 'predicted', 'sampled'],
  ...['answer', 'answers', 'reply', 'chosen', 'text', 'content'],
];

/**
 * The replies of a record that is alone: a response, a conversation, a span of a trace, or a line of an evaluation. Null where it
 * holds none. What was asked may be in it as well, and is no reply.
 */
export function repliesOfRecord(record: Source): readonly RecognisedReply[] | null {
  return repliesUnder(record, STRONG);
}

/** The same of a record among others of its kind, which may be a line of a batch as well: more keys tell then. */
export function repliesOfLine(record: Source): readonly RecognisedReply[] | null {
  const replies = repliesUnder(record, [...STRONG, ...WEAK]);
  const isFailed =
    replies === null && isObject(record) && at(record, 'error') !== null && at(record, 'custom_id') !== null;
  return isFailed && !isOfPerson(record) ? [nothingWritten] : replies;
}

/** Slack's messages are of people. */
function isOfPerson(record: Source): boolean {
  const isChat = stringAt(record, 'type') === 'message' && at(record, 'ts') !== null;
  return isChat || messageOf(record)?.role === 'user';
}

function repliesUnder(record: Source, keys: readonly string[]): readonly RecognisedReply[] | null {
  if (record.node.kind === 'array') {
    const list = messageList(record);
    return list === null ? null : conversationOf(itemsOf(list)).replies;
  }
  if (!isObject(record) || isOfPerson(record)) return null;
  const response = responseOf(record) ?? responseWithin(record);
  if (response !== null) return response.replies;
  const output = unpacked(at(record, 'output'));
  const message = isObject(output) ? messageOf(output) : null;
  if (message?.role === 'assistant') return [replyOf(message.body)];
  const list = messageList(record);
  if (list !== null) {
    const { replies } = conversationOf(itemsOf(list));
    if (replies.length > 0) return replies;
  }
  const flat = firstAt(record, [
    'llm.output_messages.0.message.content',
    'gen_ai.completion.0.content',
    'output.value',
  ]);
  if (stringOf(flat) !== null) return written(flat);
  if (stringAt(record, 'llm.output_messages.0.message.role') !== null) return [nothingWritten];
  for (const key of keys) {
    const replies = written(at(record, key));
    if (replies !== null && replies.length > 0) return replies;
  }
  return null;
}

/** So deep are lists in lists: turns, steps, samples. */
const MOST_LISTS = 6;

/** Texts, in lists of lists; BFCL has native calls as objects in their place. */
function written(value: Source | null, levels = MOST_LISTS): RecognisedReply[] | null {
  if (value === null) return null;
  const text = stringOf(value);
  if (text !== null) return [{ text, native: null, span: plainSpan(value) }];
  if (value.node.kind !== 'array' || levels === 0) return null;
  const items = itemsOf(value);
  const list = messageList(value);
  if (list !== null) return [...conversationOf(itemsOf(list)).replies];
  if (items.length > 0 && items.every(isObject)) return [nothingWritten];
  return items.flatMap((item) => written(item, levels - 1) ?? []);
}

/** The tools of all lines, each name once. */
export function joinedTools(values: readonly Source[]): DeclaredTools | null {
  const texts = new Map<string, string>();
  for (const value of values.slice(0, MOST_REPLIES)) {
    const request = requestOf(value);
    const tools = toolsBeside(request?.body ?? value) ?? toolsAlone(value);
    const list = tools === null ? null : jsonSource(tools.text);
    for (const [index, item] of itemsOf(list).entries()) {
      const name = tools?.names[index];
      if (name !== undefined && list !== null && !texts.has(name))
        texts.set(name, list.text.slice(item.node.from, item.node.to));
    }
  }
  return texts.size === 0 ? null : { names: [...texts.keys()], text: `[\n${[...texts.values()].join(',\n')}\n]` };
}
