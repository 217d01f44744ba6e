/** In UTF-16 units. */
const LONGEST = 8_000;

/** What is between the bracket that opens before a place and the one that closes it; null where that is missing. */
export function argumentsAt(code: string, from: number): string | null {
  let depth = 1;
  for (let end = from; end < code.length && end < from + LONGEST; end += 1) {
    const sign = code.charAt(end);
    if (sign === '(') depth += 1;
    else if (sign === ')') depth -= 1;
    if (depth === 0) return code.slice(from, end);
  }
  return null;
}
