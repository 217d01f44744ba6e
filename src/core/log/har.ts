import { type JsonNode, readJson } from '../text/json/index.ts';
import { decodeUtf8 } from '../text/document/index.ts';
import { itemsAt, numberAt, objectAt, textAt } from './wire-json.ts';

/** One request of a HAR file, with the body that came back. */
export interface HarEntry {
  readonly method: string;
  readonly url: string;
  readonly status: number | null;
  /** How long it took in all, in milliseconds. A HAR has no times within a body. */
  readonly time: number | null;
  readonly mimeType: string;
  /** The body as text, unpacked from base64 where the file says so; null when the file has none. */
  readonly body: string | null;
  /** Whether the body looks like a stream of events. */
  readonly isStream: boolean;
}

/** The requests of a HAR file (HAR 1.2), or null when the text is none. An entry copied alone will do, and so will a list of them. */
export function readHar(source: string): HarEntry[] | null {
  // Most of what is pasted is no HAR, and a large text should not be read for nothing.
  if (!/^\s*(?:\{|\[\s*\{)/.test(source) || !source.includes('"response"')) return null;
  const reading = readJson(source);
  if (!reading.ok) return null;
  const log = objectAt(reading.node, 'log');
  const listed = reading.node.kind === 'array' ? reading.node.items : [reading.node];
  const entries = log === null ? listed : itemsAt(log, 'entries');
  const found = entries.flatMap((entry) => entryOf(entry) ?? []);
  return found.length === 0 ? null : found;
}

/** The entry to begin with: the last that holds a stream, else the last with a body, else the last. */
export function defaultHarEntry(entries: readonly HarEntry[]): number {
  const stream = entries.findLastIndex(({ isStream }) => isStream);
  if (stream >= 0) return stream;
  const body = entries.findLastIndex(({ body }) => body !== null && body !== '');
  return body >= 0 ? body : entries.length - 1;
}

function entryOf(entry: JsonNode): HarEntry | null {
  const request = objectAt(entry, 'request');
  const response = objectAt(entry, 'response');
  const content = response && objectAt(response, 'content');
  if (request === null || response === null || content === null) return null;
  const mimeType = textAt(content, 'mimeType') ?? '';
  const body = harBody(textAt(content, 'text'), textAt(content, 'encoding'));
  return {
    method: textAt(request, 'method') ?? '',
    url: textAt(request, 'url') ?? '',
    status: numberAt(response, 'status'),
    time: numberAt(entry, 'time'),
    mimeType,
    body,
    isStream: body !== null && isStreamBody(body, mimeType),
  };
}

/** A body as text, unpacked from base64 where the file says so; null where it has none. */
export function harBody(text: string | null, encoding: string | null): string | null {
  return text !== null && encoding === 'base64' ? decodeUtf8(decodeBase64(text)) : text;
}

/** Whether a body looks like a stream of events. */
export function isStreamBody(body: string, mimeType: string): boolean {
  return /event-stream|ndjson|jsonl/i.test(mimeType) || /^\s*(?:data|event):/.test(body);
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const digits = new Map(Array.from(ALPHABET, (character, value) => [character.charCodeAt(0), value] as const));

/** The bytes of base64; characters outside its alphabet are passed over. */
export function decodeBase64(text: string): Uint8Array {
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let count = 0;
  let bits = 0;
  let held = 0;
  for (let at = 0; at < text.length; at += 1) {
    const digit = digits.get(text.charCodeAt(at));
    if (digit === undefined) continue;
    bits = ((bits << 6) | digit) & 0xfff;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    bytes[count] = (bits >> held) & 0xff;
    count += 1;
  }
  return bytes.subarray(0, count);
}
