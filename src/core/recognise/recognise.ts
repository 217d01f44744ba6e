import { numberText, type Span } from '../text/document/index.ts';
import { askedIn, requestsOf } from './console/asked.ts';
import { longString, unescaped, type Unescaped } from './frame/escaped.ts';
import { belowHead } from './console/head.ts';
import { answered, bodiesIn, exchangeOf } from './console/exchange.ts';
import { type Found, noSpan, plain, talk, withoutSpans } from './found.ts';
import { frameOf } from './frame/frame.ts';
import { framedReply } from './frame/framed-reply.ts';
import { fromLines, fromServerText, fromValue, promptTools, streamOf } from './from-value.ts';
import { afterName, afterProgram, errorAfterWords } from './leads.ts';
import { firstOfManyLines, isWords, loggedText, printedLines, valuesBelow, valuesOfLines } from './bodies/lines.ts';
import { errorTextKind, isLogBetweenWords, isLogLine } from './logs/log-text.ts';
import { hasMarkup } from './markup.ts';
import { looseEvents } from './bodies/loose-stream.ts';
import { isMail, mailText } from './frame/mail.ts';
import { messageOf } from './message/index.ts';
import { placed } from './placed.ts';
import { talkIn, withPrintedCalls } from './printed/printed-calls.ts';
import {
  errorParts,
  hasFence,
  isAfterBlock,
  isInFence,
  isStream,
  isWished,
  quotedBlocks,
  shownAlone,
  shownParts,
} from './quoted/quoted-blocks.ts';
import { quotedReply } from './quoted/quoted-reply.ts';
import { MOST_REPLIES, type Recognised, type RecognisedReply, replyAt } from './recognised.ts';
import { rewritten } from './rewritten/rewritten.ts';
import { type Session, sessionOf } from './console/session.ts';
import { slice } from './sources.ts';
import { isBetweenMarkers, isPieceOfStream } from './bodies/streams.ts';
import { terminalReply } from './logs/terminal-reply.ts';
import { labelledTurns, type Transcript, transcriptOf } from './console/transcript.ts';
import { embeddedValues, readValue } from './values.ts';

/** A text as it was pasted, or a file as it was dropped. */
export interface PastedContent {
  readonly content: string;
  /** Of the file; null for what was pasted. */
  readonly name: string | null;
}

/** So many layers of string are taken off. */
const MOST_LAYERS = 4;

/**
 * Says what a pasted text is, and finds in it what a page needs: every reply of a model, in order and exactly as the model wrote
 * it, and the tools that are declared. What is nothing else is a reply. Never throws;
 * linear. Of very many JSON lines it reads the first few megabytes, and its label says so.
 */
export function recognise({ content, name }: PastedContent): Recognised {
  const first = firstOfManyLines(content);
  if (first === null) return recogniseAll(content, name);
  const found = recogniseAll(first.text, name);
  const [read, all] = [first.read, first.all].map((count) => numberText(count));
  const what = found.kind === 'lines' ? '' : `${found.label} in `;
  return { ...found, label: `${what}the first ${read} of ${all} JSON lines` };
}

function recogniseAll(content: string, name: string | null): Recognised {
  const mail = isMail(content, name) ? mailText(content) : null;
  const text = mail ?? content;
  const told = recognisePeeled(text, 0) ?? recogniseText(text, 0);
  const known = told === null || !isSilent(told) ? told : null;
  const shown = told === null ? (betweenWords(text) ?? amongWords(text) ?? reported(text) ?? shownError(text)) : null;
  const found = known ?? shown ?? framedReply(text) ?? told ?? replyAlone(content);
  const replies = found.replies.map(withoutEmptyText);
  const spans = mail === null ? placed(content, replies) : replies.map((reply) => ({ ...reply, span: null }));
  return { ...found, replies: spans.slice(0, MOST_REPLIES), count: replies.length };
}

/** What is under the prefixes that others put before every line; null where there are none, or no more than a reply is under them. */
function recognisePeeled(text: string, layers: number): Found | null {
  const frame = frameOf(text);
  if (frame.text === text) return null;
  const found = recogniseText(frame.text, layers) ?? amongWords(frame.text);
  if (found === null) return null;
  const replies = found.replies.map((reply) => {
    const span = reply.span === null ? null : frame.place(reply.span);
    // Lines of a reply have prefixes between them, so it is not in the paste as it is.
    return span !== null && text.slice(span.from, span.to) === reply.text ? { ...reply, span } : noSpan(reply);
  });
  return { ...found, replies };
}

/** A log that tells of no reply and of no error. */
function isSilent({ kind, error, replies }: Found): boolean {
  return kind === 'error' && error === null && replies.every(({ text, native }) => text === null && native === null);
}

/** Beside native calls an empty text is none. */
function withoutEmptyText(reply: RecognisedReply): RecognisedReply {
  return reply.text === '' && reply.native !== null ? { ...reply, text: null, span: null } : reply;
}

/** The reply that a person quotes among words of their own, where nothing in the whole of them can be read. */
function reported(text: string): Found | null {
  const block = quotedReply(text);
  if (block === null) return null;
  const inner = recogniseText(block.text, MOST_LAYERS - 1) ?? amongWords(block.text);
  if (inner !== null && !isSilent(inner)) return withoutSpans(inner);
  const span = block.to - block.from === block.text.length ? { from: block.from, to: block.to } : null;
  const reply = { text: block.text, native: null, span };
  return { ...plain, kind: 'reply', label: 'a reply that somebody quotes', replies: [reply] };
}

function replyAlone(content: string): Found {
  const reply = replyAt(content, { from: 0, to: content.length });
  return { ...plain, kind: 'reply', label: 'plain reply text', replies: [reply] };
}

/** Null for a text that is no more than a reply. */
function recogniseText(text: string, layers: number): Found | null {
  if (text.trim() === '') return null;
  if (isLink(text)) return { ...plain, kind: 'case', label: 'a link of Callscope', replies: [] };
  const long = layers === MOST_LAYERS ? null : longString(text);
  if (long !== null) return fromInner(long, layers);
  const value = readValue(text);
  const known = value === null || value.node.kind === 'string' ? null : fromValue(value, text);
  if (known !== null) return known;
  const other = rewritten(text, value);
  if (other !== null)
    return withoutSpans(
      recogniseText(other, layers) ??
        amongWords(other) ??
        reported(other) ?? { ...replyAlone(other), label: 'a reply in another form' },
    );
  const printed = value === null ? printedLines(text) : null;
  const converted = printed === null ? null : withoutSpans(recogniseText(printed, layers));
  if (converted !== null) return converted;
  const lines = value === null ? (valuesOfLines(text) ?? valuesBelow(text)) : null;
  const many = lines === null ? null : fromLines(lines, text);
  if (many !== null) return many;
  const logged = lines === null ? null : loggedText(lines);
  if (logged !== null) return withoutSpans(recogniseText(logged, layers));
  return (
    fromSession(text, layers) ??
    exchangeOf(text) ??
    streamOf(text) ??
    streamAmong(text) ??
    streamOf(looseEvents(text) ?? '') ??
    // A line of a log may have a string with escapes in it.
    (isLogLine(text) ? null : fromString(text, layers)) ??
    fromText(text, layers) ??
    outputOf(text, belowHead(text), layers - 1)
  );
}

/** An address with a fragment `#<version>.<crc>.<payload>` or `#in=…`. */
function isLink(text: string): boolean {
  return /^\s*(?:https?:\/\/\S{1,300})?#(?:[1-9]\d{0,3}\.[\w-]{6}\.[\w-]{4,}|in=\S+)\s*$/.test(text);
}

/** The events of a stream among lines of words. Who explains a protocol shows one, or fences them. */
function streamAmong(text: string): Found | null {
  const events = [...text.matchAll(/^(?:[^{}"\n]{0,200}[\s:=])?(data: \{.*)$/gm)].map(([, event = '']) => event);
  return events.length < 2 || hasFence(text) ? null : streamOf(events.join('\n\n'));
}

/** What is in a string of JSON or Python. */
function fromString(text: string, layers: number): Found | null {
  if (layers === MOST_LAYERS) return null;
  const inner = unescaped(text);
  return inner === null ? null : fromInner(inner, layers);
}

function fromInner(inner: Unescaped, layers: number): Found {
  const found =
    recognisePeeled(inner.text, layers + 1) ?? recogniseText(inner.text, layers + 1) ?? amongWords(inner.text);
  if (found !== null) return { ...found, layers: found.layers + 1, replies: found.replies.map(noSpan) };
  const span = inner.offset === null ? null : { from: inner.offset, to: inner.offset + inner.text.length };
  const label = 'a reply in a string';
  return { ...plain, kind: 'escaped', label, layers: 1, replies: [{ text: inner.text, native: null, span }] };
}

// Texts

function fromText(text: string, layers: number): Found | null {
  const terminal = terminalReply(text);
  if (terminal !== null) {
    return { ...plain, kind: 'reply', label: 'a reply of llama-cli', replies: [replyAt(text, terminal)] };
  }
  const transcript = transcriptOf(text);
  if (transcript !== null) return fromTranscript(transcript);
  const led = layers === MOST_LAYERS ? null : afterProgram(text);
  if (led !== null) return led;
  const log = errorTextKind(text);
  if (log !== null) return fromServerText(text, log);
  return errorAfterWords(text) ?? (layers === MOST_LAYERS ? null : afterName(text));
}

function fromTranscript(transcript: Transcript): Found {
  const replies = transcript.replies.map(withPrintedCalls);
  return talk('messages', transcript.label, { ...transcript, replies }, promptTools(transcript.system));
}

/** `Prompt: …` and `Response: …`, where the response has the signs of a call. */
function labelled(text: string): Found | null {
  const turns = labelledTurns(text);
  return turns?.replies.some((reply) => hasMarkup(reply.text ?? '')) === true ? fromTranscript(turns) : null;
}

/** The request that commands send, and the last thing that came of them: what is between the lines of a prompt. */
function fromSession(text: string, layers: number): Found | null {
  const session = layers === MOST_LAYERS ? null : sessionOf(text);
  if (session === null) return null;
  const { request, others } = askedIn(text, session);
  const answer = outputOf(text, { outputs: others }, layers) ?? outputOf(text, session, layers) ?? request;
  return talkOf(text, session) ?? (answer === null ? null : answered(answer, request));
}

/** The last output that is known as something or has an answer in it, or else the last that has the signs of a call or of data. */
function outputOf(text: string, { outputs }: Pick<Session, 'outputs'>, layers: number): Found | null {
  for (const { from, to } of outputs.toReversed()) {
    const found = recogniseText(text.slice(from, to), layers + 1);
    if (found !== null) return movedBy(found, from);
  }
  for (const { from, to } of outputs.toReversed()) {
    const found = among(text.slice(from, to));
    if (found?.kind === 'response') return movedBy(found, from);
  }
  const shown = outputs.findLast(({ from, to }) => hasMarkup(text.slice(from, to)));
  if (shown === undefined) return null;
  // The consoles of agents have a sign before each answer.
  const sign = /^[●⏺•✦] /.test(text.slice(shown.from, shown.from + 2)) ? 2 : 0;
  const reply = replyAt(text, { from: shown.from + sign, to: shown.to });
  return { ...plain, kind: 'reply', label: 'what a command wrote', replies: [reply] };
}

/** A talk with `ollama run`, whose prompt is that of Python but what is typed there is no code, or with goose. */
function talkOf(text: string, { inputs, outputs }: Session): Found | null {
  const isGoose = /\( ?O\)> $/.test(text.slice(0, inputs[0]?.from ?? 0).slice(-6));
  const asked = inputs
    .map(({ from, to }) => text.slice(from, to))
    .filter((input) => !input.startsWith('Send a message'));
  const isTalk = isGoose || (text.trimStart().startsWith('>>>') && asked.every((input) => !CODE.test(input)));
  if (!isTalk || asked.length === 0 || !outputs.some(({ from, to }) => hasMarkup(text.slice(from, to)))) return null;
  const replies = outputs.map(({ from, to: end }) => {
    const to = end - (USED.exec(text.slice(from, end))?.[0].length ?? 0);
    return replyAt(text, { from, to });
  });
  const label = isGoose ? 'a talk with goose' : 'a talk with `ollama run`';
  const messages = asked.length + replies.length;
  return talk('messages', label, { replies, system: null, asked: asked[0] ?? null, messages }, null);
}

/** How much of the context is used, as goose tells before each prompt. */
const USED = /\s*(?:^|\n)Context: [●○]{4,40} [^\n]{1,60}$/;

/** A line of code, and not a sentence. */
const CODE = /[()=[\]{}]|^\s*[\w.]+\s*$|^(?:import|from|for|if|def|with|del|print) /;

/** Longer texts with other things than an answer in them are logs, or no pastes. In UTF-16 units. */
const LONGEST_AMONG = 400_000;

/** What is among other words: an answer, a request, or what went in and what came out. */
function amongWords(text: string): Found | null {
  if (text.length > LONGEST_AMONG) return null;
  const alone = shownAlone(text);
  return (
    (alone === null ? null : shownAt(text, alone)) ??
    among(text) ??
    printedTurns(text) ??
    asking(text) ??
    labelled(text) ??
    shown(text)
  );
}

/** The turns that LangChain prints, below the words and the code of a person. */
function printedTurns(text: string): Found | null {
  const { from, to } = talkIn(text) ?? { from: 0, to: 0 };
  const talk = text.slice(from, to);
  const turns = from === 0 ? null : transcriptOf(talk);
  return turns === null ? null : movedBy(fromTranscript(turns), from);
}

const SHOWN: ReadonlySet<Found['kind']> = new Set(['response', 'stream', 'messages']);

/** What a question shows in any form, in a fence or between its words. */
function shown(text: string): Found | null {
  for (const part of shownParts(text)) {
    const found = shownAt(text, part);
    if (found !== null) return found;
  }
  return null;
}

/** A response, a conversation, a stream, or a log with a reply that is a part of a text. */
function shownAt(text: string, { from, to }: Span): Found | null {
  const inner = text.slice(from, to);
  const found = recognisePeeled(inner, 1) ?? recogniseText(inner, 1);
  const isTold = found?.kind === 'error' && found.replies.some((reply) => reply.text !== null);
  return found !== null && (isTold || SHOWN.has(found.kind)) ? movedBy(found, from) : null;
}

/** The message of an error, or the log, that a question shows, where that tells of no reply. */
function shownError(text: string): Found | null {
  const found = errorParts(text).map(({ from, to }) => recogniseText(text.slice(from, to), 1));
  const error = found.find((one) => one?.kind === 'error') ?? null;
  if (error === null) return isLogBetweenWords(text) ? fromServerText(text, 'log') : null;
  return { ...error, replies: [] };
}

/** So many lines of words may be before a paste, and as many after it. */
const MOST_AROUND = 6;

/** What is between the lines of words that a program has before it and after it. A colon begins what is meant: a role, a place, a reason. */
function betweenWords(text: string): Found | null {
  if (hasFence(text)) return null;
  const lines = text.split('\n');
  const isAround = (line: string): boolean => isWords(line) && !line.includes(':');
  let [from, to] = [0, text.length];
  for (const line of lines.slice(0, MOST_AROUND)) {
    if (!isAround(line)) break;
    from += line.length + 1;
  }
  for (const line of lines.slice(-MOST_AROUND).reverse()) {
    if (!isAround(line)) break;
    to -= line.length + 1;
  }
  // A quotation is the speech of somebody, and a list of strings is an answer.
  const isSpeech = /^\s*(?:\[\s*)?"/.test(text.slice(from, from + 200));
  return from < to && (from > 0 || to < text.length) && !isSpeech ? shownAt(text, { from, to }) : null;
}

function movedBy(found: Found, by: number): Found {
  const replies = found.replies.map(({ span, ...reply }) => ({
    ...reply,
    span: span === null ? null : { from: span.from + by, to: span.to + by },
  }));
  return { ...found, replies };
}

/** The answer among other words: what people write around it, what tools print before it. It ends its line, and begins one or follows a sign. */
function among(text: string): Found | null {
  const blocks = quotedBlocks(text);
  const isFenced = hasFence(text);
  const values = embeddedValues(text);
  const pieces = values.filter(({ source, span }) => isPieceOfStream(source) && !isBetweenMarkers(text, span));
  if (pieces.length > 1 && !isFenced)
    return streamOf(pieces.map(({ source }) => slice(source).replaceAll(/\r?\n/g, ' ')).join('\n'));
  const turns = isFenced ? [] : values.map(({ source }) => source).filter((one) => messageOf(one) !== null);
  const talk = turns.length > 2 && turns.length === values.length ? fromLines(turns, text) : null;
  if (talk?.kind === 'messages') return talk;
  const streamed = blocks.findLast(isStream);
  const stream = streamed === undefined ? null : streamOf(streamed.text);
  if (stream !== null) return stream;
  const found = values.flatMap(({ source, span: { from, to } }) => {
    const block = blocks.find((one) => one.from <= from && to <= one.to);
    const isQuoted = !isFenced || block !== undefined;
    const before = text.slice(Math.max(0, from - LEAD), from);
    const isPlaced =
      /(?:^|\n|[:=>`：⎿-]|-d ')[ \t]{0,8}$/.test(before) &&
      /^(?:\.\w{1,30}|[`'.,;)\]\s]{0,4})(?:\n|$)/.test(text.slice(to, to + 32)) &&
      !isAfterBlock(text, from);
    const one = isPlaced ? fromValue(source, text.slice(from, to)) : null;
    if (one === null) return [];
    return [
      { ...one, isQuoted, isOutside: !isInFence(text, from), isWished: block !== undefined && isWished(text, block) },
    ];
  });
  const request = found.find(({ kind }) => kind === 'request') ?? null;
  const all = found.filter(({ kind, error }) => kind === 'response' || (kind === 'error' && error !== null));
  // Who shows a request shows what came of it. A person may fence the code and not what it printed.
  const fenced = all.filter(({ isQuoted }) => isQuoted || request !== null);
  const answers = fenced.length > 0 ? fenced : all.filter(({ kind, isOutside }) => kind === 'response' && isOutside);
  const answer = answers.findLast((one) => !one.isWished) ?? answers.at(-1);
  return answer === undefined ? null : answered(answer, request);
}

/** The request with tools among other words, where no answer is: in a dump, or in a command. */
function asking(text: string): Found | null {
  if (!/"tools"\s{0,8}:/.test(text)) return null;
  const command = /^[ \t]{0,8}(?:\$ )?curl(?:\.exe)? \S/m.exec(text);
  const typed = command === null ? '' : text.slice(command.index).split(/\n {0,8}(?:```|~~~)/, 1)[0];
  // A console shows the answer below its command.
  const shown = typed === undefined || !typed.trimStart().startsWith('$') ? null : fromSession(typed.trimStart(), 1);
  if (shown?.kind === 'response') return withoutSpans(shown);
  const sent = requestsOf(typed ?? '');
  const request = [...sent, ...bodiesIn(text)].find(({ kind, tools }) => kind === 'request' && tools.length > 0);
  return request === undefined ? null : { ...request, replies: request.replies.map(noSpan) };
}

/** So much before a value is looked at. */
const LEAD = 40;
