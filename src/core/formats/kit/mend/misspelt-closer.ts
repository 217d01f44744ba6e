import { editDistance, slipsAllowed } from '../../../text/document/index.ts';
import type { TextSource } from '../read/source.ts';
import { codeAt, isNameCode, skipSpace, type Resumable } from '../read/resumable.ts';

const LESS = 0x3c;
const SLASH = 0x2f;
const GREATER = 0x3e;
const LONGEST_NAME = 40;

/** The name of a tag without what models leave out or write otherwise: case, and signs between words. */
export function foldedName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z\d]/g, '');
}

/** `<parameter>` for `</parameter>`, which opens nothing where a key or a name is in the tag; empty for other markers. */
export function withoutSlash(closer: string): string {
  return closer.startsWith('</') ? `<${closer.slice(2)}` : '';
}

/** How many letters are wrong in a name that is nearly another one; null where it is too far from it. */
export function slipsIn(written: string, meant: string): number | null {
  const limit = slipsAllowed(meant.length);
  const slips = editDistance(written, meant, limit);
  return slips <= limit ? slips : null;
}

/** A closing tag as it is written, which ends at `to`, and the one that it stands for. */
interface MisspeltCloser {
  readonly literal: string;
  readonly to: number;
}

/**
 * A closing tag at `at` whose name is nearly that of one of `closers`, or that lost its last sign; null where there is
 * none.
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
  const sign = yield* skipSpace(source, end);
  const isClosed = (yield* codeAt(source, sign)) === GREATER;
  // Only what ends its line is a tag without its last sign.
  if (!isClosed && sign === end && (yield* codeAt(source, end)) >= 0) return null;
  let best: { readonly literal: string; readonly slips: number } | null = null;
  for (const literal of closers) {
    const name = /^<\/([\w:.-]+)>$/.exec(literal)?.[1];
    const slips = name === undefined ? null : slipsIn(written, foldedName(name));
    if (slips !== null && slips < (best?.slips ?? Infinity)) best = { literal, slips };
  }
  return best === null ? null : { literal: best.literal, to: isClosed ? sign + 1 : end };
}
