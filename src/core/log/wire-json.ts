import { type JsonError, type JsonNode, type JsonReader, member } from '../text/json/index.ts';
import type { WireEvent } from './log-framing.ts';

/** One JSON value of an event. The spans of `node` point into `source`. */
export interface WireMessage {
  readonly event: WireEvent;
  readonly node: JsonNode;
  readonly source: string;
}

export type WireReading =
  | { readonly ok: true; readonly node: JsonNode; readonly source: string; readonly rest: string }
  | { readonly ok: false; readonly error: JsonError };

/**
 * Reads the first JSON value of a payload. `rest` is what comes after it: two events in one line are not rare. Half a
 * surrogate pair is not an error here: a provider that cuts its text by UTF-16 units sends the other half in the next delta.
 *
 * @param reader one for all events of a log: making one takes longer than to read an event
 */
export function readWireJson(data: string, reader: JsonReader): WireReading {
  const whole = reader.read(data, 0, data.length);
  if (whole.ok) return { ok: true, node: whole.node, source: data, rest: '' };
  const { error } = whole;
  if (error.code === 'lone-surrogate') {
    const mended = withSurrogates(data);
    return mended === data ? { ok: false, error } : readWireJson(mended, reader);
  }
  if (error.expected !== 'end') return { ok: false, error };
  const first = reader.read(data, 0, error.at);
  return first.ok ? { ok: true, node: first.node, source: data, rest: data.slice(error.at) } : { ok: false, error };
}

/** Escaped halves of surrogate pairs as the characters they are. */
function withSurrogates(text: string): string {
  return text.replaceAll(/\\(?:u(d[89a-f][\da-f]{2})|.)/gi, (escape, half: string | undefined) =>
    half === undefined ? escape : String.fromCharCode(parseInt(half, 16)),
  );
}

/** The string under `key`, or null. */
export function textAt(node: JsonNode, key: string): string | null {
  return textOf(member(node, key));
}

export function textOf(node: JsonNode | undefined): string | null {
  return node?.kind === 'string' ? node.value : null;
}

export function numberAt(node: JsonNode, key: string): number | null {
  const value = member(node, key);
  return value?.kind === 'number' ? Number(value.literal) : null;
}

/** The object under `key`, or null. */
export function objectAt(node: JsonNode, key: string): JsonNode | null {
  const value = member(node, key);
  return value?.kind === 'object' ? value : null;
}

/** The items of the list under `key`; none when it is not a list. */
export function itemsAt(node: JsonNode, key: string): readonly JsonNode[] {
  const value = member(node, key);
  return value?.kind === 'array' ? value.items : [];
}

/** The JSON text of a value; null when it is absent or null. */
export function jsonTextOf(node: JsonNode | undefined, source: string): string | null {
  return node === undefined || node.kind === 'null' ? null : source.slice(node.from, node.to);
}
