import { counted } from '../../text/document/index.ts';
import { repliesOf } from '../message/index.ts';
import type { RecognisedReply } from '../recognised.ts';
import { responseShapes, type Response, type ResponseShape } from './response-shapes.ts';
import {
  at,
  firstAt,
  hasAny,
  isObject,
  itemsOf,
  jsonSource,
  stringAt,
  stringOf,
  unpacked,
  type Source,
} from '../sources.ts';

export interface RecognisedResponse {
  /** What a pasted text turned out to be; `text`: no response. */
  readonly shape: ResponseShape | 'text';
  /** The reply text, or null when the response has none. */
  readonly text: string | null;
  /** The native calls as JSON text, cut from the source without loss; null when there are none. */
  readonly toolCallsText: string | null;
  /** Why the model stopped, in the words of its server; null where that is not told. */
  readonly finishReason: string | null;
  /** What the reader should know about the rest: sentences. */
  readonly notes: readonly string[];
}

export function shapeLabel(shape: RecognisedResponse['shape']): string {
  return shape === 'text' ? 'plain reply text' : responseShapes[shape].label;
}

/**
 * Recognises a provider's response in a pasted text. A bare tool call such as `{"name": …, "arguments": …}` is NOT a
 * response: it is what a model says, so it stays text. What is not JSON is text as well.
 */
export function recogniseResponse(text: string): RecognisedResponse {
  const source = jsonSource(text);
  const response = source === null ? null : responseOf(source);
  const [reply] = response?.replies ?? [];
  if (source === null || response === null || reply === undefined) {
    const choice = itemsOf(at(source, 'choices'))[0];
    const isChunk = choice !== undefined && at(choice, 'delta') !== null;
    const notes = isChunk ? ['This is one chunk of a stream, not a whole response.'] : [];
    return { shape: 'text', text, toolCallsText: null, finishReason: null, notes };
  }
  const { shape, finishReason } = response;
  return { shape, text: reply.text, toolCallsText: reply.native, finishReason, notes: notesOf(source, response) };
}

/** What a provider answered; null where the value is no response. */
export function responseOf(source: Source): Response | null {
  for (const [shape, { read }] of Object.entries(responseShapes)) {
    const response = read(source);
    if (response === null) continue;
    const replies = response.bodies.flatMap((body) => repliesOf({ role: 'assistant', body }));
    const [message = source] = response.bodies;
    return { message, finishReason: null, ...response, replies, shape: shape as ResponseShape };
  }
  return null;
}

/** Under what keys records and proxies keep the response. */
export const envelopeKeys = [
  ...['response', 'body', 'data', 'result', 'raw_response', 'output', 'completion', 'response_body', 'raw'],
  // The recordings of Llama Stack.
  ...['__data__'],
];

/** The response in a record that has it somewhere: a line of a batch, a log of LiteLLM, a trace. */
export function responseWithin(source: Source, levels = 3): Response | null {
  if (!isObject(source) || levels === 0) return null;
  // The response of a HAR entry has its body in an object.
  const content = at(source, 'content');
  const body = content !== null && hasAny(content, ['mimeType']) ? unpacked(at(content, 'text')) : null;
  for (const inner of [body, ...envelopeKeys.map((key) => unpacked(at(source, key)))]) {
    if (inner === null || inner.node.kind === 'string') continue;
    const response = responseOf(inner) ?? responseWithin(inner, levels - 1);
    if (response !== null) return response;
  }
  return null;
}

/** Reasoning that is kept apart, a reply that was cut, and choices that are not read. */
function notesOf(source: Source, { message, finishReason, shape }: Response): string[] {
  const notes: string[] = [];
  const apart = stringOf(firstAt(message, ['reasoning_content', 'reasoning', 'thinking', 'thinking_content'])) ?? '';
  const blocks = itemsOf(at(message, 'content')).filter((block) => stringAt(block, 'type') === 'thinking');
  const length = apart.length + blocks.reduce((sum, block) => sum + (stringAt(block, 'thinking')?.length ?? 0), 0);
  if (length > 0 || blocks.length > 0)
    notes.push(
      `The server keeps ${counted(length, 'character')} of reasoning apart. No runtime looks for calls in them.`,
    );
  if (itemsOf(at(message, 'output')).some((item) => stringAt(item, 'type') === 'reasoning'))
    notes.push('The server keeps the reasoning apart. No runtime looks for calls in it.');
  if (shape === 'openai-responses') {
    if (finishReason !== null) notes.push(`The reply is cut off (${finishReason}).`);
  } else if (finishReason !== null && CUT.has(finishReason))
    notes.push(`The token limit cut off the reply (${finishReason}).`);
  const choices = itemsOf(at(source, 'choices')).length;
  if (choices > 1) notes.push(`Callscope reads only the first of ${choices} choices.`);
  return notes;
}

const CUT: ReadonlySet<string> = new Set(['length', 'max_tokens', 'MAX_TOKENS', 'limit']);

/** The text of a reply as the model wrote it, where the server sends it along: llama-server does with `--verbose`. */
export function verboseReplies(source: Source): RecognisedReply[] {
  const text = stringAt(at(source, '__verbose'), 'content');
  return text === null ? [] : [{ text, native: null, span: null }];
}
