import type { Block } from './block.ts';
import { readJsonPayload, type JsonPart } from './json-payload.ts';
import { codeAt, isSpace, oneOf, skipSpace, type Wait } from './waiting.ts';
import { textUntil } from './text-until.ts';

/** How a format writes a call whose name stands outside of the JSON. */
export interface NamedJson {
  /** What begins each call, where that is not the opener of the block itself. */
  readonly callOpen?: readonly string[];
  /** What may stand before the name. */
  readonly beforeName?: readonly string[];
  /** Markers behind which, at the beginning of a call, an id stands, and what ends it. */
  readonly id?: { readonly open: string; readonly end: readonly string[] };
  /** What ends the name. `{` and a line break are not eaten. */
  readonly nameEnd: readonly string[];
  /** What may stand between the name and the JSON, in any order. */
  readonly beforeJson?: readonly string[];
  /** What may stand behind the JSON, in this order; `close` ends the block. */
  readonly afterJson?: readonly string[];
  readonly close?: readonly string[];
  /** The name, and perhaps the id, in what stands at the place of the name. */
  readonly nameOf?: (written: string) => { readonly name: string; readonly id: string | null };
  /** The block holds one call only. */
  readonly single?: true;
}

const NAME_LIMIT = 300;

/** Reads `NAME … {json}` once or several times. */
export function namedJson(grammar: NamedJson): (block: Block) => Wait<number> {
  const { callOpen = [], close = [], afterJson = [] } = grammar;
  const stops = [...afterJson, ...close, ...callOpen];
  return function* read(block) {
    const { source } = block;
    let at = block.at;
    let isFirst = callOpen.length === 0 || callOpen.includes(block.opener);
    for (;;) {
      const next = yield* skipSpace(source, at);
      const closer = yield* oneOf(source, next, close);
      if (closer !== null) return block.end(block.closer(closer, next));
      const opener = isFirst ? '' : yield* oneOf(source, next, callOpen);
      if (opener === null || (opener === '' && !isFirst)) return end(block, at);
      if (opener !== '') block.rec.marker(opener, 'open', next, next + opener.length);
      const to = yield* readCall(block, next, next + opener.length, grammar, stops);
      if (to === null) return block.end(source.length);
      at = to;
      isFirst = false;
      if (callOpen.length === 0 && close.length === 0) return end(block, at);
      if (grammar.single === true) {
        const behind = yield* skipSpace(source, at);
        const closing = yield* oneOf(source, behind, close);
        return closing === null ? end(block, at) : block.end(block.closer(closing, behind));
      }
    }
  };
}

function end(block: Block, at: number): number {
  if (block.calls === 0 && !block.isMalformed) block.malformed('markup-not-followed', { from: block.from, to: at });
  return block.end(at);
}

/** Behind the call and its markup; null when the text ends inside of it. */
function* readCall(
  block: Block,
  from: number,
  nameFrom: number,
  grammar: NamedJson,
  stops: readonly string[],
): Wait<number | null> {
  const { source } = block;
  let at = yield* skipSpace(source, nameFrom);
  let id: string | null = null;
  for (const word of grammar.beforeName ?? []) {
    if ((yield* oneOf(source, at, [word])) !== null) at = yield* skipSpace(source, at + word.length);
  }
  if (grammar.id !== undefined) {
    const opened = yield* oneOf(source, at, [grammar.id.open]);
    const idFrom = at + (opened?.length ?? 0);
    const idEnd = yield* textUntil(source, idFrom, grammar.id.end, NAME_LIMIT);
    if (idEnd.literal !== null) {
      id = source.slice(idFrom, idEnd.to).trim() || null;
      at = idEnd.to + idEnd.literal.length;
    }
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
  const { name: called, id: writtenId } = grammar.nameOf?.(written) ?? { name: written, id: null };
  at = name.to + (name.literal === '{' || name.literal === '\n' ? 0 : name.literal.length);
  at = yield* skipSpace(source, yield* pastLiterals(block, at, grammar.beforeJson ?? []));
  const code = yield* codeAt(source, at);
  let value: JsonPart | null = null;
  let to: number;
  let repairs: Parameters<Block['namedCall']>[3] = [];
  if (code === 0x7b) {
    const payload = yield* readJsonPayload(source, at, [...stops, block.opener]);
    ({ to, repairs } = payload);
    if (payload.state === 'cut') {
      const argumentsText = payload.root?.node.kind === 'object' ? payload.root.compact() : '{}';
      block.cut({ name: called, nameSpan, argumentsText, argumentsSpan: payload.root?.span ?? null, repairs }, from);
      return null;
    }
    if (payload.state === 'broken') {
      block.malformed('json-syntax', { from, to }, at, payload.error);
      return yield* pastLiterals(block, to, grammar.afterJson ?? []);
    }
    if (payload.guesses.length > 0) {
      const argumentsText = payload.root?.compact() ?? '{}';
      const argumentsSpan = payload.root?.span ?? null;
      block.brokenOff({ name: called, nameSpan, argumentsText, argumentsSpan, repairs }, { from: nameSpan.from, to });
      return yield* pastLiterals(block, to, grammar.afterJson ?? []);
    }
    value = payload.root;
  } else if (code < 0 && block.source.ended) {
    block.cut({ name: called, nameSpan, argumentsText: '{}', argumentsSpan: null }, from);
    return null;
  } else if ((yield* oneOf(source, at, stops)) === null) {
    const stop = yield* textUntil(source, at, stops.length === 0 ? ['\n'] : stops, 100_000);
    block.malformed('markup-not-followed', { from, to: stop.to }, at);
    return yield* pastLiterals(block, stop.to, grammar.afterJson ?? []);
  } else {
    to = nameTo;
  }
  // The id stands in the text, but its place is not needed to send it back.
  const span = { from: nameSpan.from, to: Math.max(to, nameTo) };
  block.namedCall({ name: called, nameSpan, id: id ?? writtenId }, value, null, repairs, span);
  return yield* pastLiterals(block, to, grammar.afterJson ?? []);
}

/** Past each of the literals that stands there, and the white space before it. */
function* pastLiterals(block: Block, from: number, literals: readonly string[]): Wait<number> {
  const { source } = block;
  let at = from;
  for (const literal of literals) {
    const next = yield* skipSpace(source, at);
    if ((yield* oneOf(source, next, [literal])) !== null) at = next + literal.length;
  }
  return at;
}
