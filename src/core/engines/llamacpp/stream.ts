import type { Delta } from '../runtime.ts';
import { type EngineStream, nothing, type Raised } from '../kit/index.ts';
import type { Message } from './message.ts';
import { OpenString } from './open-string.ts';
import { OpenText } from './open-text.ts';
import { ReadBefore } from './peg/read-before.ts';
import type { Reading } from './peg/reading.ts';
import type { Answer, RefusedRequest, ReplyParser } from './read.ts';

/** The parser did not match, which is an exception at the end, and before it where nothing at all was recognised. */
const noMatch: Raised = { raises: 'NoMatch' };
/** A result takes back what was sent. */
const invalidDiff: Raised = { raises: 'InvalidDiff' };

/**
 * Reads everything so far with each piece, and sends what the result has more than the one before. A result without anything
 * in it is skipped. A piece that only makes the last text longer needs no reading.
 */
export function replyStream(parser: ReplyParser | RefusedRequest): EngineStream {
  if ('by' in parser) return { push: () => raisedBy(parser) };
  const before = new ReadBefore();
  let sent: Message = { calls: [], content: '', reasoning: '' };
  let open: OpenText | OpenString | null = null;
  /** The parser does not match, whatever comes: it failed before the end of the text, at which it would wait for more. */
  let hasFailed = false;
  const send = ({ message, reading }: Answer): readonly Delta[] | Raised => {
    if (isEmpty(message)) return nothing;
    const deltas = difference(sent, message, (kind) => added(reading, sent[kind].length, kind, parser.prompt.length));
    sent = message;
    return deltas ?? invalidDiff;
  };
  return {
    prompt: parser.prompt,
    push(delta, text) {
      if (hasFailed) return nothing;
      const more = open?.goOn(delta, text.length - delta.length - parser.prompt.length) ?? null;
      if (more !== null) return more;
      open = null;
      const characters = wholeCharacters(text);
      const answer = parser.readGrown(characters, before);
      if (answer.state === 'failed') {
        hasFailed = characters === text && !answer.reading.hasHeldBack;
        return answer.reading.stoppedAt === 0 ? noMatch : nothing;
      }
      const deltas = send(answer);
      if (sent === answer.message && characters === text)
        open = OpenText.of(answer.reading, sent) ?? OpenString.of(answer.reading, sent);
      return deltas;
    },
    end(text) {
      const answer = parser.readGrown(text, before);
      return answer.state === 'failed' ? noMatch : send(answer);
    },
  };
}

export function raisedBy({ by }: RefusedRequest): Raised {
  return { raises: by === 'template' ? 'TemplateError' : 'SchemaError' };
}

/** Half of a character waits for the other half. */
function wholeCharacters(text: string): string {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last < 0xdc00 ? text.slice(0, -1) : text;
}

function isEmpty({ calls, content, reasoning }: Message): boolean {
  return calls.length === 0 && content === '' && reasoning === '';
}

/** What the text of a message has after so many characters that were sent. What the prompt has of it is not in the reply. */
function added(
  { text, captures }: Reading,
  sent: number,
  kind: 'content' | 'reasoning',
  promptLength: number,
): readonly Delta[] {
  const deltas: Delta[] = [];
  let at = 0;
  for (const { tag, from, to } of captures) {
    if (tag !== kind) continue;
    const start = Math.min(to, from + Math.max(0, sent - at));
    const inReply = Math.min(to, Math.max(start, promptLength));
    at += to - from;
    if (start < inReply) deltas.push({ kind, text: text.slice(start, inReply), from: null });
    if (inReply < to) deltas.push({ kind, text: text.slice(inReply, to), from: inReply - promptLength });
  }
  return deltas;
}

/** Only the last call that was sent may have grown. Null where something was taken back. */
function difference(
  sent: Message,
  now: Message,
  added: (kind: 'content' | 'reasoning') => readonly Delta[],
): readonly Delta[] | null {
  const reasoning = grown(sent.reasoning, now.reasoning);
  const content = grown(sent.content, now.content);
  if (reasoning === null || content === null || now.calls.length < sent.calls.length) return null;
  const deltas: Delta[] = [];
  if (reasoning !== '') deltas.push(...added('reasoning'));
  if (content !== '') deltas.push(...added('content'));
  for (let index = Math.max(0, sent.calls.length - 1); index < now.calls.length; index += 1) {
    const before = sent.calls[index];
    const { name = '', argumentsText = '' } = now.calls[index] ?? {};
    const text = grown(before?.argumentsText ?? '', argumentsText);
    if (text === null || !name.startsWith(before?.name ?? '')) return null;
    if (name !== before?.name) deltas.push({ kind: 'call', index, name });
    if (text !== '') deltas.push({ kind: 'arguments', index, text });
  }
  return deltas;
}

/** What was added to a text; nothing where the new one is only a part of it, null where it is another. */
export function grown(before: string, now: string): string | null {
  // Quicker than `startsWith`, for both are parts of long texts.
  if (now.slice(0, before.length) === before) return now.slice(before.length);
  return before.slice(0, now.length) === now ? '' : null;
}
