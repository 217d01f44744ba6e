import type { Repair } from '../../../text/document/index.ts';
import { type JsonMember, type JsonNode, JsonReader, outlineJson, readJson } from '../../../text/json/index.ts';
import { JsonPart } from '../read/json-part.ts';
import type { TextSource } from '../read/source.ts';

/** A value with the one quotation mark that it lacks. */
interface MendedValue {
  readonly root: JsonPart;
  readonly to: number;
  readonly repair: Repair;
}

/** No longer value is mended, and of a text no more than that is looked at for it. */
const LONGEST = 8000;
const MOST_WORK = 2_000_000;
/** So many characters before the place where a value stops being JSON the mark may be missing. */
const BEFORE_ERROR = 400;
const MOST_PLACES = 60;
const QUOTE = 0x22;

/**
 * Reads the value at `from`, which is no JSON, with one more quotation mark: where exactly one value comes of that,
 * whatever the place of the mark. Null where none does, or several do.
 *
 *     {"name": "ring_bell", "arguments": {"times: 2}}
 *     ^ from                                   ^ the mark
 *
 * @param to where the value ends at the latest
 * @param fills whether nothing else is before `to`; otherwise the value ends its line, and the text may be cut off in it
 */
export function readLostQuote(source: TextSource, from: number, to: number, fills: boolean): MendedValue | null {
  // A text without its end is cut off.
  if (source.code(from) === QUOTE) return null;
  if (source.mending > MOST_WORK || (fills && to - from > LONGEST)) return null;
  const text = source.slice(from, Math.min(to, from + LONGEST));
  const strict = outlineJson(text, 0);
  if (strict.ok) return null;
  // What ends inside of a line counts where nothing ends one.
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

/** Where the value ends with which a text begins; null where that is no JSON. */
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
 * The text of a reply that is cut off may end in brackets as well. They close the value only where the text has none of
 * its own: `"room": "attic}}`, and not `"code": "if (x) { y }}`.
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

/** A node without the character that was put in at `at`. */
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
