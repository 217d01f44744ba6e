import { emptyText, Text } from '../values/text.ts';

export interface WrapStyle {
  readonly width: number;
  readonly breakLong: boolean;
  readonly onHyphens: boolean;
}

/** `textwrap.wrap` of one line, with `expand_tabs` and `replace_whitespace` off; widths are UTF-16 units. */
export function wrapped(line: Text, style: WrapStyle): Text[] {
  const { width } = style;
  const chunks = chunksOf(line, style.onHyphens).reverse();
  const lines: Text[] = [];
  while (chunks.length > 0) {
    const current: Text[] = [];
    let length = 0;
    if (lines.length > 0 && isBlank(chunks.at(-1))) chunks.pop();
    for (let next = chunks.at(-1); next !== undefined && length + next.length <= width; next = chunks.at(-1)) {
      current.push(next);
      length += next.length;
      chunks.pop();
    }
    const long = chunks.at(-1);
    if (long !== undefined && long.length > width) {
      chunks.pop();
      const room = width - length;
      if (style.breakLong) {
        const end = hyphenEnd(long, Math.max(room, 1), style.onHyphens);
        current.push(long.slice(0, end));
        chunks.push(long.slice(end, long.length));
      } else if (current.length === 0) current.push(long);
      else chunks.push(long);
    }
    if (current.length > 0 && isBlank(current.at(-1))) current.pop();
    if (current.length > 0) lines.push(Text.join(current));
  }
  return lines;
}

function hyphenEnd(chunk: Text, room: number, onHyphens: boolean): number {
  if (!onHyphens) return room;
  const hyphen = chunk.text.lastIndexOf('-', room - 1);
  return hyphen > 0 && /[^-]/.test(chunk.text.slice(0, hyphen)) ? hyphen + 1 : room;
}

function isBlank(chunk: Text = emptyText): boolean {
  return chunk.length > 0 && /^[\t\n\v\f\r ]*$/.test(chunk.text);
}

/** Words and the space between them; a word may end after a hyphen between letters. */
function chunksOf(line: Text, onHyphens: boolean): Text[] {
  const chunks: Text[] = [];
  const { text } = line;
  let from = 0;
  const push = (to: number): void => {
    if (to > from) chunks.push(line.slice(from, to));
    from = to;
  };
  const isSpace = (at: number): boolean => '\t\n\v\f\r '.includes(text.charAt(at)) && at < text.length;
  for (let at = 0; at < text.length; at += 1) {
    if (at > 0 && isSpace(at) !== isSpace(at - 1)) push(at);
    const isHyphen = onHyphens && text.charAt(at) === '-' && at - from >= 2;
    if (
      isHyphen &&
      /[\p{L}]/u.test(text.charAt(at - 1)) &&
      /[\p{L}\p{N}_]/u.test(text.charAt(at - 2)) &&
      /\p{L}/u.test(text.charAt(at + 1)) &&
      /[\p{L}]/u.test(text.charAt(at + 2))
    )
      push(at + 1);
  }
  push(text.length);
  return chunks;
}
