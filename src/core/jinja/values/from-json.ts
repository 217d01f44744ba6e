import type { JsonNode, JsonValue } from '../../text/json/index.ts';
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
    dict.setNamed(placedText(key, inner, 'key'), fromJson(item, inner));
  }
  return dict;
}

/** As `fromJson`, where the text is known: `1.0` is a float, and a large int is exact. The last of equal keys counts. */
export function fromNode(node: JsonNode, place: Place): Value {
  switch (node.kind) {
    case 'null':
      return null;
    case 'true':
    case 'false':
      return node.kind === 'true';
    case 'number':
      return /[.eE]/.test(node.literal) ? Number(node.literal) : BigInt(node.literal);
    case 'string':
      return placedText(node.value, place, 'text');
    case 'array':
      return new List(
        node.items.map((item, key) => fromNode(item, { parent: place, key })),
        place,
      );
    case 'object': {
      const dict = new Dict(place);
      for (const { key, value } of node.members) {
        const inner = { parent: place, key: key.value };
        dict.setNamed(placedText(key.value, inner, 'key'), fromNode(value, inner));
      }
      return dict;
    }
  }
}

function placedText(text: string, place: Place, part: 'text' | 'key'): Text {
  return Text.of(text, { kind: 'value', place, part, from: 0, to: text.length, written: 'as-is' });
}
