import type { Delta } from '../runtime.ts';
import { textDeltas, nothing } from './deltas.ts';
import type { Excerpt } from './excerpt.ts';

/** What every engine's stream says of itself. */
export const streamWords = {
  'sent-content': 'Text sent to the client with these chunks',
  'sent-reasoning': 'Reasoning sent to the client with these chunks',
  'sent-own-text': 'Text that is not in the reply, sent with these chunks',
  'sent-name': 'The name of a call, sent with this chunk',
  'sent-arguments': 'Arguments sent with these chunks',
  'sent-repair': 'At the end, the server compares what it sent with what the parser has, and sends the difference.',
  'never-sent': 'The stream ends and the client received nothing of this text.',
  'broke-off': 'The parser fails at these chunks, and the stream ends here.',
  'past-allowance':
    'The parser reads the whole text again with every chunk. From here on, Callscope passes it the rest at once.',
  'call-by-call':
    'For each call, the parser reads the rest of the chunk again. From here on, Callscope passes it one call at a time.',
} as const;

export type StreamCode = keyof typeof streamWords;

/** A parser at work on a reply that is coming in. */
export interface EngineStream {
  /** What the template puts before the reply; absent: nothing. */
  readonly prompt?: string;
  /**
   * @param delta what came
   * @param current the prompt and all that came, `delta` included
   * @throws nothing: an exception of the original is a `Raised`
   */
  push(delta: string, current: string): readonly Delta[] | Raised;
  /** After the last chunk: a flush, or what the server makes of it. */
  end?(current: string): readonly Delta[] | Raised;
  /** Whether the work of a push does not grow with the text before it. */
  readonly isLinear?: boolean;
  /** Whether the last chunk had more calls than the original would read within our bounds, so that it came in parts. */
  readonly readsCallByCall?: boolean;
  /** How dear it is to read a character again, as a multiple of what it costs most streams; 1 where absent. */
  readonly effort?: number;
}

/** An exception that the original does not catch: the stream breaks off. */
export interface Raised {
  readonly raises: string;
}

/** Quicker than to look for the key, which counts with every chunk. */
export function isRaised(answer: readonly Delta[] | Raised): answer is Raised {
  return !Array.isArray(answer);
}

/** What a parser answers to one delta. Null where it has nothing to send. */
export interface Message {
  readonly content?: Excerpt;
  readonly calls?: readonly MessageCall[];
}

export interface MessageCall {
  readonly index: number;
  readonly name?: string;
  readonly argumentsText?: string;
}

/** A message as the client receives it: of each call the name first. */
export function messageDeltas(message: Message | null): readonly Delta[] {
  if (message === null) return nothing;
  const { content, calls = [] } = message;
  const sent = content === undefined ? nothing : textDeltas('content', content);
  if (calls.length === 0) return sent;
  const deltas = sent.slice();
  for (const { index, name, argumentsText } of calls) {
    if (name !== undefined) deltas.push({ kind: 'call', index, name });
    if (argumentsText !== undefined) deltas.push({ kind: 'arguments', index, text: argumentsText });
  }
  return deltas;
}
