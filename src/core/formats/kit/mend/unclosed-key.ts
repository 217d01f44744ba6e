import type { Block } from '../read/block.ts';
import type { RawValue } from '../read/raw-values.ts';
import { keyNamed } from '../read/tagged-keys.ts';
import { lineEnd, type Resumable } from '../read/resumable.ts';

const PAIR = /^(["']?)([\w.-]{1,100})\1[ \t]*:[ \t]*([^<>]*[^<>\s])[ \t]*$/;
/** The same with an equals sign, and a closing tag after the value. */
const WITH_EQUALS = /^([\w.-]{1,100})=([^<>]*)(?=<\/)/;
const LONGEST_LINE = 10_000;

/**
 * Reads an argument whose value is in the tag of its key, on one line without the end of the tag; null if it is none.
 *
 *     <parameter=port: Kiel    <parameter=port=Kiel</parameter>
 *                ^ at
 *
 * @param opener how the tag begins
 */
export function* unclosedKey(
  block: Block,
  call: string,
  opener: string,
  close: string,
  at: number,
): Resumable<RawValue | null> {
  const { source, rec } = block;
  if (!opener.endsWith('=')) return null;
  const end = yield* lineEnd(source, at);
  const line = end - at > LONGEST_LINE ? '' : source.slice(at, end);
  const [pair = '', own = ''] = WITH_EQUALS.exec(line) ?? [];
  if (own !== '' && keyNamed(block, call, own) !== null && source.startsWith(close, at + pair.length)) {
    const keySpan = { from: at, to: at + own.length };
    const span = { from: keySpan.to + 1, to: at + pair.length };
    rec.repair('wrong-marker', { from: keySpan.to, to: span.from }, '>');
    return { key: own, keySpan, span, type: null, to: span.to + close.length, lacks: undefined };
  }
  const [, quote = '', key = '', value = ''] = PAIR.exec(line) ?? [];
  if (key === '' || keyNamed(block, call, key) === null) return null;
  const keySpan = { from: at + quote.length, to: at + quote.length + key.length };
  const to = at + line.trimEnd().length;
  const span = { from: to - value.length, to };
  rec.repair('wrong-marker', { from: at, to: span.from }, `${key}>`);
  return {
    key,
    keySpan,
    span,
    type: null,
    to,
    lacks: { code: 'missing-marker', span: { from: to, to }, inserted: close },
  };
}
