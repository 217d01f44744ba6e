/** What methods of str do with upper and lower case. */

const CASED = /[\p{Lowercase}\p{Uppercase}\p{Lt}]/u;

/** `str.capitalize`. The first character is written in title case: `ǆ` becomes `ǅ`. */
export function capitalized(text: string): string {
  const first = String.fromCodePoint(text.codePointAt(0) ?? 0);
  return text === '' ? '' : titleCase(first) + text.slice(first.length).toLowerCase();
}

/** Characters whose title case is not their upper case. */
const titleForms: ReadonlyMap<string, string> = new Map([
  ['Ǆ', 'ǅ'],
  ['ǅ', 'ǅ'],
  ['ǆ', 'ǅ'],
  ['Ǉ', 'ǈ'],
  ['ǈ', 'ǈ'],
  ['ǉ', 'ǈ'],
  ['Ǌ', 'ǋ'],
  ['ǋ', 'ǋ'],
  ['ǌ', 'ǋ'],
  ['Ǳ', 'ǲ'],
  ['ǲ', 'ǲ'],
  ['ǳ', 'ǲ'],
]);

function titleCase(character: string): string {
  const form = titleForms.get(character);
  if (form !== undefined) return form;
  const upper = character.toUpperCase();
  // `ß` becomes `Ss`, and `ﬁ` becomes `Fi`.
  const first = String.fromCodePoint(upper.codePointAt(0) ?? 0);
  return first + upper.slice(first.length).toLowerCase();
}

/** `str.title`: what follows a cased character is written in lower case. */
export function titled(text: string): string {
  let out = '';
  let isInside = false;
  for (const character of text) {
    out += isInside ? character.toLowerCase() : titleCase(character);
    isInside = CASED.test(character);
  }
  return out;
}

export function swappedCase(text: string): string {
  let out = '';
  for (const character of text) {
    const upper = character.toUpperCase();
    out += /\p{Lowercase}/u.test(character) ? upper : character.toLowerCase();
  }
  return out;
}

/** `islower` and `isupper`: no character of the other case, and at least one of this. */
export function isCased(text: string, wanted: 'lower' | 'upper'): boolean {
  let isFound = false;
  for (const character of text) {
    const isLower = /\p{Lowercase}/u.test(character);
    const isUpper = /\p{Uppercase}|\p{Lt}/u.test(character);
    if (wanted === 'lower' ? isUpper : isLower || /\p{Lt}/u.test(character)) return false;
    isFound ||= wanted === 'lower' ? isLower : isUpper;
  }
  return isFound;
}
