import { parsedJson } from '../../text/json/index.ts';
import type { ToolDefinition } from '../../tools/index.ts';
import type { Said } from '../reply.ts';
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
import { hasFailed, hasFailedStatus, idBeside, rightBeside, rightInside } from './beside.ts';
import { allCalls } from './calls.ts';
import { areMessages, isEmpty, saidAs, saidBy, saidIn, saidInCompletion, saidInJson, saidInParts } from './message.ts';
import { isCallTurn, speakerOf } from './speaker.ts';
import { failure, nothing, type RecordReading, type Shape } from './shape.ts';
import { nestedPaths } from './flat.ts';
import { isInTrace, kindOfSpan, type Nesting, traceOf } from './span-kind.ts';
import { toolsBeside, toolsInPrompt } from './tools.ts';
import { saidInTranscript } from './transcript.ts';
import { saidInTurns, turnOfEvent } from './turns.ts';
import { certainKeys, holdsCalls, replyKeys, saysReplies, strongKeys, weakKeys } from './reply-keys.ts';
import { looksLikeCall } from './looks-like-call.ts';
import { saidInStream } from './streamed.ts';
import { answersWithin, isAsked, isOfOthers, modelWithin, saidHighest, toolsWithin } from './within.ts';

const LISTS = [
  ...['messages', 'conversation', 'conversations', 'history', 'trajectory', 'turns', 'dialog', 'chat', 'items'],
  ...['transcript', 'steps', 'events'],
];
/** Data sets keep a whole conversation as one text. */
const TRANSCRIPTS = ['chat', 'conversation', 'transcript', 'dialogue', 'dialog', 'text'];

/** Any other record: a completion, a conversation, or a field that holds the reply; else what is inside of it. */
export const generic: Shape = {
  id: 'lines',
  fits: () => true,
  read: (written) => {
    const record = nestedKeys(written);
    const kind = kindOfSpan(record);
    const found = kind === 'other' ? { said: [], holder: record, isAnswer: false } : saidInRecord(record);
    const { holder, isAnswer } = found;
    const said = isOfServer(record, found) ? [] : found.said;
    const id = idBeside(record) ?? (isAnswer ? firstAt(holder, ['id', 'request_id', 'requestId']) : idBeside(holder));
    if (said.length === 0) {
      const base = kind !== 'other' && hasFailed(record) ? failure(id) : nothing(id);
      return { ...base, tools: toolsBeside(record), model: textAt(record, 'model') };
    }
    return {
      ...nothing(id),
      said,
      tools: toolsBeside(record) ?? toolsWithin(record) ?? toolsWritten(record),
      model: textAt(record, 'model') ?? textAt(holder, 'model') ?? modelWithin(record),
      isRight: rightBeside(record) ?? rightInside(record),
      ...nesting(record, kind, isAnswer),
      isPlainAnswer: isPlainAnswer(record, said),
    };
  },
};

/** What the server said of a request that failed, or the empty text of one that gave nothing. */
function isOfServer(record: Fields, { said, isAnswer }: Found): boolean {
  if (isAnswer) return false;
  return hasFailedStatus(record) || (said.length === 1 && said.every(isEmpty) && hasFailed(record));
}

/** Beside a question and its answer, these say nothing of who gave it. */
const OF_PEOPLE =
  /^(?:id|_id|index|no|number|category|topic|section|title|tags?|lang(?:uage)?|url|source|links?|updated(?:_?at)?|created(?:_?at)?)$/i;

function isPlainAnswer(record: Fields, [only, ...others]: readonly Said[]): boolean {
  const text = only?.text ?? null;
  if (text === null || others.length > 0 || looksLikeCall(text)) return false;
  const keys = Object.keys(record).filter((key) => !OF_PEOPLE.test(key));
  const isPair = keys.length === 2 && has(record, 'question') && textAt(record, 'answer') === text;
  return isPair || (!isAsked(record) && speakerOf(record) === null && isOfAnything(record, keys, text));
}

/** Beside a text these tell of a model as well. */
const OF_ANSWERS = /tools|calls|expected|tokens|latency|temperature|system|finish_reason|score|correct|pass/i;

/** Whether a text is under a key that anything has, or says nothing in words, and what is beside it is about something else. */
function isOfAnything(record: Fields, keys: readonly string[], text: string): boolean {
  const strong = strongKeys.find((key) => textAt(record, key) === text);
  const weak = weakKeys.find((key) => textAt(record, key) === text);
  const isWeak = strong === undefined ? weak !== undefined : !/\p{L}/u.test(text) && text !== '';
  const others = keys.filter((key) => key !== (strong ?? weak));
  return isWeak && others.length > 0 && !others.some((key) => OF_ANSWERS.test(key));
}

/** What is told by a text in a trace, or by what ran a call, counts only where nobody was seen to answer. */
function nesting(record: Fields, kind: Nesting | null, isAnswer: boolean): Pick<RecordReading, 'span' | 'trace'> {
  const trace = traceOf(record);
  if (kind === 'outer') return { span: 'outer', trace };
  if (isCallTurn(textAt(record, 'type') ?? '') && has(record, 'result')) return { span: 'outer' };
  if (kind === 'inner' || isAnswer) return { span: 'inner', trace };
  return isInTrace(record) ? { span: 'outer' } : {};
}

/** Tools in what the model was given as text. */
function toolsWritten(record: Fields): readonly ToolDefinition[] | null {
  const declared = toolsInPrompt(textAt(record, 'system') ?? '');
  if (declared !== null) return declared;
  const prompt = ['prompt', ...TRANSCRIPTS]
    .map((key) => textAt(record, key))
    .find((text) => text?.includes('<tools>') === true);
  return toolsInPrompt(prompt ?? '');
}

interface Found {
  readonly said: readonly Said[];
  /** The object that has it: the record, or what is inside of it. */
  readonly holder: Fields;
  /** Whether it has the structure of what a provider answers, so that it is nothing else. */
  readonly isAnswer: boolean;
}

function saidInRecord(record: Fields): Found {
  const found = (said: readonly Said[], holder = record, isAnswer = false): Found => ({ said, holder, isAnswer });
  const event = turnOfEvent(record);
  const spoken = event?.speaker ?? speakerOf(record);
  if (spoken !== null && spoken !== 'assistant') return found([]);
  if (event !== null) return found([saidInMessage(event.message)], event.message, true);
  const response = saidInResponse(record);
  if (response !== null && response.length > 0) return found(response, record, true);
  const said = response === null ? saidInMembers(record, strongKeys) : [];
  if (said.length > 0) return found(said);
  const inside = saidInside(record);
  if (inside.said.length > 0) return inside;
  const weak = isOfOthers(record) ? [] : saidInField(record, weakKeys);
  return found(weak.length > 0 ? weak : saidHighest(record, (fields) => saidInField(fields, replyKeys)));
}

function saidInMembers(record: Fields, keys: readonly string[]): readonly Said[] {
  const pair = saidInPair(record) ?? saidInRounds(record);
  if (pair !== null) return pair;
  const turns = saidInLists(record);
  if (turns !== null) return turns;
  for (const key of TRANSCRIPTS) {
    const text = textAt(record, key);
    const texts = text === null ? null : saidInTranscript(text);
    if (texts !== null) return saidAs(texts);
  }
  return isOfOthers(record) ? [] : saidInField(record, keys);
}

/** The replies in a list of turns that an object has. */
function saidInLists(record: Fields): readonly Said[] | null {
  for (const key of LISTS) {
    const listed = unpacked(at(record, key));
    // OpenRouter keeps the messages of a chat by their ids.
    const said = saidInTurns(fieldsOf(listed) === null ? listed : Object.values(fieldsOf(listed) ?? {}));
    if (said !== null) return said;
  }
  return null;
}

/** Whether a record says something, or would have if the server had not failed. */
export function isTelling(written: Fields): boolean {
  const record = nestedKeys(written);
  return kindOfSpan(record) !== 'other' && (saidInRecord(record).said.length > 0 || hasFailed(record));
}

/** Whether a record has what a provider answers. */
export function isAnswering(record: Fields): boolean {
  return saidInRecord(record).isAnswer;
}

/** Whether a record says something itself, not only what lies deeper in it. */
export function saysItself(record: Fields, keys = replyKeys): boolean {
  return (saidInResponse(record) ?? saidInMembers(record, keys)).length > 0;
}

/** What is told by its structure at any depth of a record. */
function saidInside(record: Fields): Found {
  const answers = answersWithin(record);
  const [first] = answers;
  return {
    said: answers.flatMap(({ said }) => said),
    holder: first !== undefined && answers.length === 1 ? first.holder : record,
    isAnswer: answers.length > 0,
  };
}

/** The two replies to one prompt of which people like one better, each a text or a conversation that ends with it. */
const PAIRS = [
  ['chosen', 'rejected'],
  ['preferred_output', 'non_preferred_output'],
] as const;

function saidInPair(record: Fields): Said[] | null {
  const pair = PAIRS.find((keys) => keys.every((key) => at(record, key) !== undefined));
  if (pair === undefined) return null;
  return pair.flatMap((key) => {
    const value = unpacked(at(record, key));
    const texts = saidInTranscript(textOf(value) ?? '');
    return (texts === null ? (saidInTurns(value) ?? fieldSaid(key, value)) : saidAs(texts)).slice(-1);
  });
}

/** Copilot's rounds of one request; and what text-generation-webui keeps, pairs of what was asked and answered. */
function saidInRounds(record: Fields): Said[] | null {
  const rounds = objectsOf(at(objectAt(objectAt(record, 'result'), 'metadata'), 'toolCallRounds'));
  const said = rounds.map((round) => ({ text: textAt(round, 'response'), calls: allCalls(at(round, 'toolCalls')) }));
  const pairs = has(record, 'visible') ? listAt(record, 'internal') : [];
  const answered = saidAs(pairs.flatMap((pair) => textOf(listOf(pair)[1]) ?? []));
  return said.length > 0 ? said : answered.length > 0 ? answered : null;
}

/** The reply that a record has beside the messages that asked for it. */
export function saidBeside(record: Fields): readonly Said[] {
  const said = saidInResponse(record) ?? saidInPair(record) ?? saidInField(record, replyKeys);
  return said.length > 0 ? said : saidInside(record).said;
}

/** The reply to a conversation that already has some: only what says so itself is one, and no answer that was expected. */
export function saidLast(record: Fields): readonly Said[] {
  return saidInResponse(record) ?? saidInField(record, certainKeys);
}

/** A completion, as the record itself, under `response`, or under `outputs` as LangSmith has it. */
function saidInResponse(record: Fields): readonly Said[] | null {
  for (const holder of [record, objectAt(record, 'response') ?? objectAt(record, 'outputs')]) {
    const said = holder === null ? null : saidInCompletion(holder);
    if (said !== null) return said;
  }
  return null;
}

/** What a program printed of the response: `ModelResponse(id='…'`. */
const PRINTED = /^[A-Z]\w{2,60}\(\w{1,40}=/;

function saidInField(record: Fields, keys: readonly string[]): readonly Said[] {
  const others = keys === certainKeys || !isAsked(record) ? [] : Object.keys(record).filter(saysReplies);
  const all = [...keys, ...others];
  const isPrinted = (key: string): boolean => PRINTED.test(textAt(record, key) ?? '');
  for (const key of [...all.filter((one) => !isPrinted(one)), ...all.filter((one) => isPrinted(one))]) {
    const said = fieldSaid(key, at(record, key));
    const [only] = said;
    if (only === undefined) continue;
    return said.length === 1 && only.calls === null ? [{ ...only, calls: callsOf(record), areFromText: true }] : said;
  }
  const calls = keys === certainKeys ? null : callsOf(record);
  return calls === null ? [] : [{ text: null, calls }];
}

function callsOf(record: Fields): Said['calls'] {
  const lists = Object.keys(record).flatMap((key): NonNullable<Said['calls']>[] => {
    const value = holdsCalls(key) ? unpacked(at(record, key)) : null;
    const calls = allCalls(fieldsOf(value) === null ? value : [value]);
    return calls === null ? [] : [calls];
  });
  // What a parser found may be beside what the server had taken out, and one of them is empty.
  return lists.find((calls) => calls.length > 0) ?? lists[0] ?? null;
}

function saidInMessage(message: Fields): Said {
  const said = saidBy(message);
  return said.calls === null ? { ...said, calls: callsOf(message) } : said;
}

/** What a member holds: a text, a message, or under a key in the plural a text for each of several replies. */
function fieldSaid(key: string, value: unknown): readonly Said[] {
  const streamed = saidInStream(value);
  if (streamed !== null) return streamed;
  if (typeof value === 'string') return saidInJson(value) ?? [{ text: value, calls: null }];
  const message = fieldsOf(value);
  if (message !== null)
    return (
      saidInLists(message) ??
      (speakerOf(message) === null ? saidInBody(firstAt(message, ['content', 'text'])) : null) ??
      (['content', 'tool_calls', 'text'].some((one) => has(message, one)) ? [saidInMessage(message)] : [])
    );
  const parts = saidInParts(value);
  if (parts !== null) return [parts];
  const turns = areMessages(value) ? saidIn(value) : [];
  if (turns.length > 0) return turns;
  const texts = listOf(value).flatMap((item) => textOf(item) ?? []);
  const areReplies = texts.length === listOf(value).length && (texts.length === 1 || /s$|sampled$/i.test(key));
  return areReplies ? saidAs(texts) : [];
}

/** What a response of HTTP has for its content: a stream, or JSON of an API. */
function saidInBody(content: unknown): readonly Said[] | null {
  return typeof content === 'string' ? (saidInStream(content) ?? saidInJson(content)) : null;
}

/** A record whose keys are paths, `llm.response.content`, in itself or in its attributes, as the objects that they mean. */
function nestedKeys(record: Fields): Fields {
  const inner = fieldsOf(at(record, 'attributes'));
  const attributes = inner === null ? null : nestedPaths(inner);
  const nested = nestedPaths(record);
  if (attributes === null || attributes === inner) return nested;
  const noted = objectAt(attributes, 'mlflow');
  if (noted === null) return { ...nested, attributes };
  // MLflow writes every attribute as JSON, and among them what kind of span it is.
  const mlflow = Object.fromEntries(
    Object.entries(noted).map(([key, value]) => {
      const written = parsedJson(textOf(value) ?? '');
      return [key, written === undefined ? value : written];
    }),
  );
  return { ...nested, attributes: { ...attributes, mlflow }, span_type: at(mlflow, 'spanType') };
}
