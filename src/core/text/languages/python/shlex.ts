/** `shlex.split(text)` of CPython 3.11: the words of a shell command; null where it raises ValueError, for what stays open. */
export function shlexSplit(text: string): readonly string[] | null {
  const words: string[] = [];
  /** Null between words: a pair of quotes is an empty word. */
  let word: string | null = null;
  let quote = '';
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '\\' && quote !== "'") {
      at += 1;
      if (at === text.length) return null;
      const escaped = text.charAt(at);
      const isPlain = quote === '"' && escaped !== '"' && escaped !== '\\';
      word = (word ?? '') + (isPlain ? `\\${escaped}` : escaped);
    } else if (character === quote) {
      quote = '';
    } else if (quote !== '') {
      word = (word ?? '') + character;
    } else if (character === '"' || character === "'") {
      quote = character;
      word ??= '';
    } else if (/[ \t\r\n]/.test(character)) {
      if (word !== null) words.push(word);
      word = null;
    } else {
      word = (word ?? '') + character;
    }
  }
  if (quote !== '') return null;
  return word === null ? words : [...words, word];
}
