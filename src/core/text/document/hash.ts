/** FNV-1a over the characters from `from` to `to`: 32 bits, signed. Good enough to tell texts apart, not to prove them equal. */
export function hash(text: string, from: number, to: number, seed: number): number {
  let value = seed ^ 0x811c9dc5;
  for (let at = from; at < to; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value;
}
