const MOST_PLACES = 20;

/** What markup has before the name of an argument, and after it. */
const BEFORE = /(?:[<>"'=([{,|｜\n]|(?:ARG|key)\W{1,3}|^)\s*$/;
const AFTER = /^["']?(?:\s*[:=>]|\s+\w+=|<[/|｜]|\n)/;

/** Offset of the first place where a name is a key: in a tag, in quotes before a colon, before an equals sign. -1 if none. */
export function keyInMarkup(text: string, key: string): number {
  for (let at = text.indexOf(key), tries = 0; at >= 0 && tries < MOST_PLACES; tries += 1) {
    const to = at + key.length;
    if (BEFORE.test(text.slice(Math.max(0, at - 10), at)) && AFTER.test(text.slice(to, to + 20))) return at;
    at = text.indexOf(key, to);
  }
  return -1;
}
