import { type JsonNode, readJson } from '../text/json/index.ts';
import { decodeUtf8 } from '../text/document/index.ts';
import { itemsAt, objectAt, textAt } from './wire-json.ts';

/**
 * The bytes of the tokens in a list of log probabilities, appended to `bytes`. OpenAI API reference: a chat completion has
 * the list at `logprobs.content`, a text part of the Responses API at `logprobs`.
 */
export function addBytes(holder: JsonNode, key: 'content' | 'logprobs', bytes: number[]): void {
  for (const token of itemsAt(holder, key)) {
    for (const byte of itemsAt(token, 'bytes')) if (byte.kind === 'number') bytes.push(Number(byte.literal) & 0xff);
  }
}

/**
 * The exact text of the first choice of a chat completion, or of the messages of a Responses API answer, rebuilt from the
 * bytes of its tokens: markers that the server took out of the text are there still. Null when there are no such bytes.
 */
export function textFromLogprobs(source: string): { readonly text: string; readonly content: string } | null {
  if (!source.includes('"bytes"')) return null;
  const reading = readJson(source);
  if (!reading.ok) return null;
  const bytes: number[] = [];
  const content = contentOf(reading.node, bytes);
  return bytes.length === 0 ? null : { text: decodeUtf8(bytes), content };
}

function contentOf(node: JsonNode, bytes: number[]): string {
  const choice = itemsAt(node, 'choices')[0];
  if (choice === undefined) {
    const parts = itemsAt(node, 'output').flatMap((item) => itemsAt(item, 'content'));
    for (const part of parts) addBytes(part, 'logprobs', bytes);
    return parts.map((part) => textAt(part, 'text') ?? '').join('');
  }
  const logprobs = objectAt(choice, 'logprobs');
  if (logprobs !== null) addBytes(logprobs, 'content', bytes);
  const message = objectAt(choice, 'message');
  return (message && textAt(message, 'content')) ?? '';
}
