import { readJson } from '../../../text/json/index.ts';
import { coerceJson } from './coerce.ts';

/** Most times that a value may be encoded as JSON in JSON. */
const MOST_TIMES = 6;

/** Decodes a JSON string, several times if necessary; null if the text is no JSON string. */
export function decodedText(text: string): string | null {
  let inner = text.trim();
  for (let times = 0; times < MOST_TIMES && inner.startsWith('"'); times += 1) {
    const reading = readJson(inner);
    if (!reading.ok || reading.node.kind !== 'string') return null;
    inner = reading.node.value.trim();
  }
  return inner;
}

/** Decodes a JSON string, several times if necessary, to the text of an object; null if it holds none. */
export function encodedObject(text: string): string | null {
  const inner = decodedText(text);
  if (inner === null) return null;
  if (inner === '') return '{}';
  if (!inner.startsWith('{')) return null;
  const { json, to } = coerceJson(inner);
  return to === null ? null : json;
}
