/** Blocks that are equal are passed over by the engine at once: character by character, two megabytes hold up a keystroke. */
const BLOCK = 4096;

/** How many UTF-16 units two texts share at their beginnings; no more than `most`. */
export function sharedStart(one: string, other: string, most = Infinity): number {
  const end = Math.min(one.length, other.length, most);
  let shared = 0;
  while (shared + BLOCK <= end && one.slice(shared, shared + BLOCK) === other.slice(shared, shared + BLOCK))
    shared += BLOCK;
  while (shared < end && one.charCodeAt(shared) === other.charCodeAt(shared)) shared += 1;
  return shared;
}

/** How many they share at their ends; no more than `most`. */
export function sharedEnd(one: string, other: string, most = Infinity): number {
  const end = Math.min(one.length, other.length, most);
  const block = (text: string, shared: number): string =>
    text.slice(text.length - shared - BLOCK, text.length - shared);
  let shared = 0;
  while (shared + BLOCK <= end && block(one, shared) === block(other, shared)) shared += BLOCK;
  while (shared < end && one.charCodeAt(one.length - 1 - shared) === other.charCodeAt(other.length - 1 - shared))
    shared += 1;
  return shared;
}
