import type { Span } from '../../document/span.ts';
import type { Block } from './block.ts';
import type { RawValue } from './raw-values.ts';
import { keyNamed } from './tagged-keys.ts';
import type { TaggedMarkers, TaggedValues } from './tagged-grammar.ts';
import { textUntil } from './text-until.ts';
import { codeAt, oneOf, skipSpace, type Resumable } from './resumable.ts';

/** A value after its key, between markers of their own. */
export type PairSyntax = Extract<TaggedValues['value'], { readonly key: readonly [string, string] }>;

/** A key whose markers are damaged, and where its value begins. */
interface DamagedPair extends Pick<RawValue, 'key' | 'keySpan'> {
  readonly at: number;
}

/** Neighbouring markers, and where they lie. */
interface Run extends Span {
  readonly markers: readonly string[];
}

const LONGEST_KEY = 300;
const LF = 0x0a;
/** More markers in a row mean nothing. */
const MOST_MARKERS = 6;

/**
 * Reads a key around which a marker is missing, doubled or another one: what is between the markers is a key and a value
 * in turn, whichever markers they are. Null where the text ends first, `broken` where it is no key of the tool or no value
 * follows.
 *
 *     <arg_key>port</arg_value><arg_value>Kiel</arg_value>
 *     ^ from       ^ not the closer of a key
 */
export function* damagedPair(
  block: Block,
  syntax: PairSyntax,
  { callClose, valueClose }: TaggedMarkers,
  call: string,
  from: number,
): Resumable<DamagedPair | null | 'broken'> {
  const { source } = block;
  const {
    key: [keyOpen, keyEnd],
    open,
  } = syntax;
  const whole = [keyOpen, keyEnd, open, ...valueClose].filter((one) => one !== '');
  // A marker may have lost its last sign.
  const known = [...whole, ...whole.map((one) => `${one.slice(0, -1)}\n`)];
  const before = yield* runAt(block, from, known);
  const end = yield* textUntil(source, before.to, [...known, ...callClose], LONGEST_KEY);
  if (end.literal === null) return source.ended && end.to >= source.length ? null : 'broken';
  const written = source.slice(before.to, end.to);
  const key = known.includes(end.literal) ? keyNamed(block, call, written) : null;
  if (key === null) return 'broken';
  const after = yield* runAt(block, end.to, known);
  const next = yield* skipSpace(source, after.to);
  if ((yield* codeAt(source, next)) < 0) return null;
  if ((yield* oneOf(source, next, callClose)) !== null) return 'broken';
  // A key before which nothing closes the last one has a key of its own, and no value.
  if (after.markers.at(-1) === keyOpen && !(yield* isValue(block, call, next, known))) return 'broken';
  const keyFrom = before.to + written.indexOf(key);
  repairRun(block, before, keyOpen);
  repairRun(block, after, keyEnd + open);
  const isBare = open !== '' && after.markers.at(-1) !== open && source.code(after.to) === LF;
  return { key, keySpan: { from: keyFrom, to: keyFrom + key.length }, at: after.to + (isBare ? 1 : 0) };
}

/** Whether what is between the markers of a key is a value, because the tool has no such parameter. */
function* isValue(block: Block, call: string, from: number, known: readonly string[]): Resumable<boolean> {
  const { source, tools } = block;
  if (tools.parameters(call).length === 0) return false;
  const end = yield* textUntil(source, from, known, LONGEST_KEY);
  return keyNamed(block, call, source.slice(from, end.to)) === null;
}

/** The markers that follow one another there. */
function* runAt({ source }: Block, from: number, known: readonly string[]): Resumable<Run> {
  const markers: string[] = [];
  let first = from;
  let to = from;
  while (markers.length < MOST_MARKERS) {
    const at = yield* skipSpace(source, to);
    const marker = yield* oneOf(source, at, known);
    if (marker === null) break;
    if (markers.length === 0) first = at;
    markers.push(marker);
    to = at + marker.length;
  }
  return { markers, from: first, to };
}

/** Says what should be in the place of a run. */
function repairRun({ source, rec }: Block, { markers, from, to }: Run, wanted: string): void {
  if (markers.join('') === wanted) return;
  if (markers.length === 0) rec.repair('missing-marker', { from: to, to }, wanted);
  else
    rec.repair(
      'wrong-marker',
      { from, to },
      source.slice(from, to).includes('\n') ? wanted.replace('><', '>\n<') : wanted,
    );
}
