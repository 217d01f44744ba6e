import { strippedSpan } from '../../../../text/languages/index.ts';

// How streams of vLLM find their place again: they count markers in all the text that has come.

/** The start of the occurrence number `index`, from 0. */
export function nthIndex(text: string, part: string, index: number, from = 0): number {
  let at = text.indexOf(part, from);
  for (let passed = 0; at >= 0 && passed < index; passed += 1) at = text.indexOf(part, at + part.length);
  return at;
}

/** The block number `index`, as far as it has come. */
export function nthBlock(text: string, index: number, open: string, close: string, from = 0): string | null {
  const at = nthIndex(text, open, index, from);
  if (at < 0) return null;
  const closer = text.indexOf(close, at);
  return closer < 0 ? text.slice(at) : text.slice(at, closer + close.length);
}

/** Whether only white space came since a block ended. */
export function isBlankAfter(current: string, delta: string, close: string): boolean {
  const blank = strippedSpan(delta);
  if (blank.from < blank.to) return false;
  const { to } = strippedSpan(current);
  return to >= close.length && current.startsWith(close, to - close.length);
}
