import type { JsonNode } from '../json/node.ts';
import { readJson } from '../json/strict.ts';
import { decodeUtf8 } from '../utf8.ts';
import { itemsAt, objectAt, textAt } from './wire-json.ts';

/** The bytes of the tokens in a `logprobs` object (OpenAI API reference: `logprobs.content[].bytes`), appended to `bytes`. */
export function addBytes(logprobs: JsonNode, bytes: number[]): void {
  for (const token of itemsAt(logprobs, 'content')) {
    for (const byte of itemsAt(token, 'bytes')) if (byte.kind === 'number') bytes.push(Number(byte.literal) & 0xff);
  }
}

/**
 * The exact text of the first choice of a chat completion, rebuilt from the bytes of its tokens: markers that the
 * server took out of `content` stand there still. Null when the response has no such bytes.
 */
export function textFromLogprobs(source: string): { readonly text: string; readonly content: string } | null {
  if (!source.includes('"bytes"')) return null;
  const reading = readJson(source);
  const choice = reading.ok ? itemsAt(reading.node, 'choices')[0] : undefined;
  const logprobs = choice && objectAt(choice, 'logprobs');
  if (choice === undefined || !logprobs) return null;
  const bytes: number[] = [];
  addBytes(logprobs, bytes);
  const message = objectAt(choice, 'message');
  return bytes.length === 0
    ? null
    : { text: decodeUtf8(bytes), content: (message && textAt(message, 'content')) ?? '' };
}
