import type { Span } from '../../../text/document/index.ts';
import { harBody } from '../../../log/index.ts';
import {
  at,
  betweenLines,
  CLASS_KEY,
  foundWithin,
  type Frame,
  frameOf,
  isAfterBlock,
  isLogText,
  isObject,
  isPieceOfStream,
  itemsOf,
  keyed,
  loggedText,
  nested,
  placeOf,
  printedBytes,
  rawTexts,
  readValue,
  requestOf,
  sentBodies,
  sessionOf,
  slice,
  stringAt,
  stringOf,
  terminalReply,
  unpacked,
  type Value,
} from '../../index.ts';
import { exportedTask } from './exported-task.ts';
import { type Answer, answerOf, listedCalls, withCounts } from './answer.ts';
import { piecesIn, streamsIn } from './stream-answer.ts';
import type { Quoted, Said } from '../evidence.ts';
import { type History, historyOf, recordsIn } from './history.ts';
import { factsOf, type RequestFacts } from './request-facts.ts';
import { part, valuesOf } from '../values.ts';

/** The parts of a paste in which evidence is looked for. */
export interface Scene {
  readonly frame: Frame;
  readonly values: readonly Value[];
  /** The text around the values, at the places that it has: logs, commands, consoles. */
  readonly around: string;
  /** Addresses and headers of a HAR file, one on each line. */
  readonly exchange: Said | null;
  readonly request: RequestFacts | null;
  /** The requests, in order. */
  readonly sent: readonly RequestFacts[];
  /** The request without tools, where another one has some, which the paste shows or tells of; null elsewhere. */
  readonly bare: RequestFacts | null;
  /** What came back, in order. */
  readonly answers: readonly Answer[];
  readonly history: History | null;
  /** The records that the history was read from. */
  readonly records: readonly Value[];
  /** What the model wrote, as a log or an error quotes it; the last one. */
  readonly quoted: Quoted | null;
}

/** Finds the parts of a paste. Linear. */
export function sceneOf(content: string): Scene {
  const pasted = frameOf(content);
  const bytes = printedBytes(pasted.text);
  const frame = bytes === null ? pasted : nested(bytes, pasted.place({ from: 0, to: pasted.text.length }));
  const values = valuesOf(frame).map((value) => whole(value));
  const logged = loggedText(values) ?? exportedTask(frame.text);
  if (logged !== null) {
    const inner = nested(logged, frame.place({ from: 0, to: frame.text.length }));
    return sceneIn(inner, valuesOf(inner));
  }
  const [only] = values;
  const har = values.length === 1 && only !== undefined ? harOf(only) : null;
  if (har !== null) return har;
  return sceneIn(frame, values);
}

/** What is in a string of JSON, which is how data is copied out of a program. */
function whole(value: Value, layers = 4): Value {
  // The AI SDK keeps what came beside what it made of it.
  const chunk = ['rawValue', 'value'].map((key) => at(value, key)).find(isObject);
  if (chunk !== undefined && isPieceOfStream(chunk)) return chunk;
  const said = layers > 0 ? stringOf(value) : null;
  const source = said !== null && /^\s*["{[]/.test(said) ? readValue(said) : null;
  if (source === null || said === null) return value;
  const inner = nested(said, placeOf(value));
  return whole({ ...source, frame: inner, span: { from: 0, to: said.length } }, layers - 1);
}

/** @param isInner whether the values were found inside of others: nothing is looked for inside of them */
function sceneIn(frame: Frame, all: readonly Value[], isInner = false): Scene {
  const around = blanked(
    frame.text,
    all.filter(({ span }) => !isLoggedResult(frame.text, span) && !isRefusedByTable(frame.text, span)),
  );
  const values = all.filter((value) => !isArgument(frame.text, value) && !isAfterBlock(frame.text, value.span.from));
  const quotes = piecesIn(values).filter((value) => isUnread(frame.text, value));
  // An error quotes one piece; in a stream of many, the others are what came.
  const streams = quotes.length > 0 && quotes.length === piecesIn(values).length ? [] : streamsIn(frame, values);
  const pieces = new Set(streams.length === 0 ? [] : piecesIn(values));
  const left = values.filter((value) => !pieces.has(value));
  const bodies = left.flatMap((value) => requestIn(value) ?? []);
  const sent = bodies.length > 0 ? bodies : typedRequests(frame);
  const request = sent.at(-1) ?? requestBeside(left);
  const isCompared = sent.length === 2 && sent.some(({ isDeclared }) => isDeclared);
  const isTold = sent.length === 1 && WITH_TOOLS.test(around);
  const bare = isCompared || isTold ? (sent.find(({ isDeclared }) => !isDeclared) ?? null) : null;
  const others = left.filter((value) => requestIn(value) === null);
  const { records, from } = recordsOf(others.filter((value) => !isUnread(frame.text, value)));
  const kept = historyOf(records);
  const history = kept ?? (request === null ? null : historyOf(recordsIn(request.body)));
  const single = others
    .filter((value) => (kept === null || !from.has(value)) && !isUsers(value) && !isUnread(frame.text, value))
    .flatMap((value) => {
      const one = answerOf(value);
      return one === null || (one.kind === 'response' && isAfterStack(frame.text, value.span)) ? [] : one;
    });
  const told = single.filter(({ kind, error }) => kind !== 'error' || error?.text !== '');
  const given = withoutExpected(told.length === 0 ? single : told, (span) =>
    frame.text.slice(Math.max(0, span.from - BEFORE), span.from),
  );
  // A body that is cut off is no stream that came back.
  const came = streams.filter(({ span }) => !sent.some(({ body }) => isIn(span, placeOf(body))));
  const found = [...given, ...came].toSorted((a, b) => a.span.from - b.span.from);
  const listed = listedCalls(others);
  const answers =
    listed !== null && found.every(({ value }) => value !== null && keyed(value, 'arguments') !== null)
      ? [listed]
      : withCounts(found, others);
  const asked = askedFor(sent, answers) ?? request;
  // Code beside a conversation sends no tools that one could see.
  const isUnseen = kept !== null && answers.length === 0 && asked?.isDeclared === false;
  const isBare = answers.length === 0 && history === null && request === null;
  const inner = isBare && !isInner ? left.flatMap((value) => innerOf(value)) : [];
  if (inner.length > 0) return { ...sceneIn(frame, inner, true), values: [...values, ...inner] };
  const raw = rawTexts(frame.text, { within: values.map(({ span }) => span) }).at(-1);
  const printed =
    raw === undefined && isBare
      ? (terminalReply(frame.text) ?? (isLogText(frame.text) ? beside(values, betweenLines(frame.text)) : null))
      : null;
  const quoted =
    raw !== undefined
      ? { ...raw, span: frame.place(raw.span ?? { from: raw.at, to: raw.end }) }
      : printed === null
        ? null
        : { text: frame.text.slice(printed.from, printed.to), span: frame.place(printed) };
  return {
    frame,
    values,
    around,
    exchange: null,
    request: isUnseen || (asked !== null && isShortened(asked)) ? null : asked,
    sent,
    bare,
    answers,
    history,
    records,
    quoted,
  };
}

/** The request of the last answer, which is before it. Who tries one with and without tools and shows no answer asks about the one with tools. */
function askedFor(sent: readonly RequestFacts[], answers: readonly Answer[]): RequestFacts | undefined {
  const last = answers.at(-1);
  return last === undefined
    ? sent.findLast(({ tools }) => tools.length > 0)
    : sent.findLast(({ body }) => placeOf(body).to <= last.span.from);
}

/** Who sent another request says that it had tools. */
const WITH_TOOLS =
  /\bwith (?:the |its |my |a )?[`"']?tools\b|\b(?:mit (?:den )?|avec (?:les )?|con (?:las |los )?|com (?:as )?|z )[`"']?(?:tools|outils|herramientas|ferramentas|narzędziami)\b|с (?:инструментами|tools)|(?:带上?|加上?|包含)\s?[`"']?tools|ツール(?:付き|を付け)/i;

/** Whether a log shows a request only in part, and no tools in that: they may be in the rest. LM Studio does so. */
function isShortened({ body, isDeclared }: RequestFacts): boolean {
  return !isDeclared && /<Truncated in logs>|[[(]truncated[\])]/i.test(slice(body));
}

function isIn(inner: Span | null, outer: Span | null): boolean {
  return inner !== null && outer !== null && outer.from <= inner.from && inner.to <= outer.to;
}

/** What a value that is nothing known holds at any depth: messages, answers, or the pieces of a stream. */
function innerOf(value: Value): readonly Value[] {
  const { pieces = [], messages = [], answers = [] } = foundWithin(value) ?? {};
  const found = [pieces, messages, answers].find(({ length }) => length > 0) ?? [];
  return found.map((source) => part(value, source));
}

/** Whether a value is what Home Assistant logs of the result of a call, which may say that there is no such tool. */
function isLoggedResult(text: string, { from }: Span): boolean {
  return text.slice(Math.max(0, from - 40), from).endsWith('] Tool response: ');
}

/** Whether a value is what LiteLLM says that a provider does not take: names in a list, or in a dict. */
function isRefusedByTable(text: string, { from }: Span): boolean {
  return text.slice(Math.max(0, from - 40), from).endsWith(' does not support parameters: ');
}

/** A value that a program has yet to look up: `"content": m.content`. */
const MEMBER = /:\s{0,4}[a-z_]\w{0,40}(?:\.\w{1,40}){1,4}\s{0,4}[,}\n]/;

/** Whether a value is the code of a person, or what a client logs of a call or of its result: `Tool call: dim_lamp({…})`. */
function isArgument(text: string, { span }: Value): boolean {
  const before = text.slice(Math.max(0, span.from - 400), span.from);
  // Code that a stack shows is no data.
  if (/\.(?:append|push|extend)\(\s{0,8}$/.test(before) && MEMBER.test(text.slice(span.from, span.to))) return true;
  return /\bTool (?:call: [\w.-]{1,64}\(|response: )$|\bFile "[^"\n]{1,200}", line \d[^\n]*\n[^\n]*$/.test(before);
}

/** A reply that is not what a validator lists: Pydantic and Zod say in a list of objects where which fault is. */
function beside(values: readonly Value[], reply: Span | null): Span | null {
  const isListed = values.some((value) => {
    const [fault = null] = itemsOf(value);
    const isFault =
      (at(fault, 'path') ?? at(fault, 'loc')) !== null && (at(fault, 'message') ?? at(fault, 'msg')) !== null;
    return isFault && reply !== null && value.span.from <= reply.to && reply.from <= value.span.to;
  });
  return isListed ? null : reply;
}

/** Whether a value is what an error quotes as what could not be read: `Type validation failed: Value: {…}`. */
function isUnread(text: string, { span }: Value): boolean {
  return UNREAD.test(text.slice(Math.max(0, span.from - BEFORE), span.from));
}

const UNREAD =
  /(?:\b(?:fail\w{0,3}|invalid|unexpected|unable|could not|cannot)\b|Error\b)[^\n]{0,80}\b(?:value|text|chunk|piece|delta|event|line|data|payload|json|object|of)s?:? {0,2}$|(?:Error|Exception): [^\n]{1,80} calls?=$|\binput_value=['"]?$|\blast_message_with_tool_calls=$/i;

/** Whether Node prints a value as the fields of an error, after its stack. */
function isAfterStack(text: string, { from }: Span): boolean {
  return /\n\s{2,12}at \S[^\n]{0,300} $/.test(text.slice(Math.max(0, from - 2 * BEFORE), from));
}

/** So much before a value is looked at for its heading. In UTF-16 units. */
const BEFORE = 160;

/** Who reports a fault shows what should have come beside what came. */
const EXPECTED =
  /\b(?:expect(?:ed|s)?|must|should (?:be|return|look)|passing|correct)\b|期望|期待|预期|应该|标准|正确|希望/i;

/** The answers without those that a heading calls the expected ones, where others are left. */
function withoutExpected(answers: readonly Answer[], before: (span: Answer['span']) => string): readonly Answer[] {
  if (answers.length < 2) return answers;
  const left = answers.filter(({ span }) => {
    const heading = before(span)
      .split('\n')
      .findLast((line) => /[\w\p{L}]/u.test(line) && !/^\s{0,8}(?:```|~~~)/.test(line));
    return !EXPECTED.test(heading ?? '');
  });
  return left.length === 0 ? answers : left;
}

/** The text with every value blanked out, so that what a model or a user wrote is not taken for a log. */
function blanked(text: string, values: readonly Value[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { span } of values) {
    if (span.from < at) continue;
    pieces.push(text.slice(at, span.from), ' '.repeat(span.to - span.from));
    at = span.to;
  }
  pieces.push(text.slice(at));
  return pieces.join('');
}

function requestIn(value: Value): RequestFacts | null {
  const request = requestOf(value);
  return request === null ? null : factsOf(part(value, request.body));
}

function requestBeside(values: readonly Value[]): RequestFacts | null {
  const body = values.map((value) => askedBeside(value)).find((one) => one !== null);
  return body === undefined ? null : factsOf(body);
}

/** The request in a record that has the response beside it: a log of LiteLLM, a trace, a recording of a test. Null for others. */
function askedBeside(value: Value): Value | null {
  const inner = ['request', 'input', 'kwargs'].map((key) => unpacked(at(value, key))).find(isObject);
  const sent = inner === undefined ? null : requestOf(inner);
  // The Responses API sends the tools back with the answer.
  const isEcho = stringAt(value, 'object') === 'response' && keyed(value, 'tools') !== null;
  const isRecord =
    isEcho || (keyed(value, 'messages') !== null && (keyed(value, 'response') ?? keyed(value, 'output')) !== null);
  const body = inner !== undefined && sent !== null ? part(inner, sent.body) : isRecord ? value : null;
  return body === null || answerOf(value) === null ? null : body;
}

/** The requests that commands and scripts in the paste send, in the quoting of their shell. */
function typedRequests(frame: Frame): readonly RequestFacts[] {
  const session = sessionOf(frame.text);
  return (session?.inputs ?? []).flatMap((input) =>
    sentBodies(frame.text.slice(input.from, input.to)).flatMap((body) =>
      valuesOf(nested(body, frame.place(input))).flatMap((value) => requestIn(value) ?? []),
    ),
  );
}

interface Records {
  readonly records: readonly Value[];
  /** The values that keep them, which are no answers. */
  readonly from: ReadonlySet<Value>;
}

/** The records of a conversation: those that values keep, or the values themselves. */
function recordsOf(values: readonly Value[]): Records {
  const keepers = values.filter(
    (value) => !isAnswerLike(value) && recordsIn(value).length > 0 && askedBeside(value) === null,
  );
  if (keepers.length > 0) return { records: keepers.flatMap((value) => recordsIn(value)), from: new Set(keepers) };
  // An error beside the messages refused them: it is what came.
  const records = values.filter((value) => answerOf(value)?.kind !== 'error');
  // Many responses, one on each line, are no conversation.
  const isConversation =
    records.length > 1 &&
    historyOf(records) !== null &&
    (records.some(isUsers) || records.filter(isClients).length > records.length / 2);
  return isConversation ? { records, from: new Set(records) } : { records: [], from: new Set() };
}

function isAnswerLike(value: Value): boolean {
  return ['choices', 'candidates', 'usage', 'done_reason', 'error'].some((key) => keyed(value, key) !== null);
}

function isUsers(value: Value): boolean {
  // What came of a call, as AutoGen and others print it, is nobody's answer.
  const [first = value] = itemsOf(value);
  if (/(?:Result|ToolMessage)$/.test(stringAt(first, CLASS_KEY) ?? '')) return true;
  const message = at(value, 'message') ?? at(value, 'payload') ?? value;
  return /^(?:user|human|tool|toolResult)$/i.test(
    stringAt(message, 'role') ?? stringAt(value, 'type') ?? stringAt(value, 'from') ?? '',
  );
}

function isClients(value: Value): boolean {
  return keyed(value, 'sessionId') !== null || (keyed(value, 'payload') !== null && keyed(value, 'timestamp') !== null);
}

// HAR

/**
 * The last exchange of a HAR file that holds an answer, to a request for one if there is any: a page asks for lists and states
 * as well. Null for what is no HAR file.
 */
function harOf(value: Value): Scene | null {
  const log = at(value, 'log');
  const listed = value.node.kind === 'array' ? itemsOf(value) : [value];
  const entries = isObject(log) ? itemsOf(at(log, 'entries')) : listed;
  const found = entries.filter((one) => isObject(at(one, 'request')) && isObject(at(at(one, 'response'), 'content')));
  const scenes = found.map((entry) => entryScene(entry));
  const answered = scenes.filter(({ answers }) => answers.length > 0);
  return answered.findLast(({ request }) => request !== null) ?? answered.at(-1) ?? scenes.at(-1) ?? null;
}

function entryScene(entry: Value): Scene {
  const request = at(entry, 'request');
  const response = at(entry, 'response');
  const body = bodyFrame(at(response, 'content'));
  const sent = bodyFrame(at(request, 'postData'));
  const scene = sceneIn(body, valuesOf(body));
  const asked = sent === empty ? [] : valuesOf(sent).flatMap((value) => requestIn(value) ?? []);
  const lines = [request, response].flatMap((one) =>
    itemsOf(at(one, 'headers')).map(
      (header) => `${stringAt(header, 'name') ?? ''}: ${stringAt(header, 'value') ?? ''}`,
    ),
  );
  const url = at(request, 'url');
  const status = at(response, 'status')?.node;
  const said = [
    stringAt(request, 'url') ?? '',
    ...lines,
    `HTTP/1.1 ${status?.kind === 'number' ? status.literal : ''}`,
  ];
  return {
    ...scene,
    exchange: { text: said.join('\n'), span: url === null ? null : placeOf(url) },
    request: asked.at(-1) ?? scene.request,
  };
}

const empty: Frame = nested('', { from: 0, to: 0 });

function bodyFrame(content: Value | null): Frame {
  const given = at(content, 'text');
  const text = harBody(stringAt(content, 'text'), stringAt(content, 'encoding'));
  return given === null || text === null ? empty : nested(text, placeOf(given));
}
