const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** As much of each end of the arguments as goes into the id: enough to tell, however long they are. */
const SAMPLE = 48;

/**
 * An id for a call that came without one: `call_` and 12 URL-safe characters. The originals draw them at random; here
 * they follow from content and position, so that a permalink reproduces itself. The position alone keeps two calls of
 * one document apart.
 */
export function callId(name: string, argumentsText: string, at: number): string {
  const { length } = argumentsText;
  const sample = length <= 2 * SAMPLE ? argumentsText : argumentsText.slice(0, SAMPLE) + argumentsText.slice(-SAMPLE);
  const content = `${String(at)} ${String(length)} ${name} ${sample}`;
  // Two FNV-like hashes of 32 bits, and a third word that mixes both: 12 characters take 24 bits of each.
  let first = 0x811c9dc5;
  let second = 0x9747b28c;
  for (let index = 0; index < content.length; index += 1) {
    const code = content.charCodeAt(index);
    first = Math.imul(first ^ code, 0x01000193);
    second = Math.imul(second ^ code, 0x85ebca6b) ^ (second >>> 13);
  }
  let id = 'call_';
  for (const word of [first, second, Math.imul(first, 31) ^ second]) {
    for (let shift = 2; shift < 26; shift += 6) id += ALPHABET.charAt((word >>> shift) & 63);
  }
  return id;
}
