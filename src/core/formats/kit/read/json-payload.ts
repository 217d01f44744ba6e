import { isAsciiSpace, noRepairs, partitionPoint, type Repair, type Span } from '../../../text/document/index.ts';
import { applyRepairs, type JsonError, readJson, readTolerant, type RepairCode } from '../../../text/json/index.ts';
import { JsonEnd } from './json-end.ts';
import { JsonPart } from './json-part.ts';
import { readLostQuote } from '../mend/lost-quote.ts';
import type { TextSource } from './source.ts';
import { codeAt, known, oneOf, skipSpace, type Resumable } from './resumable.ts';

export interface JsonPayload {
  /**
   * `whole`: the value was read, perhaps with repairs. `cut`: the text ends inside of it. `broken`: it is invalid and cannot
   * be repaired.
   */
  readonly state: 'whole' | 'cut' | 'broken';
  readonly from: number;
  /** The offset after the value; for a broken value, where reading continues. */
  readonly to: number;
  /** The value, or as much of it as a cut text has; null if nothing could be read. */
  readonly root: JsonPart | null;
  readonly repairs: readonly Repair[];
  /** The first place that is invalid; offsets into the document. */
  readonly error: { readonly at: number; readonly json: JsonError } | null;
  /** The starts of the containers that are still open at the end. */
  readonly open: readonly number[];
  /** The places where a value is missing or breaks off, sorted. */
  readonly guesses: readonly number[];
}

/** Whether a value inside `span` is missing or breaks off. */
export function holdsGuess({ guesses }: Pick<JsonPayload, 'guesses'>, { from, to }: Span): boolean {
  const first = guesses[partitionPoint(guesses, (guess) => guess < from)];
  return first !== undefined && first <= to;
}

/** Most places that are tried as the end of a broken value. */
const TRIES = 4;
/** Most values of a text that are searched for past a marker without success. Later ones end before the marker. */
const MOST_FUTILE = 100;
/** How far after an invalid character a value without a marker may end. Bounds the work if many values begin and none ends. */
const UNSTOPPED = 400;
/** How far after an invalid character a call without markers may end whose quotation marks are not escaped. */
const UNCOUNTED = 20_000;
/** Most values of a text that are read for such a call in vain: each may be as long as the rest of the text. */
const MOST_IN_VAIN = 8;
/** What keeps brackets from being counted. */
const UNCOUNTED_FAULTS: ReadonlySet<string> = new Set<RepairCode>(['unescaped-quote', 'surplus-closer', 'html-entity']);
/** What may be wrong beside that. Other faults are rather those of a text that is no JSON at all. */
const SMALL_FAULTS: ReadonlySet<string> = new Set<RepairCode>([
  'mismatched-closer',
  'raw-control-character',
  'bad-escape',
  'lone-surrogate',
  'truncated',
]);
/** The longest range that is read leniently. */
const LONGEST_REPAIR = 2_000_000;

/** Most values that may run on in vain. Later ones are read only a short way, so that the work stays linear. */
const MOST_ENDLESS = 100;
const FAR = 1000;

export function isAnything(): boolean {
  return true;
}

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
 * Reads the JSON value that begins with a bracket or a quote at `from`. A closing marker inside a string is text. A broken
 * value ends before one of `stops`, and is repaired if possible.
 *
 *     {"name": "say", "arguments": {"text": "</tool_call>"}}</tool_call>
 *     ^ from                                                ^ the end, by its brackets
 *     {"name": "say", "arguments": {"text": "hello"}</tool_call>
 *     ^ from                                        ^ stuck: no JSON has this sign here; also the stop
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
    const payload =
      readStrictly(source, from, end.at, noRepairs) ??
      withQuote(source, from, end.at, true) ??
      wholly(readLeniently(source, from, end.at));
    if (payload !== null) {
      if (!(yield* mayGoOn(source, payload))) return payload;
      found = 'stuck';
    } else if (end.at - from >= FAR) source.endless += 1;
  }
  // The sign at which the search stopped is what a strict reader does not expect.
  const upTo = found === 'more' ? source.length : found === 'stuck' ? end.at + 1 : end.at;
  const error = errorIn(source, from, Math.min(upTo, source.length));
  const stop = yield* nextStop(source, stops, from + 1);
  const isFar = stop - from >= FAR;
  if (isFar && source.endless >= MOST_ENDLESS) return { ...broken, from, to: stop, error };
  const mended = withQuote(source, from, stop >= 0 ? stop : found === 'more' ? source.length : end.at, stop >= 0);
  if (mended !== null) return { ...mended, error };
  if (stop >= 0) {
    const first = readLeniently(source, from, stop);
    const isOutside = found === 'stuck' && end.at === stop;
    const payload =
      certain(source, first, isOutside) ?? (yield* readPastStop(source, from, stop, stops)) ?? upToMarker(first);
    if (isFar && (payload?.state !== 'whole' || payload.guesses.length > 0)) source.endless += 1;
    return { ...(payload ?? { ...broken, from, to: stop }), error };
  }
  if (found === 'more') {
    const partial = readLeniently(source, from, source.length)?.payload;
    return { ...broken, ...partial, state: 'cut', from, to: source.length, error };
  }
  const payload = found === 'stuck' && stops.length > 0 ? readUnstopped(source, from, end.at) : null;
  return { ...(payload ?? { ...broken, from, to: end.at }), error };
}

/**
 * Reads a value without a marker after it that was `broken` because its brackets could not be counted: quotation marks in its
 * strings are not escaped, or are written as entities, or it has a bracket too many. Null if it has other faults.
 *
 *     {"name": "write", "arguments": {"text": "<a href="/x">"}}
 *     ^ from                                          ^ to: no JSON has this sign here
 */
export function* readUncounted(source: TextSource, { from, to, error }: JsonPayload): Resumable<JsonPayload | null> {
  if (source.uncounted >= MOST_IN_VAIN) return null;
  yield* known(source, from, to + UNCOUNTED);
  const payload = readLeniently(source, from, Math.min(source.length, to + UNCOUNTED))?.payload;
  const codes = payload?.repairs.map(({ code }) => code) ?? [];
  const isUncounted = codes.some((code) => UNCOUNTED_FAULTS.has(code));
  if (
    payload !== undefined &&
    isUncounted &&
    codes.every((code) => UNCOUNTED_FAULTS.has(code) || SMALL_FAULTS.has(code))
  )
    return { ...payload, error };
  source.uncounted += 1;
  return null;
}

/**
 * Whether a value with a wrong bracket may continue: its brackets cannot be counted, so a later closer may be its own.
 *
 *     {"a": [1, 2}, "b": 3}
 *                ^ wrong  ^ the bracket that closes the value
 */
function* mayGoOn(source: TextSource, { repairs, to }: JsonPayload): Resumable<boolean> {
  if (!repairs.some(({ code }) => code === 'mismatched-closer')) return false;
  const code = yield* codeAt(source, yield* skipSpace(source, to));
  return code === 0x7d || code === 0x5d;
}

/**
 * The reading up to a marker if there is no doubt: the value ends there, another value follows it, or only closers are missing
 * before a marker that is outside of strings.
 *
 *     {"a": 1,}</tool_call>    {"a": 1,}; {"b": 2}</tool_call>    {"a": {"b": 1}</tool_call>    {"a": {"b": 1},</tool_call>
 *              ^ filled                 ^ before another                        ^ inside, without guesses         ^ as well
 */
function certain(source: TextSource, reading: LenientReading | null, isOutside: boolean): JsonPayload | null {
  if (reading === null) return null;
  const { payload, ends } = reading;
  if (ends === 'inside' && !isOutside) return null;
  if (ends === 'inside' && endsAtComma(source, payload)) return { ...payload, guesses: noPlaces };
  if (ends === 'inside') return payload.guesses.length === 0 ? payload : null;
  return ends === 'filled' || separates(source.code(pastSpace(source, payload.to))) ? payload : null;
}

/** Whether a value ends with a comma in the place of its closers: nothing was begun after it. */
function endsAtComma(source: TextSource, { repairs, guesses }: JsonPayload): boolean {
  const last = repairs.at(-1);
  const isOnly = guesses.length === 1 && last?.code === 'truncated' && guesses[0] === last.span.to;
  return isOnly && source.slice(last.span.from, last.span.to).trim() === ',';
}

function pastSpace(source: TextSource, from: number): number {
  let at = from;
  while (isAsciiSpace(source.code(at))) at += 1;
  return at;
}

/** Whether this sign begins the next value or separates two values. */
function separates(code: number): boolean {
  return code === 0x7b || code === 0x5b || code === 0x2c || code === 0x3b;
}

/**
 * Reads a value that lacks closers before the marker, or breaks off there.
 *
 *     {"a": {"b": tru</tool_call>
 *                    ^ inside, with a guess
 */
function upToMarker(reading: LenientReading | null): JsonPayload | null {
  return reading?.ends === 'inside' ? reading.payload : null;
}

/**
 * Reads a value that contains the marker at `stop` and ends before a later marker. A marker is no part of a value if the
 * grammar continues after it.
 *
 *     {"text": "say "a </tool_call> b" now"}</tool_call>
 *                      ^ stop               ^ the next one: the value ends here
 */
function* readPastStop(
  source: TextSource,
  from: number,
  stop: number,
  stops: readonly string[],
): Resumable<JsonPayload | null> {
  if (source.futile >= MOST_FUTILE) return null;
  let at = stop;
  for (let tries = 1; tries < TRIES; tries += 1) {
    if (yield* goesOn(source, at, stops)) return null;
    at = yield* nextStop(source, stops, at + 1);
    if (at < 0) return null;
    const payload = wholly(readLeniently(source, from, at));
    if (payload !== null) return payload;
  }
  source.futile += 1;
  return null;
}

/**
 * Whether the grammar continues after the marker at `stop`: another marker, another value, or the end of the text. A blank
 * line is no marker.
 *
 *     {"a": {"b": 1}</tool_call>\n<tool_call>{"a": …
 *                   ^ stop        ^ the grammar goes on
 */
function* goesOn(source: TextSource, stop: number, stops: readonly string[]): Resumable<boolean> {
  const marker = stops.find((one) => source.startsWith(one, stop)) ?? '';
  if (marker.trim() === '') return false;
  const next = yield* skipSpace(source, stop + marker.length);
  const code = yield* codeAt(source, next);
  if (code < 0 || code === 0x7b || code === 0x5b) return true;
  return (yield* oneOf(source, next, stops)) !== null;
}

/**
 * Reads a value that has an invalid character at `stuckAt` and no marker after it.
 *
 *     [{"name": "get_weather", "arguments": {}}</s>
 *                                              ^ stuckAt: the list is whole, but for its closer
 *     {"when": <today>} and more text
 *              ^ stuckAt
 */
function readUnstopped(source: TextSource, from: number, stuckAt: number): JsonPayload | null {
  const before = readLeniently(source, from, stuckAt);
  const isList = before?.payload.root?.node.kind === 'array' && before.payload.open.length === 1;
  if (before?.ends === 'inside' && isList && before.payload.guesses.length === 0) return before.payload;
  const reading = readLeniently(source, from, Math.min(source.length, stuckAt + UNSTOPPED));
  return reading === null || reading.ends === 'inside' ? null : reading.payload;
}

/**
 * Reads a valid payload directly up to its closing marker, the first of `stops`, without a search for its end. Null if the
 * marker is not known yet, or the payload is invalid.
 *
 *     {"name": "get_weather", "arguments": {}}</tool_call>
 *     ^ from                                  ^ close
 */
function readWholePayload(source: TextSource, from: number, stops: readonly string[]): JsonPayload | null {
  const first = stops[0];
  const close = first === undefined ? -1 : source.next(first, from);
  return close < 0 ? null : readStrictly(source, from, close, noRepairs);
}

/**
 * The first of `stops` at or after `from`; -1 if the text ends without one.
 *
 *     {"a": 1 </tool_call>
 *      ^ from ^ returned
 */
function* nextStop(source: TextSource, stops: readonly string[], from: number): Resumable<number> {
  for (;;) {
    let first = -1;
    for (const stop of stops) {
      const at = source.next(stop, from);
      if (at >= 0 && (first < 0 || at < first)) first = at;
    }
    // A longer marker that begins earlier may be incomplete.
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
  /** How the value ends: it fills its range (`filled`), other text follows (`before`), or the range ends inside it (`inside`). */
  readonly ends: 'filled' | 'before' | 'inside';
}

/**
 * Reads and repairs the value at the beginning of a range; null if nothing can be read.
 *
 *     {'a': 1} {'b': 2}
 *     ^ from  ^ before ^ to
 */
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

/** Reads a value that lacks one quotation mark. */
function withQuote(source: TextSource, from: number, to: number, fills: boolean): JsonPayload | null {
  const mended = readLostQuote(source, from, to, fills);
  if (mended === null) return null;
  const { root, repair } = mended;
  return {
    state: 'whole',
    from,
    to: mended.to,
    root,
    repairs: [repair],
    error: null,
    open: noPlaces,
    guesses: noPlaces,
  };
}

/** The value if it fills its range; null otherwise. */
function wholly(reading: LenientReading | null): JsonPayload | null {
  return reading?.ends === 'filled' ? reading.payload : null;
}

function errorIn(source: TextSource, from: number, to: number): JsonPayload['error'] {
  const { text, base } = source.view(from, to);
  const reading = source.json.outline(text, from - base, to - base, 0);
  return reading.ok ? null : { at: reading.error.at + base, json: reading.error };
}

function isBlank(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) if (!isAsciiSpace(text.charCodeAt(at))) return false;
  return true;
}
