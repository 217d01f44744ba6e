const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN = 0x7b;
const CLOSE = 0x7d;

/** Prose holds none of the four for long; so many characters are asked at once, natively. */
const STRETCH = 512;

/** A `}` that no `{` to its left has taken yet, and the next one to its right. */
interface FreeCloser {
  readonly at: number;
  readonly next: FreeCloser | null;
}

/**
 * For every `{` of a text: where the brace ends that balances it, when strings count from that brace on; 0 when
 * none does.
 *
 * Whether a character lies in a string depends on where the reading began, so a scan per brace would be quadratic. But
 * at any character a reader can only be outside a string, inside one, or after a backslash in one; going from right
 * to left, the closers still free for each of the three are known from the character to the right. One pass serves
 * all braces.
 */
export function balancedBraces(text: string, areaFrom: number, areaTo: number): { endOf(open: number): number } {
  // Nothing is asked before the first brace, and nothing is free after the last.
  const from = Math.max(areaFrom, text.indexOf('{', areaFrom));
  const to = Math.min(areaTo, text.lastIndexOf('}', areaTo - 1) + 1);
  const ends = new Int32Array(Math.max(to - from, 0));
  let outside: FreeCloser | null = null;
  let inString: FreeCloser | null = null;
  let escaped: FreeCloser | null = null;
  let askAt = to - 1;
  for (let at = to - 1; at >= from; at -= 1) {
    if (at === askAt) {
      askAt -= STRETCH;
      if (askAt >= from && isPlainText(text.slice(askAt + 1, at + 1))) {
        escaped = inString;
        at = askAt + 1;
        continue;
      }
    }
    const code = text.charCodeAt(at);
    if (isPlain(code)) {
      escaped = inString;
      continue;
    }
    const wasInString: FreeCloser | null = inString;
    if (code === QUOTE) {
      inString = outside;
      outside = wasInString;
    } else if (code === BACKSLASH) {
      inString = escaped;
    } else if (code === OPEN) {
      if (outside !== null) {
        ends[at - from] = outside.at + 1;
        outside = outside.next;
      }
    } else if (code === CLOSE) {
      outside = { at, next: outside };
    }
    // After a backslash any character is skipped, and the reader is inside the string again.
    escaped = wasInString;
  }
  return { endOf: (open) => ends[open - from] ?? 0 };
}

function isPlainText(text: string): boolean {
  return !text.includes('"') && !text.includes('{') && !text.includes('}') && !text.includes('\\');
}

/** Not one of the four characters that mean something. */
function isPlain(code: number): boolean {
  return code > BACKSLASH ? code < OPEN : code !== QUOTE && code !== BACKSLASH;
}
