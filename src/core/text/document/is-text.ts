/**
 * Whether the beginning of a file reads as text. Pictures, archives and the like, read as UTF-8, are full of what no text has:
 * NUL, and U+FFFD for bytes that are no UTF-8.
 */
export function isText(text: string): boolean {
  const head = text.slice(0, 4096);
  return (head.match(/[\0\uFFFD]/g)?.length ?? 0) <= head.length / 20;
}
