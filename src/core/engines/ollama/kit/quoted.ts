/** Whether a string of Python may begin with this character. */
export function isQuote(character: string): boolean {
  return character === '"' || character === "'";
}

/** After the quote that closes the string at `from`, or -1. A backslash takes the next character with it. */
export function stringEnd(text: string, from: number, to: number): number {
  const quote = text.charAt(from);
  for (let at = from + 1; at < to; at += 1) {
    if (text.charAt(at) === '\\') at += 1;
    else if (text.charAt(at) === quote) return at + 1;
  }
  return -1;
}
