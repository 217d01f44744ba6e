import type { JsonValue } from '../../json/node.ts';
import { Text, type Place } from './text.ts';
import { Dict, List, type Value } from './value.ts';

/** A JSON value as Python's `json` reads it; every part knows its place. A whole number is an int. */
export function fromJson(json: JsonValue, place: Place): Value {
  if (json === null || typeof json === 'boolean') return json;
  if (typeof json === 'number') return Number.isInteger(json) ? BigInt(json) : json;
  if (typeof json === 'string') return placedText(json, place, 'text');
  if (Array.isArray(json)) {
    return new List(
      json.map((item, key) => fromJson(item, { parent: place, key })),
      place,
    );
  }
  const dict = new Dict(place);
  for (const [key, item] of Object.entries(json)) {
    const inner = { parent: place, key };
    dict.set(placedText(key, inner, 'key'), fromJson(item, inner));
  }
  return dict;
}

function placedText(text: string, place: Place, part: 'text' | 'key'): Text {
  return Text.of(text, { kind: 'value', place, part, from: 0, to: text.length, written: 'as-is' });
}
