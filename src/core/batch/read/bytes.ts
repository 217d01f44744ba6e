/** Bytes of its own: shared memory is never read. */
export type Bytes = Uint8Array<ArrayBuffer>;

export function joined(one: Bytes, other: Bytes): Bytes {
  if (one.length === 0) return other;
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}
