const WORDS = [
  ['True', 'true'],
  ['False', 'false'],
  ['None', 'null'],
] as const;

const WORD_PART = /[0-9A-Za-z_]/;

/**
 * A value as JSON, however it was written: strings in single quotes get double ones, and the words of Python those of JSON. A
 * word that is cut off becomes the start of the other. What is neither stays as it is, so the result need not be JSON.
 */
export function literalToJson(value: string): string {
  const pieces: string[] = [];
  let quote = '';
  for (let at = 0; at < value.length; at += 1) {
    const character = value[at] ?? '';
    const next = value[at + 1];
    if (character === '\\' && next !== undefined) {
      if (quote === '') {
        pieces.push(character);
      } else {
        pieces.push(quote === "'" && next === "'" ? next : character + next);
        at += 1;
      }
    } else if (character === '"') {
      pieces.push(quote === "'" ? '\\"' : character);
      if (quote !== "'") quote = quote === '' ? character : '';
    } else if (character === "'") {
      pieces.push(quote === '"' ? character : '"');
      if (quote !== '"') quote = quote === '' ? character : '';
    } else if (quote === '' && 'TFN'.includes(character) && !WORD_PART.test(value[at - 1] ?? ' ')) {
      let to = at;
      while (to < value.length && to - at < 6 && WORD_PART.test(value[to] ?? ' ')) to += 1;
      const word = value.slice(at, to);
      const [, becomes] = WORDS.find(([python]) => python.startsWith(word)) ?? [];
      pieces.push(becomes?.slice(0, word.length) ?? character);
      if (becomes !== undefined) at = to - 1;
    } else {
      pieces.push(character);
    }
  }
  return pieces.join('');
}
