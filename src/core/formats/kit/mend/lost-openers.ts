import type { Block } from '../read/block.ts';
import type { Opener } from '../read/opener.ts';
import { patternOf } from '../read/pattern-of.ts';
import type { ToolIndex } from '../read/tool-index.ts';

/**
 * Openers for calls that lost the marker before their name: a declared name at the beginning of a line, followed by `first`,
 * the beginning of what the format has after a name.
 */
export function lostOpeners({ names }: ToolIndex, first: string): readonly Opener[] {
  const next = new RegExp(`^${patternOf([first])}`);
  return names.flatMap((name) => [name, `${name}\n`].map((text) => ({ text, atLineStart: true as const, next })));
}

/** Records the lost marker and returns the block, whose body now begins with the name. */
export function withoutOpener(block: Block, marker: string): Block {
  block.rec.repair('missing-marker', { from: block.from, to: block.from }, marker);
  return block.bodyAt(block.from);
}
