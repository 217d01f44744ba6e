/** A fenced block that nothing in `text` can close. */
export function fenced(text: string, language = 'text'): string {
  const longest = Math.max(0, ...runLengths(text));
  const fence = '`'.repeat(Math.max(3, longest + 1));
  return `${fence}${language}\n${text}${text.endsWith('\n') ? '' : '\n'}${fence}`;
}

function runLengths(text: string): Set<number> {
  return new Set(Array.from(text.matchAll(/`+/g), ([run]) => run.length));
}

/** A link whose label and address mean nothing else, whatever they hold. */
export function markdownLink(label: string, link: string): string {
  const oneLine = label.replaceAll(/\s+/g, ' ').trim();
  const address = link.replaceAll(/[()<>\s\\]/g, (one) => `%${one.charCodeAt(0).toString(16).padStart(2, '0')}`);
  return `[${withoutMarkup(oneLine).replaceAll('`', '\\`')}](${address})`;
}

/** A text in which nothing is markup but code between backquotes. */
function withoutMarkup(text: string): string {
  return text.replaceAll(/[\\*_[\]<>|~&!]/g, '\\$&');
}

/** A sentence of the page as Markdown: what is between backquotes is code there as well, and nothing else is markup. */
export function markdownWords(sentence: string): string {
  return sentence
    .replaceAll(/\s+/g, ' ')
    .split(/(`[^`]+`)/)
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll(MARKUP, '\\$&')))
    .join('');
}

/** An underscore inside of a word is none. */
const MARKUP = /[\\*[\]<>|~&!`]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu;
