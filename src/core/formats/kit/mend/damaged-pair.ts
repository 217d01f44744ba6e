import type { Span } from '../../../text/document/index.ts';
import type { Block } from '../read/block.ts';
import { trimmed, type RawValue } from '../read/raw-values.ts';
import type { ToolIndex } from '../read/tool-index.ts';
import { keyNamed } from '../read/tagged-keys.ts';
import type { PairSyntax, TaggedMarkers, TaggedValues } from '../read/tagged-grammar.ts';
import { textUntil } from '../read/text-until.ts';
import type { ValueEnd } from './value-end.ts';
import { codeAt, lookingAt, oneOf, skipSpace, type Resumable } from '../read/resumable.ts';

/** A key whose markers are damaged, and the start of its value. */
interface DamagedPair extends Pick<RawValue, 'key' | 'keySpan'> {
  readonly at: number;
  /** The marker before its value; empty if there is none. */
  readonly opener: string;
}

/** Several markers in a row, and their span. */
interface Run extends Span {
  readonly markers: readonly string[];
}

const LONGEST_KEY = 300;
const LF = 0x0a;
/** A longer row of markers is not read. */
const MOST_MARKERS = 6;

/**
 * Reads a key with a marker around it that is missing, doubled or wrong. Texts between markers are read as a key and a value
 * in turn, whatever the markers are. Null if the text ends first; `broken` if the key is unknown to the tool or no value
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
  const known = [...whole, ...whole.flatMap(damaged)];
  const isOpened = yield* opensKey(block, syntax, call, from);
  const before = yield* runAt(block, from, isOpened ? [ownOpener(block)] : known);
  const end = yield* textUntil(source, before.to, [...known, ...callClose], LONGEST_KEY);
  if (end.literal === null) return source.ended && end.to >= source.length ? null : 'broken';
  const written = source.slice(before.to, end.to);
  const key = known.includes(end.literal) ? keyNamed(block, call, written) : null;
  if (key === null) return 'broken';
  const after = yield* runAt(block, end.to, known);
  const next = yield* skipSpace(source, after.to);
  if ((yield* codeAt(source, next)) < 0) return null;
  if ((yield* oneOf(source, next, callClose)) !== null) return 'broken';
  // The next key follows, so this one has no value.
  if (after.markers.at(-1) === keyOpen && !(yield* isValue(block, call, next, known))) return 'broken';
  const keyFrom = before.to + written.indexOf(key);
  repairRun(block, before, keyOpen);
  repairRun(block, after, keyEnd + open);
  const isBare = open !== '' && after.markers.at(-1) !== open && source.code(after.to) === LF;
  const keySpan = { from: keyFrom, to: keyFrom + key.length };
  return { key, keySpan, at: after.to + (isBare ? 1 : 0), opener: after.markers.at(-1) ?? '' };
}

/**
 * The end of a value that the closing marker of a key closes; null if another marker closes it.
 *
 *     <arg_value>port</arg_value><arg_key>Kiel</arg_key><arg_value>hours
 *                                         ^ from       ^ returned
 */
export function* endAsKey(
  block: Block,
  { key: [keyOpen, keyEnd], open }: PairSyntax,
  markers: TaggedMarkers,
  from: number,
): Resumable<ValueEnd | null> {
  const { callClose, wrapperClose, callOpen, valueClose } = markers;
  const end = yield* textUntil(block.source, from, [keyEnd, ...valueClose, ...callClose], Infinity);
  const to = end.to + keyEnd.length;
  const after = [keyOpen, open, ...callClose, ...wrapperClose, ...callOpen, block.opener].filter(Boolean);
  if (end.literal !== keyEnd || !(yield* markers.follows(block, to, after))) return null;
  const inserted = valueClose[0] ?? '';
  return { from: end.to, to, lacks: { code: 'wrong-marker', span: { from: end.to, to }, inserted } };
}

/** Without declared tools, a name and a key are two words. */
const TWO_WORDS = /^([\w.:/-]+)\s[\w.-]+$/;

/**
 * The declared name at the beginning of a text, where the rest of it is a parameter of that tool: the marker between them is
 * lost. Null where it is none.
 *
 *     run_taskpath</arg_key><arg_value>…    run_task path</arg_key><arg_value>…
 *     ^ name  ^ key                         ^ name   ^ key
 */
export function nameBeforeKey(tools: ToolIndex, written: string): string | null {
  if (tools.has(written) || written.length > LONGEST_KEY) return null;
  if (tools.isEmpty) return TWO_WORDS.exec(written)?.[1] ?? null;
  const isSplit = (name: string): boolean =>
    written.startsWith(name) && tools.parameters(name).includes(written.slice(name.length).trimStart());
  return tools.names.find(isSplit) ?? null;
}

/**
 * Whether the opener of the block is in the place of that of a key.
 *
 *     <tool_call>run_task<tool_call>path</arg_key><arg_value>…
 *                        ^ at
 */
export function* opensKey(block: Block, { key }: PairSyntax, call: string, at: number): Resumable<boolean> {
  const opener = ownOpener(block);
  if (opener === '' || !(yield* lookingAt(block.source, at, opener))) return false;
  const from = at + opener.length;
  const end = yield* textUntil(block.source, from, [...key, opener], LONGEST_KEY);
  return end.literal === key[1] && keyNamed(block, call, block.source.slice(from, end.to)) !== null;
}

/** The marker in the opener of a block: a name may be before it. '' for a word, which is no marker. */
export function ownOpener({ opener }: Block): string {
  if (/^\W/.test(opener)) return opener;
  const at = opener.indexOf('<');
  return at < 0 ? '' : opener.slice(at);
}

/** Whether a pair begins: the name again, a key without its opener, with a damaged one or with that of a value. */
export function* beginsPair(
  block: Block,
  value: TaggedValues['value'],
  name: string,
  from: number,
): Resumable<boolean> {
  if (!('key' in value)) return false;
  const isOpened = value.open !== '' && (yield* lookingAt(block.source, from, value.open));
  const other = isOpened ? value.open : yield* oneOf(block.source, from, damaged(value.key[0]));
  const at = from + (other?.length ?? 0);
  const ends = [...value.key, ...(isOpened ? value.close : damaged(value.key[1]))];
  const end = yield* textUntil(block.source, at, ends, LONGEST_KEY);
  const text = block.source.slice(at, end.to);
  if (end.literal === value.key[0]) return text.trim() === name;
  return end.literal !== null && keyNamed(block, name, text) !== null;
}

/**
 * Swaps keys and values if a call has all its values between the markers of keys and all its keys between the markers of
 * values. Returns them unchanged unless the declared parameters prove it.
 *
 *     <arg_key>Kiel</arg_key><arg_value>port</arg_value>
 */
export function withKeysFirst(
  block: Block,
  syntax: TaggedValues['value'],
  call: string,
  values: readonly RawValue[],
): readonly RawValue[] {
  const declared = block.tools.parameters(call);
  if (!('key' in syntax) || values.length === 0 || declared.length === 0) return values;
  const turned = values.map((value): RawValue => {
    const keySpan = trimmed(block, value.span.from, value.span.to);
    return { ...value, key: block.source.slice(keySpan.from, keySpan.to), keySpan, span: value.keySpan };
  });
  const keys = new Set(turned.map(({ key }) => key));
  const isTurned = keys.size === values.length && turned.every(({ key }) => declared.includes(key));
  if (!isTurned || values.some(({ key }) => declared.includes(block.tools.resolveKey(call, key)))) return values;
  for (const [index, { key, keySpan, span }] of turned.entries()) {
    block.rec.repair('wrong-marker', span, key);
    block.rec.repair('wrong-marker', keySpan, values[index]?.key ?? '');
  }
  return turned;
}

/** Whether the text between the markers of a key is a value, because the tool has no such parameter. */
function* isValue(block: Block, call: string, from: number, known: readonly string[]): Resumable<boolean> {
  const { source, tools } = block;
  if (tools.parameters(call).length === 0) return false;
  const end = yield* textUntil(source, from, known, LONGEST_KEY);
  return keyNamed(block, call, source.slice(from, end.to)) === null;
}

/** A marker without its last or its first sign or the suffix of its checkpoint, or with another word for a key. */
export function damaged(marker: string): readonly string[] {
  const at = marker.indexOf(':');
  return [
    `${marker.slice(0, -1)}\n`,
    ...(at < 0 ? [] : [`${marker.slice(0, at)}>`]),
    // A closer without its first sign may be part of a text.
    ...(/^<\w+>$/.test(marker) ? [marker.slice(1)] : []),
    ...(/^<\/?\w+_key>$/.test(marker) ? [marker.replace('key', 'name')] : []),
  ];
}

/** The markers in a row at this offset. */
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

/** Records what the format has in the place of these markers. */
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
