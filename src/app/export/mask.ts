/** Finds an escape of JSON that `\` begins, or a character that is replaced. */
const piece = /\\+(?:u([0-9a-fA-F]{4})|[bfnrt])|\p{L}|\p{M}|\p{N}/gu;

/**
 * The text with letters and digits replaced by x, X and 0: as long as before, with the same punctuation and white space.
 * Escapes stay escapes, so that what was a string literal of JSON is one still.
 */
export function mask(text: string): string {
  return text.replace(piece, (one, code: string | undefined) => {
    if (!one.startsWith('\\')) return placeholder(one).repeat(one.length);
    if (code === undefined) return one;
    const character = String.fromCharCode(Number.parseInt(code, 16));
    if (!/[\p{L}\p{M}\p{N}]/u.test(character)) return one;
    return `${one.slice(0, -4)}00${placeholder(character).charCodeAt(0).toString(16)}`;
  });
}

function placeholder(character: string): string {
  if (/\p{N}/u.test(character)) return '0';
  return /\p{Lu}/u.test(character) ? 'X' : 'x';
}
