/** Where an offset is for a reader: line and column from 1, the column in UTF-16 units. */
interface Place {
  readonly line: number;
  readonly column: number;
}

function placeOf(document: string, offset: number): Place {
  let line = 1;
  let lineFrom = 0;
  for (let at = document.indexOf('\n'); at >= 0 && at < offset; at = document.indexOf('\n', at + 1)) {
    line += 1;
    lineFrom = at + 1;
  }
  return { line, column: offset - lineFrom + 1 };
}

/** "line 2, column 5", or "the end" when nothing is at the offset. */
export function placeText(document: string, offset: number): string {
  const { line, column } = placeOf(document, offset);
  const place = `line ${String(line)}, column ${String(column)}`;
  return offset >= document.length ? `the end (${place})` : place;
}

/** A sentence or a part of one, with the place at its end: "found `}` (line 2, column 5)". */
export function withPlace(text: string, document: string, offset: number): string {
  const place = placeText(document, offset).replace(/^the end \((.*)\)$/, 'the end, $1');
  return text.endsWith(')') ? `${text.slice(0, -1)}, ${place})` : `${text} (${place})`;
}

const NAMED = new Map<number, string>([
  [0x00, 'a NUL character'],
  [0x09, 'a tab'],
  [0x0a, 'a line break'],
  [0x0d, 'a carriage return'],
  [0x20, 'a space'],
  [0xa0, 'a no-break space (U+00A0)'],
  [0xfeff, 'a byte order mark (U+FEFF)'],
  [0x200b, 'a zero-width space (U+200B)'],
]);

/** The character at an offset as a reader should see it: quoted, or by name where it would be invisible. */
export function characterText(document: string, offset: number): string {
  const code = document.codePointAt(offset);
  if (code === undefined) return 'the end of the text';
  const name = NAMED.get(code);
  if (name !== undefined) return name;
  const hex = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  if (code < 0x20 || (code >= 0x7f && code <= 0x9f) || (code >= 0xd800 && code <= 0xdfff))
    return `a control character (${hex})`;
  const shown = `\`${String.fromCodePoint(code)}\``;
  return code < 0x7f ? shown : `${shown} (${hex})`;
}

/** A piece of the document on one line, cut in the middle when it is long. */
export function excerpt(document: string, from: number, to: number, limit = 48): string {
  const head =
    to - from > limit
      ? document.slice(from, from + limit - 9) + '…' + document.slice(to - 8, to)
      : document.slice(from, to);
  return head.replaceAll('\n', '⏎').replaceAll('\r', '␍').replaceAll('\t', '⇥');
}
