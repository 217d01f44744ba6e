import { extract, type ExtractOptions } from '../extract.ts';
import { readBothWays } from './extraction-stream.ts';
import { readJson, writeTree } from '../../text/json/index.ts';
import type { Extraction, ExtractionError, ToolCall } from '../../trace/index.ts';

/** What a client has of a reply. */
export interface ClientHas {
  readonly content: string;
  /** With the argument text exactly as it was sent. */
  readonly calls: readonly Pick<ToolCall, 'name' | 'argumentsText'>[];
  /** What it gets in place of the rest; null where nothing failed. */
  readonly error: ExtractionError['served'] | null;
}

/** The same reply, read whole and streamed. */
export interface StreamDifference {
  readonly whole: ClientHas;
  readonly streamed: ClientHas;
  /** What differs first; null where nothing does. */
  readonly first: FirstDifference | null;
}

export interface FirstDifference {
  /** `spelling`: the argument text of equal arguments. `white-space`: content that is equal otherwise. */
  readonly kind: 'error' | 'count' | 'name' | 'arguments' | 'spelling' | 'content' | 'white-space';
  /** The index of the call, from 0. It is 0 for the content and for the number of calls. */
  readonly call: number;
  /** Where both texts differ first, in UTF-16 units. */
  readonly at: number;
  readonly whole: string;
  readonly streamed: string;
}

/** How what a client got from a stream differs from what it gets of the reply in one piece. */
export function streamDifference(text: string, streamed: ClientHas, options: ExtractOptions): StreamDifference {
  return differenceFrom(clientOf(extract({ text }, options)), streamed);
}

/** What the client has after an extraction, whole or at the end of a stream. */
export function clientOf({ content, calls, error }: Extraction): ClientHas {
  return {
    content: content ?? '',
    calls: calls.map(({ name, returnedText }) => ({ name, argumentsText: returnedText })),
    error: error?.served ?? null,
  };
}

export function differenceFrom(whole: ClientHas, streamed: ClientHas): StreamDifference {
  return { whole, streamed, first: firstDifference(whole, streamed) };
}

/** Whether a client gets something else of these pieces than of the whole reply. Spelling and white space do not count. */
export function streamsOtherwise(pieces: readonly string[], options: ExtractOptions): boolean {
  const { whole, streamed } = readBothWays(pieces, options);
  const { first } = differenceFrom(clientOf(whole), clientOf(streamed));
  return first !== null && first.kind !== 'spelling' && first.kind !== 'white-space';
}

function firstDifference(whole: ClientHas, streamed: ClientHas): FirstDifference | null {
  if ((whole.error === null) !== (streamed.error === null)) return between('error', 0, '', '');
  if (whole.calls.length !== streamed.calls.length) return between('count', 0, '', '');
  for (const [index, call] of whole.calls.entries()) {
    const other = streamed.calls[index] ?? { name: '', argumentsText: '' };
    if (call.name !== other.name) return between('name', index, call.name, other.name);
    if (compact(call.argumentsText) !== compact(other.argumentsText))
      return between('arguments', index, call.argumentsText, other.argumentsText);
  }
  if (whole.content !== streamed.content) {
    const isSpace = whole.content.replace(/\s+/g, '') === streamed.content.replace(/\s+/g, '');
    return between(isSpace ? 'white-space' : 'content', 0, whole.content, streamed.content);
  }
  for (const [index, { argumentsText }] of whole.calls.entries()) {
    const other = streamed.calls[index]?.argumentsText ?? '';
    if (argumentsText !== other) return between('spelling', index, argumentsText, other);
  }
  return null;
}

/** Equal for argument texts that differ only in white space and in how a text is escaped: `\/` for `/`. */
function compact(text: string): string {
  const reading = readJson(text);
  if (!reading.ok) return text;
  return writeTree(reading.node, {
    members: ({ members }) => members.map(({ key, value }) => [JSON.stringify(key.value), value] as const),
    scalar: (node) => (node.kind === 'string' ? JSON.stringify(node.value) : text.slice(node.from, node.to)),
  });
}

function between(kind: FirstDifference['kind'], call: number, whole: string, streamed: string): FirstDifference {
  let at = 0;
  while (at < whole.length && whole.charCodeAt(at) === streamed.charCodeAt(at)) at += 1;
  return { kind, call, at, whole, streamed };
}
