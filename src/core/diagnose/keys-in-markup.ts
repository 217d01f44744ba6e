const MOST_PLACES = 20;

/** What comes before the name of an argument in markup, and what after it. */
const BEFORE = /(?:[<>"'=([{,|｜\n]|(?:ARG|key)\W{1,3}|^)\s*$/;
const AFTER = /^["']?(?:\s*[:=>]|\s+\w+=|<[/|｜]|\n)/;

/** Where a name is written as the key of an argument is: in a tag, in quotes before a colon, before an equals sign. -1 where not. */
export function keyInMarkup(text: string, key: string): number {
  for (let at = text.indexOf(key), tries = 0; at >= 0 && tries < MOST_PLACES; tries += 1) {
    const to = at + key.length;
    if (BEFORE.test(text.slice(Math.max(0, at - 10), at)) && AFTER.test(text.slice(to, to + 20))) return at;
    at = text.indexOf(key, to);
  }
  return -1;
}
