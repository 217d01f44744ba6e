import { isAsciiSpace, type Span } from '../../../text/document/index.ts';
import type { Payload } from '../../../trace/index.ts';
import type { Block } from './block.ts';
import type { JsonPayload } from './json-payload.ts';
import { callShape, isCallOnly, usualKeys, type CallShape } from './call-shape.ts';
import type { JsonPart } from './json-part.ts';
import { argumentsSoFar, readNamedArguments } from './named-arguments.ts';
import type { TextSource } from './source.ts';
import { pastSurplusClosers } from '../mend/surplus-closers.ts';
import { inEachSpelling } from '../mend/spelling.ts';
import { argumentsIn } from '../mend/listed-arguments.ts';
import { trimmed } from './raw-values.ts';
import { textUntil } from './text-until.ts';
import { turnEnds } from './turn-end.ts';
import type { ToolIndex } from './tool-index.ts';
import { codeAt, oneOf, skipSpace, type Resumable } from './resumable.ts';

/** How a format writes a call whose name is outside of the JSON. */
interface NamedJson {
  /** The markers that begin each call; absent if the opener of the block does. */
  readonly callOpen?: readonly string[];
  /** The marker before an id at the beginning of a call, and the markers that end the id. */
  readonly id?: { readonly open: string; readonly end: readonly string[] };
  /** What may precede the name. */
  readonly beforeName?: readonly string[];
  /** What ends the name. `{` and a line break stay unread. */
  readonly nameEnd: readonly string[];
  /** The one of them that has to be there. */
  readonly separator?: string;
  /** What may be between the name and the JSON, in any order. */
  readonly beforeJson?: readonly string[];
  /** What may follow the JSON, in this order; `close` ends the block. */
  readonly afterJson?: readonly string[];
  readonly close?: readonly string[];
  /** Further markers that end the block, none of which is required. */
  readonly mayClose?: readonly string[];
  /**
   * The name, and perhaps the id, from the texts at the places of the name and of the id. `mended`: how the name should have
   * been written, where it was not.
   */
  readonly nameOf?: (
    written: string,
    id: string | null,
    tools: ToolIndex,
  ) => { readonly name: string; readonly id: string | null; readonly mended?: string };
  /** How the id is written that holds the name, for the call with this number in the block. Our readers take it in other forms. */
  readonly idOf?: (name: string, id: string, index: number) => string;
  /** Ids without a name: the only declared tool whose parameters fit the arguments is meant. */
  readonly nameless?: RegExp;
  /** Whether the next call begins here without a marker. */
  readonly follows?: (block: Block, at: number) => Resumable<boolean>;
  /** Whether the block holds only one call. */
  readonly single?: true;
}

const NAME_LIMIT = 300;
/** A fence may be around the JSON, and closes no call. */
const FENCE = '```';

/** Reads `NAME … {json}` once or several times. */
export function namedJson(grammar: NamedJson): (block: Block) => Resumable<number> {
  const readers = inEachSpelling(grammar, namedJsonReader);
  return (block) => readers(block.spelling)(block);
}

function namedJsonReader(grammar: NamedJson): (block: Block) => Resumable<number> {
  const { callOpen = [], close = [], mayClose = [], afterJson = [] } = grammar;
  const closers = [...close, ...mayClose];
  const stops = [...afterJson, ...closers, ...callOpen];
  const isWrapped = ({ opener }: Block): boolean => close.length > 0 && !callOpen.includes(opener);
  return function* read(block) {
    const { source } = block;
    // The opener of the next block also ends a call.
    const ends = block.opener === '' ? stops : [...stops, block.opener];
    let at = block.at;
    let isFirst = callOpen.length === 0 || callOpen.includes(block.opener);
    for (;;) {
      const next = yield* skipSpace(source, at);
      const closer = yield* oneOf(source, next, closers);
      if (closer !== null) return block.end(block.closer(closer, next));
      const begun = isFirst ? { at: next, opener: '' } : yield* nextCall(block, next, grammar);
      if (begun === null) return end(block, at, isWrapped(block));
      const { at: from, opener } = begun;
      if (from > next) block.rec.repair('surplus-marker', { from: next, to: from }, '');
      if (opener !== '') block.rec.marker(opener, 'open', from, from + opener.length);
      const to = yield* readCall(block, from, from + opener.length, grammar, ends);
      if (to === null) return block.end(source.length);
      at = to;
      isFirst = false;
      if (callOpen.length === 0 && closers.length === 0 && grammar.follows === undefined) return end(block, at, false);
      if (grammar.single === true) {
        const next = yield* skipSpace(source, at);
        const closing = yield* oneOf(source, next, closers);
        return closing === null ? end(block, at, isWrapped(block)) : block.end(block.closer(closing, next));
      }
    }
  };
}

/** Where the next call begins, perhaps after a comma or semicolon, and its opener; '' if it needs none. */
function* nextCall(
  block: Block,
  from: number,
  { callOpen = [], follows }: NamedJson,
): Resumable<{ readonly at: number; readonly opener: string } | null> {
  const { source } = block;
  const sign = yield* oneOf(source, from, [',', ';']);
  const at = sign === null ? from : yield* skipSpace(source, from + 1);
  const opener = yield* oneOf(source, at, callOpen);
  if (opener !== null) return { at, opener };
  return follows !== undefined && (yield* follows(block, at)) ? { at, opener: '' } : null;
}

/** Ends a block without a closing marker. The marker is missing if the block `isWrapped` in a pair. */
function end(block: Block, at: number, isWrapped: boolean): number {
  if (block.calls === 0 && !block.isMalformed) block.malformed('markup-not-followed', { from: block.from, to: at });
  else if (isWrapped && block.calls > 0) block.rec.quirk('closer-missing', { from: at, to: at });
  return block.end(at);
}

/** The head of a call: everything before its arguments. */
interface Head {
  readonly id: string | null;
  /** The name as written; '' if there is none. */
  readonly name: string;
  readonly nameSpan: Span;
  /** The literal that ended the name; null if none did within the limit. */
  readonly nameEnd: string | null;
  /** The end of the name, white space included. */
  readonly to: number;
  /** Whether another token was in the place of the one that ends it. */
  readonly isMended: boolean;
}

/**
 * Reads one call with its markup. Returns the offset after it; null if the text ends inside of it.
 *
 *     <|tool_call_begin|>functions.get:0<|tool_call_argument_begin|>{"a": 1}<|tool_call_end|>
 *     ^ from             ^ headFrom                                 ^ at                     ^ returned
 */
function* readCall(
  block: Block,
  from: number,
  headFrom: number,
  grammar: NamedJson,
  ends: readonly string[],
): Resumable<number | null> {
  const { source } = block;
  const { afterJson = [] } = grammar;
  const beforeJson = withLostFence(grammar);
  const head = withoutOddMarker(block, yield* readHead(source, headFrom, grammar), grammar);
  const { nameSpan } = head;
  if (head.nameEnd === null || head.name === '') return withoutName(block, from, head);
  block.rec.read('name', nameSpan);
  const { mended, ...own } = grammar.nameOf?.(head.name, head.id, block.tools) ?? { ...head, mended: undefined };
  let called: { readonly name: string; readonly id: string | null } = own;
  if (mended !== undefined) block.rec.repair('wrong-marker', nameSpan, mended);
  const named = { name: called.name, nameSpan };
  const eaten = ['{', '[', '[{', '\n'].includes(head.nameEnd) ? 0 : head.nameEnd.length;
  const words = head.to + eaten;
  let at = yield* skipSpace(source, beforeJson.length === 0 ? words : yield* pastLiterals(block, words, beforeJson));
  const lost = LOST_FENCE.exec(source.slice(words, at))?.[1];
  if (lost !== undefined) block.rec.repair('wrong-marker', { from: at - lost.length, to: at }, '```json\n');
  const strange = yield* strangeMarker(source, at, ends);
  const isSeparated = [undefined, head.nameEnd].includes(grammar.separator) || head.isMended || strange > at;
  const { to: nameTo } = nameSpan;
  if (!isSeparated) block.rec.repair('missing-marker', { from: nameTo, to: nameTo }, grammar.separator ?? '');
  if (strange > at) {
    block.rec.repair('wrong-marker', { from: at, to: strange }, beforeJson[0] ?? '');
    at = yield* skipSpace(source, yield* pastLiterals(block, strange, beforeJson));
  }
  const payload = yield* readNamedArguments(source, at, ends);
  if (payload === null && at >= source.length) {
    block.cut({ ...named, argumentsText: '{}', argumentsSpan: null }, from);
    return null;
  }
  if (payload === null && (yield* oneOf(source, at, ends)) === null)
    return yield* withOtherText(block, named, { from, to: at }, grammar, ends);
  if (payload?.state === 'cut') {
    block.cut({ ...named, ...argumentsSoFar(payload) }, from);
    return null;
  }
  if (
    payload?.root !== null &&
    payload?.root !== undefined &&
    grammar.nameless?.test(called.name) === true &&
    !block.tools.has(called.name)
  ) {
    const fitting = block.tools.fitting(payload.root.members().map(({ key }) => key));
    if (fitting !== null) {
      block.rec.repair('missing-name', nameSpan, grammar.idOf?.(fitting, head.name, block.calls) ?? fitting);
      called = { name: fitting, id: called.id };
    }
  }
  const wanted = mended === undefined && called === own ? grammar.idOf?.(own.name, head.name, block.calls) : undefined;
  if (wanted !== undefined && wanted !== head.name) block.rec.repair('id-form', nameSpan, wanted);
  if (payload !== null && (payload.state === 'broken' || payload.guesses.length > 0)) {
    withBrokenJson(block, named, payload, { from, to: at });
    return yield* pastLiterals(block, payload.to, afterJson);
  }
  return yield* wholeCall(block, { name: called.name, nameSpan, id: called.id }, payload, grammar, ends);
}

/** Where somebody renders Markdown, the signs of the fence before the JSON are lost, and its word is left. */
const LOST_FENCE = /^\s*(json\s*)$/;

function withLostFence({ beforeJson = [] }: NamedJson): readonly string[] {
  return beforeJson.includes('```json') ? [...beforeJson, 'json'] : beforeJson;
}

/** A list in the place of JSON is on one line, and none of its values is prose. */
const PAIRS_ALONE = { mayBeLines: false, mayBeWords: false };
/** Most UTF-16 units of a list of keys and values in the place of JSON. */
const LONGEST_LIST = 10_000;
/** A marker that no format has, between signs as markers are. */
const STRANGE = /^(?:✿[A-Z]{2,20}✿|<[|｜]?[\w:▁ ]{2,40}[|｜]?>|\[[A-Z_]{2,20}\])(?=:?\s{0,4}[{"])/;
const LONGEST_STRANGE = 60;

/** The offset after a strange marker before the arguments; `at` where there is none. */
function* strangeMarker(source: TextSource, at: number, ends: readonly string[]): Resumable<number> {
  const sign = yield* codeAt(source, at);
  if (sign !== 0x273f && sign !== 0x3c && sign !== 0x5b) return at;
  if ((yield* oneOf(source, at, ends)) !== null) return at;
  yield* codeAt(source, at + LONGEST_STRANGE);
  const text = source.slice(at, Math.min(source.length, at + LONGEST_STRANGE));
  return at + (STRANGE.exec(text)?.[0].length ?? 0);
}

/**
 * Reads id and name.
 *
 *     k1<|tool_call:name|>dry_nets<|tool_call:args|>{"min": 40}
 *     ^ id                ^ name  ^ nameEnd
 *     function set_gain {"decibel": 3}
 *     ^ word   ^ name   ^ nameEnd, which stays unread
 */
function* readHead(source: TextSource, from: number, grammar: NamedJson): Resumable<Head> {
  let at = yield* skipSpace(source, from);
  let id: string | null = null;
  if (grammar.id !== undefined && (yield* oneOf(source, at, [grammar.id.open])) !== null) {
    const idFrom = at + grammar.id.open.length;
    const idEnd = yield* textUntil(source, idFrom, grammar.id.end, NAME_LIMIT);
    if (idEnd.literal !== null) {
      id = source.slice(idFrom, idEnd.to).trim() || null;
      at = yield* skipSpace(source, idEnd.to + idEnd.literal.length);
    }
  }
  for (const word of grammar.beforeName ?? []) {
    if ((yield* oneOf(source, at, [word])) !== null) at = yield* skipSpace(source, at + word.length);
  }
  const { literal: nameEnd, to } = yield* textUntil(source, at, grammar.nameEnd, NAME_LIMIT);
  let nameTo = to;
  while (nameTo > at && isAsciiSpace(source.code(nameTo - 1))) nameTo -= 1;
  return { id, name: source.slice(at, nameTo), nameSpan: { from: at, to: nameTo }, nameEnd, to, isMended: false };
}

const ODD_MARKER = /.<[|｜][\w▁ ]{2,40}[|｜]>$/u;

/** The head without a token that no format has, in the place of the one between the name and the JSON. */
function withoutOddMarker({ rec }: Block, head: Head, { nameEnd }: NamedJson): Head {
  const odd = head.nameEnd === '{' ? (ODD_MARKER.exec(head.name)?.[0].length ?? 1) - 1 : 0;
  if (odd === 0) return head;
  const { from, to } = head.nameSpan;
  rec.repair('wrong-marker', { from: to - odd, to }, nameEnd.find((one) => one.startsWith('<')) ?? '');
  return { ...head, name: head.name.slice(0, -odd).trimEnd(), nameSpan: { from, to: to - odd }, isMended: true };
}

/** Records a call whose name is missing or cut off. */
function withoutName(block: Block, from: number, { nameSpan, to }: Head): number | null {
  if (to >= block.source.length && block.source.ended) {
    block.cut(null, from);
    return null;
  }
  const end = Math.max(to, nameSpan.from);
  block.malformed('missing-name', { from, to: end }, nameSpan.from);
  return end;
}

/** Makes a call of a list of keys and values in the place of its JSON, or refuses it; `head` is everything before that text. */
function* withOtherText(
  block: Block,
  named: Pick<Payload, 'name' | 'nameSpan'>,
  head: Span,
  { afterJson, close }: NamedJson,
  ends: readonly string[],
): Resumable<number> {
  // In a format without closing markers, the line ends the call.
  const isOpenEnded = (afterJson ?? []).every((literal) => literal === FENCE) && close === undefined;
  const stop = yield* textUntil(block.source, head.to, isOpenEnded ? ['\n', ...ends, ...turnEnds] : ends, 100_000);
  const { name } = named;
  const span = trimmed(block, head.to, stop.to);
  const given =
    span.to - span.from > LONGEST_LIST
      ? null
      : argumentsIn(block.tools, block.tools.resolve(name), block.source.slice(span.from, span.to), PAIRS_ALONE);
  if (given !== null) {
    block.rec.repair('wrong-marker', span, given.json);
    block.call(
      { ...named, argumentsText: given.json, argumentsSpan: span },
      { from: named.nameSpan.from, to: span.to },
    );
    return yield* pastLiterals(block, stop.to, afterJson ?? []);
  }
  block.malformed('arguments-not-json', { from: head.from, to: stop.to }, head.to);
  return yield* pastLiterals(block, stop.to, afterJson ?? []);
}

/** Records a call whose JSON is invalid or lacks values; `head` is everything before it. */
function withBrokenJson(
  block: Block,
  named: Pick<Payload, 'name' | 'nameSpan'>,
  payload: JsonPayload,
  head: Span,
): void {
  const { state, to, root, repairs, error } = payload;
  if (state === 'broken') {
    block.malformed('json-syntax', { from: head.from, to }, head.to, error);
    return;
  }
  const parts = { ...named, argumentsText: root?.compact() ?? '{}', argumentsSpan: root?.span ?? null, repairs };
  block.brokenOff(parts, { from: named.nameSpan.from, to });
}

/** Makes a complete call, perhaps without arguments or without its closing marker. */
function* wholeCall(
  block: Block,
  // The id comes from the text, but nobody needs its place.
  named: Pick<Payload, 'name' | 'nameSpan' | 'id'>,
  payload: JsonPayload | null,
  { afterJson = [] }: NamedJson,
  ends: readonly string[],
): Resumable<number> {
  const { from, to: nameTo } = named.nameSpan;
  const to = payload?.to ?? nameTo;
  const span = { from, to: Math.max(to, nameTo) };
  const inner = payload === null ? null : callInside(block, named.name, payload.root);
  if (inner !== null && payload !== null && payload.root !== null) {
    const value = inner.arguments?.compact() ?? '{}';
    block.rec.repair('wrapped-arguments', payload.root.span, value);
  }
  const called = inner?.name.node.kind === 'string' ? { ...named, name: inner.name.node.value } : named;
  const root = inner === null ? (payload?.root ?? null) : inner.arguments;
  const isCall = block.namedCall(called, root, null, payload?.repairs ?? [], span);
  const tail = payload === null ? to : yield* pastSurplusClosers(block, to, ends);
  const after = yield* pastLiterals(block, tail, afterJson);
  const closers = afterJson.filter((literal) => literal !== FENCE);
  const isClosed = closers.length === 0 || closers.some((one) => block.source.startsWith(one, after - one.length));
  if (isCall && !isClosed) block.rec.quirk('closer-missing', { from: tail, to: tail });
  return after;
}

/**
 * The call that is in the place of the arguments, where it names a declared tool and the name before it is none.
 *
 *     call[ARGS]{"name": "ring_bell", "arguments": {"times": 2}}
 */
function callInside({ tools }: Block, name: string, root: JsonPart | null): CallShape | null {
  const shape = root === null || !isCallOnly(root) ? null : callShape(root, usualKeys);
  const inner = shape?.name.node.kind === 'string' ? shape.name.node.value : '';
  return !tools.has(name) && tools.has(inner) ? shape : null;
}

/** Skips the literals that follow, in this order, and white space before each. */
function* pastLiterals(block: Block, from: number, literals: readonly string[]): Resumable<number> {
  const { source } = block;
  let at = from;
  for (const literal of literals) {
    const next = yield* skipSpace(source, at);
    if ((yield* oneOf(source, next, [literal])) !== null) at = next + literal.length;
  }
  return at;
}
