import type { Repair } from '../../../text/document/index.ts';
import { type JsonMember, type JsonNode, JsonReader, outlineJson, readJson } from '../../../text/json/index.ts';
import { JsonPart } from '../read/json-part.ts';
import type { TextSource } from '../read/source.ts';

/** A value that was read with the one quotation mark that it lacks. */
interface MendedValue {
  readonly root: JsonPart;
  readonly to: number;
  readonly repair: Repair;
}

/** The longest value that is repaired, and how much is read for all values of a text. In UTF-16 units. */
const LONGEST = 8000;
const MOST_WORK = 2_000_000;
/** The mark is searched for this far before the place where a value stops being JSON. */
const BEFORE_ERROR = 400;
const MOST_PLACES = 60;
const QUOTE = 0x22;

/**
 * Reads the value at `from`, which is invalid JSON, with one more quotation mark. Tries the mark at several places, and
 * succeeds if they lead to exactly one value. Null if they lead to none or to several.
 *
 *     {"name": "ring_bell", "arguments": {"times: 2}}
 *     ^ from                                   ^ the mark
 *
 * @param to the last possible end of the value
 * @param fills whether the value must reach to `to`; otherwise it ends its line, and the text may be cut off inside it
 */
export function readLostQuote(source: TextSource, from: number, to: number, fills: boolean): MendedValue | null {
  // A string without its closing quote is cut off.
  if (source.code(from) === QUOTE) return null;
  if (source.mending > MOST_WORK || (fills && to - from > LONGEST)) return null;
  const text = source.slice(from, Math.min(to, from + LONGEST));
  const strict = outlineJson(text);
  if (strict.ok) return null;
  // A value that ends inside a line counts only if no value ends its line.
  let found: { readonly at: number; readonly json: string; readonly isInside: boolean } | null = null;
  let inside = 0;
  for (const at of placesBefore(text, strict.error.at)) {
    const mended = `${text.slice(0, at)}"${text.slice(at)}`;
    source.mending += mended.length;
    const end = valueEndIn(mended);
    if (end === null) continue;
    const rest = mended.slice(end);
    const isInside = fills ? rest.trim() !== '' : !/^[^\S\n]*(?:\n|$)/.test(rest);
    if (isInside) inside += 1;
    if (isInside && (fills || found !== null)) continue;
    if (found !== null && !found.isInside) return null;
    found = { at, json: mended.slice(0, end), isInside };
  }
  if (found === null || (found.isInside && inside > 1)) return null;
  return !fills && isPerhapsCut(found.json, found.at) ? null : made(found.json, found.at, from);
}

/** The end of the JSON value at the beginning of a text; null if there is none. */
function valueEndIn(text: string): number | null {
  const reader = new JsonReader();
  const all = reader.outline(text, 0, text.length, 0);
  if (all.ok) return all.node.to;
  if (all.error.expected !== 'end') return null;
  const first = reader.outline(text, 0, all.error.at, 0);
  return first.ok ? first.node.to : null;
}

/** Where a quotation mark may be missing: beside signs and white space, the nearest to the error first. */
function placesBefore(text: string, error: number): number[] {
  const places: number[] = [];
  const last = Math.min(error, text.length);
  for (let at = last; at > Math.max(0, last - BEFORE_ERROR) && places.length < MOST_PLACES; at -= 1)
    if (/[\s:,}\]]/.test(text.charAt(at)) || /[\s:,{[]/.test(text.charAt(at - 1)) || at === text.length)
      places.push(at);
  return places;
}

/**
 * Whether the reply may be cut off inside a string that ends with brackets. The brackets close the value only if the string
 * has no opening brackets itself: they do in `"room": "attic}}`, but not in `"code": "if (x) { y }}`.
 */
function isPerhapsCut(json: string, at: number): boolean {
  const closesText = /^"\s*[}\]\s]+$/.test(json.slice(at));
  return closesText && /[{[(]/.test(json.slice(json.lastIndexOf('"', at - 1), at));
}

function made(json: string, at: number, base: number): MendedValue | null {
  const reading = readJson(json);
  if (!reading.ok) return null;
  const place = moved(reading.node, at);
  return {
    root: new JsonPart(place, base, reading.node, json, reading.duplicateKeys.length > 0),
    to: place.to + base,
    repair: { code: 'missing-quote', span: { from: at + base, to: at + base }, inserted: '"' },
  };
}

/** Moves a node back to the text without the character that was inserted at `at`. */
function moved<T extends JsonNode>(node: T, at: number): T {
  const place = { ...node, from: back(node.from, at), to: back(node.to, at) };
  if (place.kind === 'object')
    return {
      ...place,
      members: place.members.map(({ key, value }: JsonMember) => ({ key: moved(key, at), value: moved(value, at) })),
    };
  return place.kind === 'array' ? { ...place, items: place.items.map((item: JsonNode) => moved(item, at)) } : place;
}

function back(offset: number, at: number): number {
  return offset > at ? offset - 1 : offset;
}
