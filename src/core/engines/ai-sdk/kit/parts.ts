import type { Span } from '../../../text/document/index.ts';
import type { EngineCall, Excerpt } from '../../kit/index.ts';

/** Text that stays content. */
export interface TextPart extends Span {
  readonly kind: 'text';
  /** The text that the client gets. It differs from the span's where the original reads a repaired text. */
  readonly text: string;
}

export interface CallPart extends EngineCall {
  readonly kind: 'call';
}

/** A part of the content that the application gets, in order. */
export type Part = TextPart | CallPart;

/** What a protocol makes of a whole text. */
export interface Parsed {
  readonly parts: readonly Part[];
  /** The messages that the application's `onError` gets, in order. */
  readonly errors: readonly string[];
}

/** What a protocol's stream answers to a piece. */
export type Sent =
  | { readonly kind: 'text'; readonly text: Excerpt }
  /** Text is over: what follows is another text, or a call. */
  | { readonly kind: 'text-end' }
  | { readonly kind: 'call'; readonly name: string; readonly argumentsText: string }
  /** A message to the application's `onError`. */
  | { readonly kind: 'error'; readonly message: string };

export interface ProtocolStream {
  /** Without a match of this, the next piece changes nothing yet. Null or absent: any piece may. */
  readonly wakesAt?: RegExp | null;
  push(delta: Excerpt): readonly Sent[];
  /** After the last piece. */
  end(): readonly Sent[];
}

/** Text of the reply as content; nothing where there is none. */
export function textPart(text: string, from: number, to: number): readonly TextPart[] {
  return from < to ? [{ kind: 'text', from, to, text: text.slice(from, to) }] : [];
}
