import { itemsAt, objectAt, textAt } from '../../log/index.ts';
import type { Span } from '../../text/document/index.ts';
import { takeApart, type Pasted } from '../pasted.ts';
import type { RecognisedReply } from '../recognised.ts';
import { requestOf } from './request.ts';
import { at, itemsOf, jsonSource, keysOf, stringAt, type Source } from '../sources.ts';
import { toolsBeside, type DeclaredTools } from './tools.ts';

/** The replies in the log of a stream, or of several. */
export interface LoggedReplies {
  readonly label: string;
  readonly replies: readonly RecognisedReply[];
  readonly tools: DeclaredTools | null;
}

/** Reads the log of a stream, or a HAR file with its requests; null for what is neither. */
export function loggedReplies(text: string): LoggedReplies | null {
  const pasted = takeApart(text, { isPeeled: true });
  if (pasted.har !== null)
    return fromHar(
      text,
      pasted.har.entries.map(({ body }) => body ?? ''),
    );
  if (pasted.assembly === null) return null;
  return { label: pasted.label, replies: [replyOfLog(pasted)], tools: null };
}

function replyOfLog({ text, toolCallsText, recording }: Pasted): RecognisedReply {
  return { text, native: toolCallsText, span: null, ...(recording === null ? {} : { recording }) };
}

function fromHar(text: string, bodies: readonly string[]): LoggedReplies {
  const replies = bodies.flatMap((body) => {
    const pasted = takeApart(body);
    return pasted.isText ? [] : [replyOfLog(pasted)];
  });
  const sent = sentBodies(text).flatMap((body) => jsonSource(body) ?? []);
  const tools = sent.flatMap((source) => toolsBeside(requestOf(source)?.body ?? source) ?? [])[0] ?? null;
  return { label: 'a HAR file', replies, tools };
}

/** The bodies that the requests of a HAR file sent. */
function sentBodies(text: string): string[] {
  const har = jsonSource(text);
  if (har === null) return [];
  const log = objectAt(har.node, 'log');
  const listed = har.node.kind === 'array' ? har.node.items : [har.node];
  const entries = log === null ? listed : itemsAt(log, 'entries');
  return entries.flatMap((entry) => {
    const request = objectAt(entry, 'request');
    const post = request === null ? null : objectAt(request, 'postData');
    return (post === null ? null : textAt(post, 'text')) ?? [];
  });
}

/** Whether a value is one of many that make a reply. */
export function isPieceOfStream(value: Source): boolean {
  if (at(value, 'done')?.node.kind === 'false' || isChunk(value)) return true;
  const choice = itemsOf(at(value, 'choices'))[0];
  if (choice !== undefined && at(choice, 'delta') !== null) return true;
  return /^(?:message_start|content_block_\w+|message_delta|response\.\w+)/.test(stringAt(value, 'type') ?? '');
}

/** `{"text": …, "at": …}`: how tests and logs of one's own write the pieces of a stream. */
export function isChunk(value: Source): boolean {
  return stringAt(value, 'text') !== null && keysOf(value).every((key) => key === 'text' || key === 'at');
}

/** What is directly before the arguments of a call, and what is after them: a marker, the name of a tool. */
const BEFORE_ARGUMENTS = /(?:[|\w"]>|\]|\w)$/;
const AFTER_ARGUMENTS = /^\s{0,4}<(?:[/|｜]|\w+\|>)/;

/** Whether a value is the arguments of a call, and not what a program prints on a line. */
export function isBetweenMarkers(text: string, { from, to }: Span): boolean {
  return (
    BEFORE_ARGUMENTS.test(text.slice(Math.max(0, from - 4), from)) || AFTER_ARGUMENTS.test(text.slice(to, to + 40))
  );
}
