const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/**
 * An id for a call that came without one: `call_` and 12 URL-safe characters. The originals draw them at random; here
 * they follow from content and position, so that a permalink reproduces itself.
 */
export function callId(name: string, argumentsText: string, at: number): string {
  const content = `${String(at)}\n${name}\n${argumentsText}`;
  // Two 32-bit FNV-1a style hashes with different seeds; 12 characters carry 72 bits, the last 8 mix both.
  let first = 0x811c9dc5;
  let second = 0x9747b28c;
  for (let index = 0; index < content.length; index += 1) {
    const code = content.charCodeAt(index);
    first = Math.imul(first ^ code, 0x01000193);
    second = Math.imul(second ^ code, 0x85ebca6b) ^ (second >>> 13);
  }
  const words = [first >>> 0, second >>> 0, (Math.imul(first, 31) ^ second) >>> 0];
  let id = 'call_';
  for (const word of words) {
    for (let shift = 0; shift < 24; shift += 6) id += ALPHABET.charAt((word >>> shift) & 63);
  }
  return id;
}
