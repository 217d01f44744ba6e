/** How well something fits what is searched for; the smallest number fits best. */
export type Rank =
  /** Its title begins with the first word, and has the others at the beginning of a word. */
  | 0
  /** Each word begins a word of the title. */
  | 1
  /** Each word is somewhere in the title. */
  | 2
  /** Some of the words are in the title, and the rest in what else is known of it. */
  | 3
  /** Each word is in what else is known of it. */
  | 4;

/** The words that are searched for, in any order: small letters, with `_` as `-`, because engines and formats differ there. */
export function searchWords(wanted: string): readonly string[] {
  return folded(wanted)
    .split(/\s+/)
    .filter((word) => word !== '');
}

/** The text as it is searched. */
export function folded(text: string): string {
  return text.toLowerCase().replaceAll('_', '-');
}

/** Whether a text that was `folded` holds every word. */
export function holdsAll(text: string, words: readonly string[]): boolean {
  return words.every((word) => text.includes(word));
}

/** How well a title fits, and what else is known of it; both are `folded`. null where a word is in neither. */
export function rankOf(title: string, others: string, words: readonly string[]): Rank | null {
  if (!words.every((word) => title.includes(word) || others.includes(word))) return null;
  if (!holdsAll(title, words)) return words.some((word) => title.includes(word)) ? 3 : 4;
  if (!words.every((word) => beginsWord(title, word))) return 2;
  const [first = ''] = words;
  return title.startsWith(first) ? 0 : 1;
}

/** Whether a word of the text begins so. */
function beginsWord(text: string, start: string): boolean {
  for (let at = text.indexOf(start); at >= 0; at = text.indexOf(start, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}]/u.test(text.charAt(at - 1))) return true;
  }
  return false;
}
