import type { Span } from '../../../text/document/index.ts';
import type { Block } from '../read/block.ts';
import type { Resumable } from '../read/resumable.ts';
import type { TextSource } from '../read/source.ts';
import { textUntil } from '../read/text-until.ts';

type ReadBody = (block: Block, name: string, nameSpan: Span, second: null, close: string) => Resumable<number>;

/** A name with a blank beside one of its underscores, as models split it that write a token too many. */
export function withBlanks(name: string): readonly string[] {
  return [...name.matchAll(/(?!^)_(?=[^_])/g)].flatMap(({ index }) =>
    [index, index + 1].map((at) => `${name.slice(0, at)} ${name.slice(at)}`),
  );
}

/** Whether an opening tag has a blank in its name. */
export function isBlankIn(opener: string): boolean {
  return /\w \w.*[^/]>$/.test(opener);
}

/** The closing tag whose name has such a blank, in a text that is known up to its end; null if there is none. */
export function closerWithBlank(source: TextSource, name: string, from: number): string | null {
  const closers = withBlanks(name).map((one) => `</${one}>`);
  return closers.find((close) => source.next(close, from) >= 0) ?? null;
}

/**
 * Reads a call whose tags have a blank in the name, both or one of them.
 *
 *     <ring_ bell><times>2</times></ring_ bell>
 *     ^ block.from                ^ written
 */
export function* withoutBlank(
  block: Block,
  name: string,
  readBody: ReadBody,
  written = `</${block.opener.slice(1)}`,
): Resumable<number> {
  const { source, rec, from, at } = block;
  const close = `</${name}>`;
  const { literal } = yield* textUntil(source, at, [written, close], Infinity);
  if (literal === null) return block.refuse('markup-not-followed', at);
  if (isBlankIn(block.opener)) rec.repair('wrong-marker', { from, to: at }, `<${name}>`);
  const to = yield* readBody(block, name, { from: from + 1, to: at - 1 }, null, literal);
  if (block.calls > 0 && literal !== close) rec.repair('wrong-marker', { from: to - literal.length, to }, close);
  return to;
}
