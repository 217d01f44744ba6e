import type { Span } from '../../../../text/document/index.ts';
import type { Recorder } from '../../../../trace/index.ts';
import type { GrowingText } from './growing-text.ts';
import { MessageParser, type MessageCall, type Piece, type Syntax } from './message.ts';
import { openEndOf, type OpenEnd } from './open-end.ts';
import { Raise, Unfinished } from './raise.ts';
import { tryReasoning } from './reasoning.ts';
import type { KitCode } from './words.ts';

/** What llama.cpp makes of a text, whole or so far. */
export interface Message {
  readonly calls: readonly MessageCall[];
  readonly content: readonly Piece[];
  readonly reasoning: readonly Piece[];
  /** Calls with the markers around them, and other markers. */
  readonly blocks: readonly Span[];
  readonly raised: Raise | null;
  /** What a piece that says nothing new only makes longer; null where every piece has to be read. */
  readonly openEnd: OpenEnd | null;
}

/** Reads a message of a format: `common_chat_parse`. */
export function readMessage(
  read: (parser: MessageParser) => void,
  reply: GrowingText,
  isPartial: boolean,
  syntax: Syntax,
  steps: Recorder<KitCode>,
): Message {
  const parser = new MessageParser(reply, isPartial, syntax, steps);
  const raised = attempt(() => {
    read(parser);
    if (!isPartial && !parser.isAtEnd)
      throw new Raise('runtime_error', 'Unexpected content at end of input', parser.at);
  });
  parser.endBlock('malformed');
  const { calls, content, reasoning, blocks } = parser;
  const openEnd = isPartial && !(raised instanceof Raise) ? openEndOf(parser) : null;
  if (!(raised instanceof Unfinished)) return { calls, content, reasoning, blocks, raised, openEnd };
  if (isPartial) return { calls, content, reasoning, blocks, raised: null, openEnd };
  const whole = { from: 0, to: reply.text.length };
  steps.quirk('parsed-as-content', whole);
  for (const { span } of content) steps.quirk('content-twice', span);
  parser.calls = [];
  parser.at = 0;
  readContent(parser);
  return { calls: [], content, reasoning, blocks: [], raised: null, openEnd };
}

/** Reasoning, and everything else as content. */
export function readContent(parser: MessageParser): void {
  tryReasoning(parser, '<think>', '</think>');
  parser.addRest();
}

/** What of the blocks is neither call nor text. */
export function markupOf({ calls, content, reasoning, blocks }: Message): Span[] {
  const taken = [...calls, ...content, ...reasoning]
    .map(({ span }) => span)
    .sort((one, other) => one.from - other.from);
  const markup: Span[] = [];
  let next = 0;
  for (const { from, to } of blocks.toSorted((one, other) => one.from - other.from)) {
    let at = from;
    for (let span = taken[next]; span !== undefined && span.from < to; span = taken[(next += 1)]) {
      if (span.from > at) markup.push({ from: at, to: span.from });
      at = Math.max(at, span.to);
    }
    if (at < to) markup.push({ from: at, to });
  }
  return markup;
}

/** Runs a reader of the original; what it throws is the answer. */
function attempt(read: () => void): Raise | Unfinished | null {
  try {
    read();
    return null;
  } catch (error) {
    if (error instanceof Raise || error instanceof Unfinished) return error;
    throw error;
  }
}
