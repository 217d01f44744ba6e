import type { Span } from '../../../text/document/index.ts';
import { isDict, type PythonNode, strippedSpan } from '../../../text/languages/index.ts';
import type { Excerpt } from '../../kit/index.ts';
import { partialEnd } from './base-stream.ts';

// What releases of `inkling` share: its tokens, and what is between them.

export const JSON_OPEN = '<|content_invoke_tool_json|>';
export const TEXT_OPEN = '<|content_invoke_tool_text|>';
export const CLOSE = '<|end_message|>';
export const MODEL = '<|message_model|>';

/** The control tokens of the family: none of them is ever content. */
export const TOKENS = [
  '<|endoftext|>',
  '<|message_user|>',
  MODEL,
  '<|message_system|>',
  '<|message_tool|>',
  '<|content_text|>',
  '<|content_image|>',
  '<|content_model_end_sampling|>',
  '<|content_thinking|>',
  '<|content_audio_input|>',
  '<|content_tool_error|>',
  '<|content_xml|>',
  CLOSE,
  '<|audio_end|>',
  JSON_OPEN,
  TEXT_OPEN,
  '<|content_invoke_tool|>',
  '<|model_trigger_generation|>',
];

/**
 * `<|message_model|>` and the name after it, where nothing but that is before `to`. The name may be empty.
 *
 * @param after where a control token ends
 */
export function headerBefore(text: string, to: number, after = 0): { from: number; name: Span } | null {
  const found = text.slice(after, to).lastIndexOf(MODEL);
  if (found < 0) return null;
  const from = after + found;
  const header = { from: from + MODEL.length, to };
  // Every token begins so, and only the last ones may be cut by the end.
  for (let at = text.indexOf('<|', header.from); at >= 0 && at < to; at = text.indexOf('<|', at + 1)) {
    if (TOKENS.some((token) => at + token.length <= to && text.startsWith(token, at))) return null;
  }
  return { from, name: strippedSpan(text, header.from, to) };
}

/** A call: a string under `name` and an object under `args`. */
export function callIn({ members }: PythonNode): { name: PythonNode; args: PythonNode } | null {
  const name = members?.get('name')?.node;
  const args = members?.get('args')?.node;
  return name === undefined || args === undefined || typeof name.value !== 'string' || !isDict(args.value)
    ? null
    : { name, args };
}

/** Without control tokens. */
export function clean(text: Excerpt): Excerpt {
  return TOKENS.reduce((rest, token) => rest.without(token), text);
}

/** How much of a text waits that has no block: a header that may become that of a call, or the beginning of a token. */
export function heldOutside(text: string): number {
  const header = headerBefore(text, text.length);
  return header === null ? Math.max(...TOKENS.map((token) => partialEnd(text, token))) : text.length - header.from;
}
