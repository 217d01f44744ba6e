import { isAsciiSpace } from '../../../text/document/index.ts';
import type { Block } from './block.ts';

/** The longest key of an argument, in UTF-16 units. */
const LONGEST_KEY = 200;
const WORD = /^[\p{L}\p{N}_][\p{L}\p{N}_.-]*$/u;

/**
 * The key that a damaged text means: a declared parameter of the tool, or any word if the tool declares none. Null if it means
 * no key.
 */
export function keyNamed({ tools }: Pick<Block, 'tools'>, tool: string, written: string): string | null {
  if (written.length > LONGEST_KEY) return null;
  const key = withoutSpace(written);
  const known = tools.parameters(tool);
  if (known.length === 0) return WORD.test(key) ? key : null;
  return known.includes(key) ? key : null;
}

function withoutSpace(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && isAsciiSpace(text.charCodeAt(from))) from += 1;
  while (to > from && isAsciiSpace(text.charCodeAt(to - 1))) to -= 1;
  return text.slice(from, to);
}
