import type { Block } from './block.ts';
import { attribute, readTag } from './attributes.ts';
import { elementValues } from './nested-elements.ts';
import { textUntil } from './text-until.ts';
import { oneOf, skipSpace, type Resumable } from './resumable.ts';

/** Reads `<invoke name="N"><K>V</K>…</invoke>` in `<tool_call>`; `token` comes before each tag, or was lost there. */
export function elementInvokes(token: string): (block: Block) => Resumable<number> {
  const tag = (text: string): string[] => [token + text, text];
  const [open, end, close] = [tag('<invoke '), tag('</invoke>'), tag('</tool_call>')];
  return function* read(block) {
    const { source } = block;
    let at = block.opener.endsWith('<invoke ') ? block.from : block.at;
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

/** After the call; null when the text ends inside of it. */
function* readInvoke(
  block: Block,
  from: number,
  opener: string,
  ends: readonly string[],
  token: string,
): Resumable<number | null> {
  const { source, rec } = block;
  const tag = yield* readTag(source, from + opener.length);
  const end = yield* textUntil(source, from, ends, Infinity);
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
  rec.read('name', head.nameSpan);
  const inside = { from: tag.to, to: Math.max(tag.to, end.to) };
  const body = source.slice(inside.from, inside.to).replaceAll(token, '');
  const { json, isMixed, missing } = elementValues(body, block.tools.schema(head.name));
  // Arguments that cannot be read are not the same as none.
  if (isMixed && json === '{}') {
    block.malformed('markup-not-followed', { from, to }, tag.to);
    return to;
  }
  if (isMixed) rec.reject('markup-not-followed', inside);
  for (const { close } of missing) rec.repair('missing-marker', { from: inside.to, to: inside.to }, token + close);
  block.call({ ...head, argumentsText: json, argumentsSpan: json === '{}' ? null : inside }, { from, to });
  return to;
}
