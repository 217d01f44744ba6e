import type { Span } from '../../text/document/index.ts';
import { errorBodyOf } from '../bodies/error-body.ts';
import { hasMarkup } from '../markup.ts';
import { messageList } from '../bodies/conversation.ts';
import { decodedString, pieceOfString } from '../printed/index.ts';
import type { RecognisedReply } from '../recognised.ts';
import { responseOf, responseWithin } from '../bodies/response.ts';
import { jsonSource, membersOf, plainSpan, type Source, stringOf } from '../sources.ts';
import type { EmbeddedValue } from '../values.ts';

/** Under what keys a log of one's own keeps what a model wrote, or what a server answered. */
const KEYS =
  /^(?:\w{1,30}[._])?(?:output|response|completion|reply|answer|generation|generated_text|content|text|body|raw|llm|assistant)$/i;

/** A key with a string: `output="…"`, as logfmt, slog, zap and tracing write it. */
const FIELD = /(?<![\w.<-])([A-Za-z][\w.]{0,60})=(?=["'])/g;

interface Field {
  readonly key: string;
  readonly text: string;
  /** Where the text is; null where it is not there as it is. */
  readonly span: Span | null;
}

/**
 * The replies in the fields of a log that has none in the words of an engine: strings under `output`, `content`, `body` and the
 * like. Of a key all strings count as soon as one of them has the signs of a call, or holds a response.
 */
export function repliesInFields(text: string, values: readonly Source[]): readonly RecognisedReply[] {
  const fields = [...fieldsIn(text), ...values.flatMap(membersIn)];
  const telling = new Set(fields.filter((field) => hasMarkup(field.text)).map(({ key }) => key));
  return fields.filter(({ key }) => telling.has(key)).flatMap(repliesIn);
}

/** Strings after a key and `=`. What is in the brackets of a value is none. */
function fieldsIn(text: string): Field[] {
  const fields: Field[] = [];
  let read = 0;
  for (const { index, 0: opener, 1: key = '' } of text.matchAll(FIELD)) {
    const from = index + opener.length;
    const end = index < read ? null : closedAt(text, from);
    if (end === null) continue;
    read = end;
    const body = text.slice(from + 1, end);
    const wrote = KEYS.test(key) ? decodedString(body, text.charAt(from)) : null;
    if (wrote !== null) fields.push({ key, text: wrote, span: wrote === body ? { from: from + 1, to: end } : null });
  }
  return fields;
}

/** Where the quote is that closes the string at a place; null where none does. */
function closedAt(text: string, from: number): number | null {
  const end = pieceOfString(text, from, text.length);
  return end === text.length ? null : end;
}

/** Errors in quotes with escapes, `err="500: {\\"error\\": …}"`, and as Node prints them: what they say is inside of a string. */
export function quotedErrors(text: string): EmbeddedValue[] {
  const values: EmbeddedValue[] = [];
  for (const { index, 0: opener } of text.matchAll(ERROR_FIELD)) {
    const from = index + opener.length;
    const end = closedAt(text, from);
    if (end === null) continue;
    const body = text.slice(from + 1, end);
    const said = body.includes('\\') ? decodedString(body, text.charAt(from)) : null;
    const source = said === null ? null : jsonSource(JSON.stringify(said));
    if (source !== null) values.push({ source, span: { from, to: end + 1 } });
  }
  return values;
}

const ERROR_FIELD =
  /(?<![\w.<-])(?:err|error|cause|exception|reason)=(?=")|(?="\{\\"(?:error|detail|object|created|choices)\\":)|(?=['`]\{"(?:error|detail|object|created|choices)":)/g;

/** The strings in an object of a log. */
function membersIn(source: Source): Field[] {
  return membersOf(source).flatMap(([key, value]) => {
    const text = KEYS.test(key) ? stringOf(value) : null;
    return text === null ? [] : [{ key, text, span: plainSpan(value) }];
  });
}

/** A string may hold what a server answered; a request and an error are no reply. */
function repliesIn({ text, span }: Field): readonly RecognisedReply[] {
  const source = /^\s*[{[]/.test(text) ? jsonSource(text) : null;
  if (source === null) return [{ text, native: null, span }];
  const response = responseOf(source) ?? responseWithin(source);
  if (response !== null) return response.replies;
  return messageList(source) !== null || errorBodyOf(source) !== null ? [] : [{ text, native: null, span }];
}
