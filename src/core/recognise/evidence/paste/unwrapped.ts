import { isLogLine } from '../../index.ts';

/** Longer texts are logs, whose lines nobody breaks. In UTF-16 units. */
const LONGEST = 4000;

/** What Rich prints at the right of a line of a log: the place in the program. */
const PLACE = / {2,}\w{1,40}\.py:\d{1,5} *$/gm;

/**
 * The text that a console broke at its width, whole again: lines that are indented go on where the one before them ended,
 * and where none is, every line does. Null for one line, and for a long text. Linear.
 */
export function unwrapped(text: string): string | null {
  if (text.length > LONGEST || !text.includes('\n')) return null;
  const lines = text.replaceAll(PLACE, '').split('\n');
  // What a program logs line by line was never one line.
  if (lines.filter((line) => isLogLine(line)).length > 1) return null;
  const indents = lines.slice(1).flatMap((line) => {
    const indent = line.search(/\S/);
    return indent > 0 ? [indent] : [];
  });
  const least = indents.length === 0 ? 0 : Math.min(...indents);
  let whole = lines[0] ?? '';
  for (const line of lines.slice(1)) {
    if (line.search(/\S/) < Math.min(least, 1)) whole += `\n${line}`;
    else {
      const rest = line.slice(least);
      whole += isOpen(whole, rest) ? rest : ` ${rest.trimStart()}`;
    }
  }
  return whole;
}

/** So long is no word: a console breaks it where its width ends. In UTF-16 units. */
const LONGEST_WORD = 40;

/** Whether nothing was between the two: the space is there, or the break is inside of a word. */
function isOpen(before: string, after: string): boolean {
  if (/[ \n]$/.test(before) || after.startsWith(' ')) return true;
  return !/\s/.test(before.slice(-LONGEST_WORD));
}
