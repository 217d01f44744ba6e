import { partitionPoint } from '../../../text/document/index.ts';
import type { Block } from './block.ts';
import { attribute, readTag, repairTag } from './attributes.ts';
import { elementValues } from './nested-elements.ts';
import type { TextSource } from './source.ts';
import { textUntil, type Until } from './text-until.ts';
import { oneOf, skipSpace, type Resumable } from './resumable.ts';

/** The tag of a call that lost its sign. */
const CUT = 'invoke ';

/**
 * Reads `<invoke name="N"><K>V</K>…</invoke>` in `<tool_call>`. `token` precedes each tag, unless it was lost. After the token, the
 * tag of a call may lack its `<`.
 */
export function elementInvokes(token: string): (block: Block) => Resumable<number> {
  const tag = (text: string): string[] => [token + text, text];
  const [open, end, close] = [tag(`<${CUT}`), tag('</invoke>'), tag('</tool_call>')];
  if (token !== '') open.push(token + CUT);
  return function* read(block) {
    const { source } = block;
    let at = block.opener.endsWith(CUT) ? block.from : block.at;
    for (;;) {
      const from = yield* skipSpace(source, at);
      const closer = yield* oneOf(source, from, close);
      if (closer !== null) return block.end(block.closer(closer, from));
      const opener = yield* oneOf(source, from, open);
      if (opener === null) return block.end(at);
      const to = yield* readInvoke(block, from, opener, end, token);
      if (to === null) return block.end(source.length);
      at = to;
    }
  };
}

/** Reads one call. Returns the offset after it; null if the text ends inside of it. */
function* readInvoke(
  block: Block,
  from: number,
  opener: string,
  ends: readonly string[],
  token: string,
): Resumable<number | null> {
  const { source, rec } = block;
  const tag = yield* readTag(source, from + opener.length);
  const end = yield* endOfInvoke(source, from + opener.length, opener, ends);
  const named = tag === null ? null : attribute(tag, ['name']);
  const head = named === null ? null : { name: named.value, nameSpan: named.span };
  if (end.literal === null) {
    block.cut(head === null ? null : { ...head, argumentsText: '{}', argumentsSpan: null }, from);
    return null;
  }
  const to = end.to + end.literal.length;
  if (tag === null || head === null) {
    block.malformed('missing-name', { from, to });
    return to;
  }
  if (opener === token + CUT) {
    const sign = from + token.length;
    rec.repair('missing-marker', { from: sign, to: sign }, '<');
  }
  repairTag(block, tag);
  rec.read('name', head.nameSpan);
  const inside = { from: tag.to, to: Math.max(tag.to, end.to) };
  const body = source.slice(inside.from, inside.to);
  const { text, written, placeOf } = withoutTokens(body, token);
  const { json, isMixed, missing, doubled } = elementValues(text, block.tools.schema(head.name), written);
  // Unreadable arguments are not the same as no arguments.
  if (isMixed && json === '{}') {
    block.malformed('markup-not-followed', { from, to }, tag.to);
    return to;
  }
  if (isMixed) rec.reject('markup-not-followed', inside);
  for (const { at, tag: lost, other } of missing) {
    // The token is before the value of an opening tag that is missing.
    const isThere = !lost.startsWith('</') && body.startsWith(token, placeOf(at));
    const place = inside.from + placeOf(at) + (isThere ? token.length : 0);
    const span = { from: place, to: other > 0 ? inside.from + placeOf(at + other) : place };
    rec.repair(other > 0 ? 'wrong-marker' : 'missing-marker', span, isThere ? lost : token + lost);
  }
  for (const { at, open } of doubled) {
    const place = inside.from + placeOf(at);
    const before = body.startsWith(token, placeOf(at)) ? token.length : 0;
    rec.repair('surplus-marker', { from: place, to: place + before + open.length }, '');
  }
  block.call({ ...head, argumentsText: json, argumentsSpan: json === '{}' ? null : inside }, { from, to });
  return to;
}

/** Most closers that are looked at for one call. */
const MOST_CLOSERS = 200;

/**
 * Finds the closer that remains after every opener inside the call has got its own, because a value may quote calls. If none
 * remains, the first closer counts.
 *
 *     <invoke name="say"><text><invoke name="x"></invoke></text></invoke>
 *             ^ from                            ^ of the inner  ^ returned
 */
function* endOfInvoke(
  source: TextSource,
  from: number,
  opener: string,
  ends: readonly string[],
): Resumable<Until<string>> {
  const first = yield* textUntil(source, from, ends, Infinity);
  let depth = 0;
  let at = from;
  for (let end = first, count = 0; end.literal !== null && count < MOST_CLOSERS; count += 1) {
    for (let inner = source.next(opener, at); inner >= 0 && inner < end.to; inner = source.next(opener, inner + 1))
      depth += 1;
    if (depth === 0) return end;
    depth -= 1;
    at = end.to + end.literal.length;
    end = yield* textUntil(source, at, ends, Infinity);
  }
  return first;
}

/** Removes a token from a text. Returns the text, and functions that give the original places and texts. */
function withoutTokens(
  body: string,
  token: string,
): {
  readonly text: string;
  readonly written: (from: number, to: number) => string;
  readonly placeOf: (at: number) => number;
} {
  const pieces = body.split(token);
  const ends: number[] = [];
  let length = 0;
  for (const piece of pieces) ends.push((length += piece.length));
  /** The original place of an offset; tokens at this place come after it. */
  const placeOf = (at: number): number => at + partitionPoint(ends, (end) => end < at) * token.length;
  return { text: pieces.join(''), written: (from, to) => body.slice(placeOf(from), placeOf(to)), placeOf };
}
