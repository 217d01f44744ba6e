import type { Block } from '../read/block.ts';
import type { Opener } from '../read/opener.ts';
import type { ToolIndex } from '../read/tool-index.ts';

/**
 * Openers of a format whose calls begin with a marker and a name, for calls of which the marker was lost: a declared name
 * at the beginning of a line, and `first`, the beginning of what follows a name.
 */
export function lostOpeners({ names }: ToolIndex, first: string): readonly Opener[] {
  const next = new RegExp(`^${first.replaceAll(/[|\\()[\]{}.*+?^$]/g, '\\$&')}`);
  return names.flatMap((name) => [name, `${name}\n`].map((text) => ({ text, atLineStart: true as const, next })));
}

/** The block of such a call, whose body begins with its name. */
export function withoutOpener(block: Block, marker: string): Block {
  block.rec.repair('missing-marker', { from: block.from, to: block.from }, marker);
  return block.bodyAt(block.from);
}
