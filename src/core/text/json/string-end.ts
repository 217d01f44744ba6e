/** The closing quote of the string that opens at `open`; `to` where none comes before it. */
export function stringEnd(text: string, open: number, to = text.length): number {
  for (let at = open + 1; at < to; at += 1) {
    const sign = text.charAt(at);
    if (sign === '\\') at += 1;
    else if (sign === '"') return at;
  }
  return to;
}
