import type { JsonMember, JsonNode } from '../../json/node.ts';
import { applyRepairs } from '../../json/repairs.ts';
import type { JsonError } from '../../json/error.ts';
import { readJson } from '../../json/strict.ts';
import { readTolerant } from '../../json/tolerant.ts';
import { compactText } from '../../json/writer.ts';
import type { Span } from '../../document/span.ts';
import type { Repair } from '../../document/edit.ts';
import { JsonEnd } from './json-end.ts';
import type { TextSource } from './source.ts';
import { codeAt, isSpace, oneOf, skipSpace, type Resumable } from './resumable.ts';

/** A JSON value in the document. Where it was repaired, the document holds one form and another is read. */
export class JsonPart {
  /** Spans of the document, less `base`. */
  readonly place: JsonNode;
  readonly base: number;
  /** The same value as strict JSON in `text`. */
  readonly node: JsonNode;
  readonly text: string;
  readonly hasDuplicateKeys: boolean;
  #span: Span | null = null;

  constructor(place: JsonNode, base: number, node: JsonNode, text: string, hasDuplicateKeys: boolean) {
    this.place = place;
    this.base = base;
    this.node = node;
    this.text = text;
    this.hasDuplicateKeys = hasDuplicateKeys;
  }

  get span(): Span {
    this.#span ??= { from: this.place.from + this.base, to: this.place.to + this.base };
    return this.#span;
  }

  /** The members in source order. */
  members(): { readonly key: string; readonly keySpan: Span; readonly value: JsonPart }[] {
    if (this.node.kind !== 'object' || this.place.kind !== 'object') return [];
    const places = this.place.members;
    return this.node.members.flatMap(({ key, value }, index) => {
      const place = places[index];
      if (place === undefined) return [];
      const keySpan = { from: place.key.from + this.base, to: place.key.to + this.base };
      return [{ key: key.value, keySpan, value: this.#part(place.value, value) }];
    });
  }

  /** The first member of that name. */
  member(name: string): JsonPart | null {
    const { node, place } = this;
    if (node.kind !== 'object' || place.kind !== 'object') return null;
    for (let index = 0; index < node.members.length; index += 1) {
      const { key, value } = node.members[index] as JsonMember;
      const at = place.members[index]?.value;
      if (key.value === name) return at === undefined ? null : this.#part(at, value);
    }
    return null;
  }

  /** The member under the earliest of `keys` (at most 31) whose first member suits. One look at each member. */
  firstOf(keys: readonly string[], suits: (node: JsonNode) => boolean): JsonPart | null {
    const { node, place } = this;
    if (node.kind !== 'object' || place.kind !== 'object') return null;
    let best = keys.length;
    let bestIndex = -1;
    let seen = 0;
    for (let index = 0; index < node.members.length; index += 1) {
      const { key, value } = node.members[index] as JsonMember;
      const rank = keys.indexOf(key.value);
      if (rank < 0 || (seen & (1 << rank)) !== 0) continue;
      seen |= 1 << rank;
      if (rank < best && suits(value)) {
        best = rank;
        bestIndex = index;
      }
    }
    const value = node.members[bestIndex]?.value;
    const at = place.members[bestIndex]?.value;
    return value === undefined || at === undefined ? null : this.#part(at, value);
  }

  items(): JsonPart[] {
    if (this.node.kind !== 'array' || this.place.kind !== 'array') return [];
    const places = this.place.items;
    return this.node.items.flatMap((item, index) => {
      const place = places[index];
      return place === undefined ? [] : [this.#part(place, item)];
    });
  }

  compact(): string {
    return compactText(this.node, this.text, this.hasDuplicateKeys);
  }

  #part(place: JsonNode, node: JsonNode): JsonPart {
    return new JsonPart(place, this.base, node, this.text, this.hasDuplicateKeys);
  }
}

export interface JsonPayload {
  /**
   * `whole`: it was read, though perhaps not all of it is known. `cut`: the text ends inside of it. `broken`: it is no
   * JSON, and cannot be repaired.
   */
  readonly state: 'whole' | 'cut' | 'broken';
  readonly from: number;
  /** After the value; where reading goes on when it is broken. */
  readonly to: number;
  /** Null when nothing could be read; of a cut value, what there is of it. */
  readonly root: JsonPart | null;
  readonly repairs: readonly Repair[];
  /** The first thing that is no JSON; offsets into the document. */
  readonly error: { readonly at: number; readonly json: JsonError } | null;
  /** Where the containers begin that are open where it ends. */
  readonly open: readonly number[];
  /** Where a value is missing or breaks off; sorted. */
  readonly guesses: readonly number[];
}

/** Whether the value in `span` holds one that is missing or breaks off. */
export function holdsGuess({ guesses }: Pick<JsonPayload, 'guesses'>, { from, to }: Span): boolean {
  let low = 0;
  let high = guesses.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((guesses[middle] as number) < from) low = middle + 1;
    else high = middle;
  }
  const first = guesses[low];
  return first !== undefined && first <= to;
}

/** So many places are tried where a broken value may end. */
const TRIES = 4;
/** How far after an invalid character a value may end without a marker. Many values may begin and none end. */
const UNSTOPPED = 400;
/** No longer range is read leniently. */
const LONGEST_REPAIR = 2_000_000;

/** So many values may run on far without an end. Of later ones only that much is looked at: a text is not read for each. */
const MOST_ENDLESS = 100;
const FAR = 1000;

export function isAnything(): boolean {
  return true;
}

const noRepairs: readonly Repair[] = [];
const noPlaces: readonly number[] = [];
const broken = {
  state: 'broken',
  root: null,
  repairs: noRepairs,
  error: null,
  open: noPlaces,
  guesses: noPlaces,
} as const;

/**
 * Reads the JSON value that begins with a bracket or a quote at `from`. A closing marker inside one of its strings is text. Where
 * the value is broken, it ends before one of `stops`, and is repaired if that can be done.
 */
export function* readJsonPayload(source: TextSource, from: number, stops: readonly string[]): Resumable<JsonPayload> {
  const quick = readWholePayload(source, from, stops);
  if (quick !== null) return quick;
  const end = new JsonEnd(from, stops, source.endless < MOST_ENDLESS ? Infinity : from + FAR);
  let found = end.scan(source);
  while (found === 'more' && !source.ended) {
    yield;
    found = end.scan(source);
  }
  if (found !== 'end' && end.at - from >= FAR) source.endless += 1;
  if (found === 'end') {
    const payload = readStrictly(source, from, end.at, noRepairs) ?? wholly(readLeniently(source, from, end.at));
    if (payload !== null) {
      if (!(yield* mayGoOn(source, payload))) return payload;
      found = 'stuck';
    }
  }
  const error = errorIn(source, from, found === 'more' ? source.length : end.at);
  const stop = yield* nextStop(source, stops, from + 1);
  if (stop >= 0) {
    const first = readLeniently(source, from, stop);
    const isOutside = found === 'stuck' && end.at === stop;
    const payload =
      certain(source, first, isOutside) ?? (yield* readPastStop(source, from, stop, stops)) ?? upToMarker(first);
    return { ...(payload ?? { ...broken, from, to: stop }), error };
  }
  if (found === 'more') {
    const partial = readLeniently(source, from, source.length)?.payload;
    return { ...broken, ...partial, state: 'cut', from, to: source.length, error };
  }
  const payload = found === 'stuck' && stops.length > 0 ? readUnstopped(source, from, end.at) : null;
  return { ...(payload ?? { ...broken, from, to: end.at }), error };
}

/** The brackets of a value with a wrong bracket cannot be counted: a closer after it may be its own. */
function* mayGoOn(source: TextSource, { repairs, to }: JsonPayload): Resumable<boolean> {
  if (!repairs.some(({ code }) => code === 'mismatched-closer')) return false;
  const code = yield* codeAt(source, yield* skipSpace(source, to));
  return code === 0x7d || code === 0x5d;
}

/**
 * The reading up to a marker where it leaves no doubt: the value ends there, another value follows it, or nothing but
 * closers is missing before a marker that is outside of strings.
 */
function certain(source: TextSource, reading: LenientReading | null, isOutside: boolean): JsonPayload | null {
  if (reading === null) return null;
  const { payload, ends } = reading;
  if (ends === 'inside') return isOutside && payload.guesses.length === 0 ? payload : null;
  return ends === 'filled' || separates(source.code(pastSpace(source, payload.to))) ? payload : null;
}

function pastSpace(source: TextSource, from: number): number {
  let at = from;
  while (isSpace(source.code(at))) at += 1;
  return at;
}

/** The next value begins here, or a sign separates the two. */
function separates(code: number): boolean {
  return code === 0x7b || code === 0x5b || code === 0x2c || code === 0x3b;
}

/** A value that lacks closers before the marker, or breaks off there. */
function upToMarker(reading: LenientReading | null): JsonPayload | null {
  return reading?.ends === 'inside' ? reading.payload : null;
}

/**
 * The value that holds the marker at `stop` and ends before a later one. A marker is no part of a value where the
 * grammar goes on after it.
 */
function* readPastStop(
  source: TextSource,
  from: number,
  stop: number,
  stops: readonly string[],
): Resumable<JsonPayload | null> {
  let at = stop;
  for (let tries = 1; tries < TRIES; tries += 1) {
    if (yield* goesOn(source, at, stops)) return null;
    at = yield* nextStop(source, stops, at + 1);
    if (at < 0) return null;
    const payload = wholly(readLeniently(source, from, at));
    if (payload !== null) return payload;
  }
  return null;
}

/** Whether another marker, another value or nothing at all follows the marker at `stop`. A blank line is no marker. */
function* goesOn(source: TextSource, stop: number, stops: readonly string[]): Resumable<boolean> {
  const marker = stops.find((one) => source.startsWith(one, stop)) ?? '';
  if (marker.trim() === '') return false;
  const next = yield* skipSpace(source, stop + marker.length);
  const code = yield* codeAt(source, next);
  if (code < 0 || code === 0x7b || code === 0x5b) return true;
  return (yield* oneOf(source, next, stops)) !== null;
}

/** A value without a marker after it, which holds an invalid character at `stuckAt`. */
function readUnstopped(source: TextSource, from: number, stuckAt: number): JsonPayload | null {
  const before = readLeniently(source, from, stuckAt);
  // `[{…}</s>`: the list is whole, but for its closer.
  const isList = before?.payload.root?.node.kind === 'array' && before.payload.open.length === 1;
  if (before?.ends === 'inside' && isList && before.payload.guesses.length === 0) return before.payload;
  const reading = readLeniently(source, from, Math.min(source.length, stuckAt + UNSTOPPED));
  return reading === null || reading.ends === 'inside' ? null : reading.payload;
}

/**
 * The payload where it is good and its closing marker, the first of `stops`, is known: then nobody needs to look for the
 * end. Null where that is not so.
 */
function readWholePayload(source: TextSource, from: number, stops: readonly string[]): JsonPayload | null {
  const first = stops[0];
  const close = first === undefined ? -1 : source.next(first, from);
  return close < 0 ? null : readStrictly(source, from, close, noRepairs);
}

function* nextStop(source: TextSource, stops: readonly string[], from: number): Resumable<number> {
  for (;;) {
    let first = -1;
    for (const stop of stops) {
      const at = source.next(stop, from);
      if (at >= 0 && (first < 0 || at < first)) first = at;
    }
    // A longer marker that begins earlier may not be whole yet.
    const longest = Math.max(0, ...stops.map(({ length }) => length));
    if (source.ended || stops.length === 0 || (first >= 0 && first + longest <= source.length)) return first;
    source.keep = first >= 0 ? first : Math.max(from, source.length - longest + 1);
    yield;
  }
}

function readStrictly(source: TextSource, from: number, to: number, repairs: readonly Repair[]): JsonPayload | null {
  const { text, base } = source.view(from, to);
  const reading = source.json.outline(text, from - base, to - base, 1);
  if (!reading.ok) return null;
  const { node, duplicateKeys } = reading;
  const root = new JsonPart(node, base, node, text, duplicateKeys.length > 0);
  return {
    state: 'whole',
    from: node.from + base,
    to: node.to + base,
    root,
    repairs,
    error: null,
    open: noPlaces,
    guesses: noPlaces,
  };
}

interface LenientReading {
  readonly payload: JsonPayload;
  /** How the value ends: with its range, `before` other text, or not at all: the range ends `inside` of it. */
  readonly ends: 'filled' | 'before' | 'inside';
}

function readLeniently(source: TextSource, from: number, to: number): LenientReading | null {
  if (to - from > LONGEST_REPAIR) return null;
  const { text, base } = source.view(from, to);
  const reading = readTolerant(text, from - base, to - base);
  if (reading.node === null) return null;
  const repaired = applyRepairs(text, from - base, reading.end, reading.repairs);
  const strict = readJson(repaired);
  if (!strict.ok) return null;
  const root = new JsonPart(reading.node, base, strict.node, repaired, strict.duplicateKeys.length > 0);
  const repairs = reading.repairs.map((repair): Repair => ({
    ...repair,
    span: { from: repair.span.from + base, to: repair.span.to + base },
  }));
  const inDocument = (at: number): number => at + base;
  const [open, guesses] = [reading.open.map(inDocument), reading.guesses.map(inDocument)];
  const ends = !reading.complete ? 'inside' : isBlank(text, reading.end, to - base) ? 'filled' : 'before';
  return {
    payload: { state: 'whole', from, to: reading.end + base, root, repairs, error: null, open, guesses },
    ends,
  };
}

/** The value where it fills its range. */
function wholly(reading: LenientReading | null): JsonPayload | null {
  return reading?.ends === 'filled' ? reading.payload : null;
}

function errorIn(source: TextSource, from: number, to: number): JsonPayload['error'] {
  const { text, base } = source.view(from, to);
  const reading = source.json.outline(text, from - base, to - base, 0);
  return reading.ok ? null : { at: reading.error.at + base, json: reading.error };
}

function isBlank(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) if (!isSpace(text.charCodeAt(at))) return false;
  return true;
}
