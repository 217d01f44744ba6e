import type { Span } from '../../document/index.ts';
import { type JsonError, type JsonValue, readJson, stringEnd } from '../../json/index.ts';

/** JSON as `JSON.parse` reads it: for originals that are written in JavaScript, and call this very function. */

export type JavascriptReading =
  | { readonly ok: true; readonly value: JsonValue }
  | {
      readonly ok: false;
      /** What the exception says, in the words of the engine that runs Callscope. */
      readonly message: string;
      readonly error: JsonError;
    };

/** @param given any value: what is not a string is made one first, as JavaScript does */
export function readJavascriptJson(given: unknown): JavascriptReading {
  let text = '';
  try {
    text = String(given);
    return { ok: true, value: JSON.parse(text) as JsonValue };
  } catch (exception) {
    const reading = readJson(text);
    const nowhere: JsonError = { code: 'unexpected-character', at: 0, span: { from: 0, to: 0 }, expected: 'value' };
    const message = exception instanceof Error ? exception.message : '';
    return { ok: false, message, error: reading.ok ? nowhere : reading.error };
  }
}

/** A value as JavaScript makes it text; empty for the objects with which it cannot. */
export function javascriptText(value: unknown): string {
  try {
    return String(value);
  } catch {
    return '';
  }
}

/** A member of an object with its key, or an item of an array. */
export interface JsonPart extends Span {
  /** The decoded key; null for an item. */
  readonly key: string | null;
}

const QUOTE = 0x22;
const COMMA = 0x2c;

/**
 * The values in the container that begins at `from`, in source order; none where no container begins there. What is read must
 * be JSON. Linear in the container.
 */
export function partsOf(text: string, from: number): readonly JsonPart[] {
  const opener = text.charAt(from);
  if (opener !== '{' && opener !== '[') return [];
  const parts: JsonPart[] = [];
  for (let at = skipBlank(text, from + 1); at < text.length && !isCloser(text.charCodeAt(at));) {
    let key: string | null = null;
    if (opener === '{') {
      const end = endOfString(text, at);
      key = JSON.parse(text.slice(at, end)) as string;
      at = skipBlank(text, skipBlank(text, end) + 1);
    }
    const to = endOfValue(text, at);
    parts.push({ key, from: at, to });
    at = skipBlank(text, to);
    if (text.charCodeAt(at) === COMMA) at = skipBlank(text, at + 1);
  }
  return parts;
}

/** The member that counts under a key: the last one. */
export function lastMember(parts: readonly JsonPart[], key: string): Span | null {
  const part = parts.findLast((one) => one.key === key);
  return part === undefined ? null : { from: part.from, to: part.to };
}

function endOfValue(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length;) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = endOfString(text, at);
      if (depth === 0) return at;
    } else if (isOpener(code)) {
      depth += 1;
      at += 1;
    } else if (isCloser(code)) {
      if (depth === 0) return at;
      depth -= 1;
      at += 1;
      if (depth === 0) return at;
    } else if (depth === 0 && (code === COMMA || isBlank(code))) {
      return at;
    } else {
      at += 1;
    }
  }
  return text.length;
}

/** After the closing quote. */
function endOfString(text: string, from: number): number {
  return Math.min(stringEnd(text, from) + 1, text.length);
}

function skipBlank(text: string, from: number): number {
  let at = from;
  while (at < text.length && isBlank(text.charCodeAt(at))) at += 1;
  return at;
}

function isBlank(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0a) || code === 0x0d;
}

/** `[` or `{`. */
function isOpener(code: number): boolean {
  return (code | 0x20) === 0x7b;
}

/** `]` or `}`. */
function isCloser(code: number): boolean {
  return (code | 0x20) === 0x7d;
}
