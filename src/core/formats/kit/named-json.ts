import type { Block } from './block.ts';
import type { JsonPart } from './json-payload.ts';
import { readNamedArguments } from './named-arguments.ts';
import { pastSurplusClosers } from './surplus-closers.ts';
import { textUntil } from './text-until.ts';
import type { ToolIndex } from './tool-index.ts';
import { isSpace, oneOf, skipSpace, type Resumable } from './resumable.ts';

/** How a format writes a call whose name is outside of the JSON. */
export interface NamedJson {
  /** What begins each call, where that is not the opener of the block itself. */
  readonly callOpen?: readonly string[];
  /** Markers before an id at the beginning of a call, and what ends the id. */
  readonly id?: { readonly open: string; readonly end: readonly string[] };
  /** What may come before the name. */
  readonly beforeName?: readonly string[];
  /** What ends the name. `{` and a line break are not eaten. */
  readonly nameEnd: readonly string[];
  /** What may come between the name and the JSON, in any order. */
  readonly beforeJson?: readonly string[];
  /** What may follow the JSON, in this order; `close` ends the block. */
  readonly afterJson?: readonly string[];
  readonly close?: readonly string[];
  /** What ends the block as well, and is not missed where it is absent. */
  readonly mayClose?: readonly string[];
  /** The name, and perhaps the id, from the texts at the places of the name and of the id. */
  readonly nameOf?: (
    written: string,
    id: string | null,
    tools: ToolIndex,
  ) => { readonly name: string; readonly id: string | null };
  /** Whether the next call begins here, where no marker says so. */
  readonly follows?: (block: Block, at: number) => Resumable<boolean>;
  /** The block holds one call only. */
  readonly single?: true;
}

const NAME_LIMIT = 300;
/** It may be around the JSON, and closes no call. */
const FENCE = '```';

/** Reads `NAME … {json}` once or several times. */
export function namedJson(grammar: NamedJson): (block: Block) => Resumable<number> {
  const { callOpen = [], close = [], mayClose = [], afterJson = [] } = grammar;
  const closers = [...close, ...mayClose];
  const stops = [...afterJson, ...closers, ...callOpen];
  const isWrapped = ({ opener }: Block): boolean => close.length > 0 && !callOpen.includes(opener);
  return function* read(block) {
    const { source } = block;
    // The next block ends a call as well.
    const ends = block.opener === '' ? stops : [...stops, block.opener];
    let at = block.at;
    let isFirst = callOpen.length === 0 || callOpen.includes(block.opener);
    for (;;) {
      const next = yield* skipSpace(source, at);
      const closer = yield* oneOf(source, next, closers);
      if (closer !== null) return block.end(block.closer(closer, next));
      let opener = isFirst ? '' : yield* oneOf(source, next, callOpen);
      if (opener === null && grammar.follows !== undefined && (yield* grammar.follows(block, next))) opener = '';
      if (opener === null) return end(block, at, isWrapped(block));
      if (opener !== '') block.rec.marker(opener, 'open', next, next + opener.length);
      const to = yield* readCall(block, next, next + opener.length, grammar, ends);
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

/** The end without the closing marker, which is missing where the block `isWrapped` in a pair. */
function end(block: Block, at: number, isWrapped: boolean): number {
  if (block.calls === 0 && !block.isMalformed) block.malformed('markup-not-followed', { from: block.from, to: at });
  else if (isWrapped && block.calls > 0) block.rec.quirk('closer-missing', { from: at, to: at });
  return block.end(at);
}

/** After the call and its markup; null when the text ends inside of it. */
function* readCall(
  block: Block,
  from: number,
  nameFrom: number,
  grammar: NamedJson,
  ends: readonly string[],
): Resumable<number | null> {
  const { source } = block;
  let at = yield* skipSpace(source, nameFrom);
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
  const name = yield* textUntil(source, at, grammar.nameEnd, NAME_LIMIT);
  let nameTo = name.to;
  while (nameTo > at && isSpace(source.code(nameTo - 1))) nameTo -= 1;
  const written = source.slice(at, nameTo);
  if (name.literal === null || written === '') {
    if (name.to >= source.length && source.ended) {
      block.cut(null, from);
      return null;
    }
    const broken = Math.max(name.to, at);
    block.malformed('missing-name', { from, to: broken }, at);
    return broken;
  }
  const nameSpan = { from: at, to: nameTo };
  block.rec.read('name', nameSpan);
  const { name: called, id: callId } = grammar.nameOf?.(written, id, block.tools) ?? { name: written, id };
  at = name.to + (name.literal === '{' || name.literal === '\n' ? 0 : name.literal.length);
  at = yield* skipSpace(source, yield* pastLiterals(block, at, grammar.beforeJson ?? []));
  const payload = yield* readNamedArguments(source, at, ends);
  let value: JsonPart | null = null;
  let to = nameTo;
  if (payload !== null) {
    ({ to, root: value } = payload);
    if (payload.state === 'cut') {
      const argumentsText = value?.node.kind === 'object' ? value.compact() : '{}';
      const { repairs } = payload;
      block.cut({ name: called, nameSpan, argumentsText, argumentsSpan: value?.span ?? null, repairs }, from);
      return null;
    }
    if (payload.state === 'broken') {
      block.malformed('json-syntax', { from, to }, at, payload.error);
      return yield* pastLiterals(block, to, grammar.afterJson ?? []);
    }
    if (payload.guesses.length > 0) {
      const argumentsText = value?.compact() ?? '{}';
      const { repairs } = payload;
      const parts = { name: called, nameSpan, argumentsText, argumentsSpan: value?.span ?? null, repairs };
      block.brokenOff(parts, { from: nameSpan.from, to });
      return yield* pastLiterals(block, to, grammar.afterJson ?? []);
    }
  } else if (at >= source.length) {
    block.cut({ name: called, nameSpan, argumentsText: '{}', argumentsSpan: null }, from);
    return null;
  } else if ((yield* oneOf(source, at, ends)) === null) {
    // Where nothing closes a call, its line does.
    const isOpenEnded = grammar.afterJson === undefined && grammar.close === undefined;
    const stop = yield* textUntil(source, at, isOpenEnded ? ['\n', ...ends] : ends, 100_000);
    block.malformed('arguments-not-json', { from, to: stop.to }, at);
    return yield* pastLiterals(block, stop.to, grammar.afterJson ?? []);
  }
  // The id is in the text, but its place is not needed to send it back.
  const span = { from: nameSpan.from, to: Math.max(to, nameTo) };
  const isCall = block.namedCall({ name: called, nameSpan, id: callId }, value, null, payload?.repairs ?? [], span);
  const tail = payload === null ? to : yield* pastSurplusClosers(block, to, ends);
  const after = yield* pastLiterals(block, tail, grammar.afterJson ?? []);
  const closers = (grammar.afterJson ?? []).filter((literal) => literal !== FENCE);
  const isClosed = closers.length === 0 || closers.some((one) => source.startsWith(one, after - one.length));
  if (isCall && !isClosed) block.rec.quirk('closer-missing', { from: tail, to: tail });
  return after;
}

/** Past each of the literals that is there, in this order, and the white space before it. */
function* pastLiterals(block: Block, from: number, literals: readonly string[]): Resumable<number> {
  const { source } = block;
  let at = from;
  for (const literal of literals) {
    const next = yield* skipSpace(source, at);
    if ((yield* oneOf(source, next, [literal])) !== null) at = next + literal.length;
  }
  return at;
}
