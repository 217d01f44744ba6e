import type { Span } from '../../../text/document/index.ts';

// The calls of `hy_v3`, by their markers.

export const BLOCK = '<tool_calls>';
export const BLOCK_END = '</tool_calls>';
export const OPEN = '<tool_call>';
export const CLOSE = '</tool_call>';
export const SEPARATOR = '<tool_sep>';

export interface Block {
  readonly span: Span;
  readonly name: Span;
  readonly body: Span;
  readonly isClosed: boolean;
}

/** `<tool_call>(.*?)<tool_sep>(.*?)</tool_call>`, and after the last closer one that goes on to the end. */
export function* callsIn(text: string, { from, to }: Span): Generator<Block> {
  const held = text.slice(0, to);
  let next = -1;
  for (let at = held.indexOf(OPEN, from); at >= 0; at = held.indexOf(OPEN, next)) {
    const separator = held.indexOf(SEPARATOR, at + OPEN.length);
    const closer = separator < 0 ? -1 : held.indexOf(CLOSE, separator + SEPARATOR.length);
    if (closer < 0) break;
    next = closer + CLOSE.length;
    yield blockAt(at, separator, closer, next, true);
  }
  const last = next >= 0 ? held.lastIndexOf(CLOSE) + CLOSE.length : from;
  const at = held.indexOf(OPEN, last);
  const separator = at < 0 ? -1 : held.indexOf(SEPARATOR, at + OPEN.length);
  if (separator >= 0) yield blockAt(at, separator, to, to, false);
}

function blockAt(from: number, separator: number, bodyTo: number, to: number, isClosed: boolean): Block {
  return {
    span: { from, to },
    name: { from: from + OPEN.length, to: separator },
    body: { from: separator + SEPARATOR.length, to: bodyTo },
    isClosed,
  };
}
