import type { Span } from '../../text/document/index.ts';
import type { Delta } from '../runtime.ts';
import { textDeltas, nothing } from './deltas.ts';
import type { Excerpt } from './excerpt.ts';

/** The words for steps that every engine's stream may have. */
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

/** A parser that reads a reply while it arrives. */
export interface EngineStream {
  /** The text that the template puts before the reply; absent for none. */
  readonly prompt?: string;
  /**
   * @param delta the new text
   * @param current the prompt and all text so far, `delta` included
   * @throws nothing: an exception of the original is a `Raised`
   */
  push(delta: string, current: string): readonly Delta[] | Raised;
  /** Called after the last chunk: the flush of the parser, or what the server sends then. */
  end?(current: string): readonly Delta[] | Raised;
  /** What a server with a reasoning parser decided besides what it sent: steps of its own, asked for at the end. */
  notes?(): readonly StreamNote[];
  /** Whether the work of a push is independent of the text before it. */
  readonly isLinear?: boolean;
  /** Whether the last chunk was read in parts, because it had more calls than the original would read within our bounds. */
  readonly readsCallByCall?: boolean;
  /** The cost of reading a character again, as a multiple of that of most streams; 1 if absent. */
  readonly effort?: number;
}

/** A step with a code of the runtime. */
export interface StreamNote extends Span {
  readonly code: string;
}

/** An exception that the original does not catch, so that the stream breaks off. */
export interface Raised {
  readonly raises: string;
  /** What it says, where the engine knows. */
  readonly message?: string;
}

/** An array test is faster than a search for the key, and it runs for every chunk. */
export function isRaised(answer: readonly Delta[] | Raised): answer is Raised {
  return !Array.isArray(answer);
}

/** What a parser answers to one delta; null if it sends nothing. */
export interface Message {
  /** Thinking that a tool parser finds. */
  readonly reasoning?: Excerpt;
  readonly content?: Excerpt;
  readonly calls?: readonly MessageCall[];
}

export interface MessageCall {
  readonly index: number;
  readonly name?: string;
  readonly argumentsText?: string;
}

/** A message as deltas of the client. The name of each call comes first. */
export function messageDeltas(message: Message | null): readonly Delta[] {
  if (message === null) return nothing;
  const { reasoning, content, calls = [] } = message;
  const text = content === undefined ? nothing : textDeltas('content', content);
  const sent = reasoning === undefined ? text : [...textDeltas('reasoning', reasoning), ...text];
  if (calls.length === 0) return sent;
  const deltas = sent.slice();
  for (const { index, name, argumentsText } of calls) {
    if (name !== undefined) deltas.push({ kind: 'call', index, name });
    if (argumentsText !== undefined) deltas.push({ kind: 'arguments', index, text: argumentsText });
  }
  return deltas;
}
