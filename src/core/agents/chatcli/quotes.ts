const BACKSLASH = 0x5c;
const DOUBLE = 0x22;
const SINGLE = 0x27;
const SLASH = 0x2f;
const GREATER = 0x3e;
const OPEN = 0x7b;
const CLOSE = 0x7d;

/*
 * The original scans forward from every `{` and every tag, and skips strings in single and in double quotes; what lies in
 * a string depends on where the scan began, so it scans again and again. At any character a scan can only be outside of
 * strings, in a double-quoted or in a single-quoted one. Going from right to left, the answer for each of the three is
 * known from the characters to the right, so one pass serves all scans.
 */

/** A `}` that no `{` to its left has taken yet, and the next one to its right. */
interface FreeCloser {
  readonly at: number;
  readonly next: FreeCloser | null;
}

/** For every `{`: where the brace ends that balances it; 0 when none does. */
export function balancedObjects(text: string, areaFrom: number, areaTo: number): { endOf(open: number): number } {
  const first = text.slice(areaFrom, areaTo).indexOf('{');
  const from = first < 0 ? areaTo : areaFrom + first;
  const ends = new Int32Array(areaTo - from);
  let outside: FreeCloser | null = null;
  let inDouble: FreeCloser | null = null;
  let inSingle: FreeCloser | null = null;
  // Inside a string, after the character to the right: where a backslash leads.
  let doubleSkip: FreeCloser | null = null;
  let singleSkip: FreeCloser | null = null;
  for (let at = areaTo - 1; at >= from; at -= 1) {
    const code = text.charCodeAt(at);
    const wasDouble: FreeCloser | null = inDouble;
    const wasSingle: FreeCloser | null = inSingle;
    if (code === DOUBLE) {
      inDouble = outside;
      outside = wasDouble;
    } else if (code === SINGLE) {
      inSingle = outside;
      outside = wasSingle;
    } else if (code === BACKSLASH) {
      inDouble = doubleSkip;
      inSingle = singleSkip;
    } else if (code === OPEN && outside !== null) {
      ends[at - from] = outside.at + 1;
      outside = outside.next;
    } else if (code === CLOSE) {
      outside = { at, next: outside };
    }
    doubleSkip = wasDouble;
    singleSkip = wasSingle;
  }
  return { endOf: (open) => ends[open - from] ?? 0 };
}

/**
 * For every position from which a tag is scanned: where its `>` is, or the slash of its `/>`; -1 when the text ends
 * first, which an unclosed quote brings about.
 */
export function tagEnds(text: string, from: number, to: number): { endFrom(start: number): number } {
  const ends = new Int32Array(Math.max(to - from, 0) + 1).fill(-1);
  let outside = -1;
  let inDouble = -1;
  let inSingle = -1;
  let doubleSkip = -1;
  let singleSkip = -1;
  for (let at = to - 1; at >= from; at -= 1) {
    const code = text.charCodeAt(at);
    const wasDouble = inDouble;
    const wasSingle = inSingle;
    if (code === DOUBLE) {
      inDouble = outside;
      outside = wasDouble;
    } else if (code === SINGLE) {
      inSingle = outside;
      outside = wasSingle;
    } else if (code === BACKSLASH) {
      inDouble = doubleSkip;
      inSingle = singleSkip;
    } else if (code === GREATER || (code === SLASH && at + 1 < to && text.charCodeAt(at + 1) === GREATER)) {
      outside = at;
    }
    doubleSkip = wasDouble;
    singleSkip = wasSingle;
    ends[at - from] = outside;
  }
  return { endFrom: (start) => ends[start - from] ?? -1 };
}
