import { editDistance, slipsAllowed } from '../../../text/document/index.ts';
import type { TextSource } from '../read/source.ts';
import { codeAt, isNameCode, skipSpace, type Resumable } from '../read/resumable.ts';

const LESS = 0x3c;
const SLASH = 0x2f;
const GREATER = 0x3e;
const EQUALS = 0x3d;
const LONGEST_NAME = 40;

/** The name of a tag in lower case and without signs between words: models vary these. */
export function foldedName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z\d]/g, '');
}

/** `<parameter>` for `</parameter>`. Such a tag opens nothing in formats whose tags have a key or name. '' for other markers. */
export function withoutSlash(closer: string): string {
  return closer.startsWith('</') ? `<${closer.slice(2)}` : '';
}

/** The number of wrong letters in a misspelt name; null if there are too many. */
export function slipsIn(written: string, meant: string): number | null {
  const limit = slipsAllowed(meant.length);
  const slips = editDistance(written, meant, limit);
  return slips <= limit ? slips : null;
}

/** The closing tag that a misspelt one stands for (`literal`), and the end of the misspelt one. */
interface MisspeltCloser {
  readonly literal: string;
  readonly to: number;
}

/**
 * Reads a misspelt closing tag: its name is nearly that of one of `closers`, or it lacks its last sign. Null if there is
 * none at `at`.
 *
 *     </tool_cal>    </ tool_call>    </tool-call>    </tool_call
 */
export function* misspeltCloser(
  source: TextSource,
  at: number,
  closers: readonly string[],
): Resumable<MisspeltCloser | null> {
  if ((yield* codeAt(source, at)) !== LESS || (yield* codeAt(source, at + 1)) !== SLASH) return null;
  const from = yield* skipSpace(source, at + 2);
  let end = from;
  while (end - from < LONGEST_NAME && isNameCode(yield* codeAt(source, end))) end += 1;
  const written = foldedName(source.slice(from, end));
  const sign = yield* skipSpace(source, yield* pastKey(source, end));
  const isClosed = (yield* codeAt(source, sign)) === GREATER;
  // A tag may lack its last sign only at the end of a line.
  if (!isClosed && sign === end && (yield* codeAt(source, end)) >= 0) return null;
  let best: { readonly literal: string; readonly slips: number } | null = null;
  for (const literal of closers) {
    const name = /^<\/([\w:.-]+)>$/.exec(literal)?.[1];
    const slips = name === undefined ? null : slipsIn(written, foldedName(name));
    if (slips !== null && slips < (best?.slips ?? Infinity)) best = { literal, slips };
  }
  return best === null ? null : { literal: best.literal, to: isClosed ? sign + 1 : end };
}

/** The offset after a name that a closing tag repeats: `</function=ring_bell>`. */
function* pastKey(source: TextSource, from: number): Resumable<number> {
  if ((yield* codeAt(source, from)) !== EQUALS) return from;
  let at = from + 1;
  while (at - from < LONGEST_NAME && isNameCode(yield* codeAt(source, at))) at += 1;
  return at;
}

const OF_CALLS = /^<\/[\w:|｜]{0,20}(?:tool|function|invoke|TOOL)[\w:|｜]{0,20}>/;
const LONGEST_CLOSER = 60;

/** The offset after the closing tag at `at` with which another format ends its calls; null if there is none. */
export function* closerOfOther(source: TextSource, at: number): Resumable<number | null> {
  if ((yield* codeAt(source, at)) !== LESS || (yield* codeAt(source, at + 1)) !== SLASH) return null;
  yield* codeAt(source, at + LONGEST_CLOSER);
  const tag = OF_CALLS.exec(source.slice(at, Math.min(source.length, at + LONGEST_CLOSER)))?.[0];
  return tag === undefined ? null : at + tag.length;
}
