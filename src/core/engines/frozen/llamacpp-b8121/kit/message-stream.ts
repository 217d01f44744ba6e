import { openDocument, Recorder, type TraceEvent } from '../../../../trace/index.ts';
import { type EngineStream, Excerpt, nothing, type Raised, textDeltas } from '../../../kit/index.ts';
import type { Delta } from '../../../runtime.ts';
import { grown } from '../../../llamacpp/stream.ts';
import { insideOfString } from '../../../llamacpp/written-texts.ts';
import { GrowingText } from './growing-text.ts';
import type { Piece } from './message.ts';
import type { OpenEnd } from './open-end.ts';
import type { Message } from './read-message.ts';
import type { KitCode } from './words.ts';

interface SentCall {
  readonly name: string;
  argumentsText: string;
}

/** To complete JSON with more open containers than this takes so many more nodes that a reading costs many times as much. */
const DEEP = 100;

/** What the client has of a message. */
interface Sent {
  content: string;
  reasoning: string;
  readonly calls: readonly SentCall[];
}

/**
 * A reply as the server streams it: all that came is read again with every piece, and the differences of two readings are
 * sent. An empty reading is passed over; one that takes back what was sent ends the stream.
 */
export function messageStream(
  read: (reply: GrowingText, isPartial: boolean, steps: Recorder<KitCode>) => Message,
): EngineStream {
  const reply = new GrowingText();
  const steps = new Recorder<KitCode>(openDocument({ text: '' }));
  /** A reading of a part is not a step of the stream. */
  const unseen: TraceEvent[] = [];
  steps.divert(unseen);
  let sent: Sent = { content: '', reasoning: '', calls: [] };
  let openEnd: OpenEnd | null = null;
  const next = (current: string, isPartial: boolean): readonly Delta[] | Raised => {
    const message = read(reply.grow(current), isPartial, steps);
    unseen.length = 0;
    openEnd = message.openEnd;
    if (message.raised !== null) return { raises: message.raised.code };
    const now = textsOf(message);
    if (now.content === '' && now.reasoning === '' && now.calls.length === 0) return [];
    const deltas = differences(sent, now, (kind) => added(message[kind], sent[kind].length, kind, current));
    sent = now;
    return deltas ?? { raises: 'invalid-diff' };
  };
  /** What is sent of a piece that only makes the end of the message longer. */
  const goOn = (end: OpenEnd, current: string): readonly Delta[] => {
    const { kind } = end;
    const from = end.to;
    const text = current.slice(from);
    end.to = current.length;
    if (kind === 'nothing') return nothing;
    if (kind !== 'arguments') {
      sent[kind] += text;
      return [{ kind, text, from }];
    }
    const written = end.isJson ? text : insideOfString(text);
    const last = sent.calls.at(-1) as SentCall;
    last.argumentsText += written;
    return [{ kind, index: sent.calls.length - 1, text: written }];
  };
  return {
    get effort() {
      return reply.openContainers > DEEP ? 64 : 8;
    },
    push: (delta, current) =>
      openEnd === null || openEnd.stopsAt(current, current.length - delta.length)
        ? next(current, true)
        : delta === ''
          ? nothing
          : goOn(openEnd, current),
    end: (current) => next(current, false),
  };
}

function textsOf({ content, reasoning, calls }: Message): Sent {
  return {
    content: content.map(({ text }) => text).join(''),
    reasoning: reasoning.map(({ text }) => text).join(''),
    calls: calls.map(({ name, argumentsText }) => ({ name, argumentsText })),
  };
}

/** What a text has after so many characters that were sent. */
function added(pieces: readonly Piece[], sent: number, kind: 'content' | 'reasoning', reply: string): readonly Delta[] {
  const deltas: Delta[] = [];
  let at = 0;
  for (const { text, span } of pieces) {
    const begin = Math.max(0, sent - at);
    at += text.length;
    if (at <= sent) continue;
    // Only what is new is compared with the reply.
    const isAsLong = span.to - span.from === text.length;
    const source = isAsLong ? { from: span.from + begin, to: span.to } : span;
    deltas.push(...textDeltas(kind, Excerpt.written(reply, source, text.slice(begin))));
  }
  return deltas;
}

/** Null where something is taken back. Of the calls that were sent, only the last may have grown. */
function differences(
  before: Sent,
  now: Sent,
  added: (kind: 'content' | 'reasoning') => readonly Delta[],
): readonly Delta[] | null {
  const reasoning = grown(before.reasoning, now.reasoning);
  const content = grown(before.content, now.content);
  if (reasoning === null || content === null || now.calls.length < before.calls.length) return null;
  const deltas: Delta[] = [];
  if (reasoning !== '') deltas.push(...added('reasoning'));
  if (content !== '') deltas.push(...added('content'));
  const index = before.calls.length - 1;
  const last = before.calls[index];
  const same = now.calls[index];
  if (last !== undefined && same !== undefined) {
    const text = grown(last.argumentsText, same.argumentsText);
    if (last.name !== same.name || text === null) return null;
    if (text !== '') deltas.push({ kind: 'arguments', index, text });
  }
  now.calls.slice(before.calls.length).forEach(({ name, argumentsText }, at) => {
    const own = before.calls.length + at;
    deltas.push({ kind: 'call', index: own, name });
    if (argumentsText !== '') deltas.push({ kind: 'arguments', index: own, text: argumentsText });
  });
  return deltas;
}
