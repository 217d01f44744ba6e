import { drawnControls } from '../../../core/index.ts';
import type { Font, Measure } from './items.ts';

/** A row of a text that has been broken to a width; offsets are those of the text. */
export interface Row {
  readonly from: number;
  /** Without the line break. */
  readonly to: number;
  /** The number of the line, from 1, where the row is its first; null where it goes on. */
  readonly line: number | null;
}

/** Remembers how wide each character is: a row costs as many questions as it has new characters. */
export function characterWidths(measure: Measure, font: Font): (character: string) => number {
  const known = new Map<string, number>();
  return (character) => {
    const before = known.get(character);
    if (before !== undefined) return before;
    const width = measure(shown(character), font);
    known.set(character, width);
    return width;
  };
}

/** The first `most` rows of the text from `from` on, `line` being the number of the line there. Breaks anywhere. */
export function rowsFrom(
  text: string,
  { from, line, most, width }: { from: number; line: number; most: number; width: number },
  widthOf: (character: string) => number,
): Row[] {
  const rows: Row[] = [];
  let start = from;
  let number: number | null = line;
  let next = line + 1;
  let used = 0;
  let at = from;
  while (rows.length < most) {
    const character = at < text.length ? String.fromCodePoint(text.codePointAt(at) ?? 0) : '\n';
    if (character === '\n') {
      rows.push({ from: start, to: at, line: number });
      if (at >= text.length) break;
      [start, number, used] = [at + 1, next, 0];
      next += 1;
    } else {
      const own = widthOf(character);
      if (used + own > width && at > start) {
        rows.push({ from: start, to: at, line: number });
        [start, number, used] = [at, null, 0];
        continue;
      }
      used += own;
    }
    at += character.length;
  }
  return rows;
}

/** A sentence in at most `most` rows, broken between words where that is possible; what does not fit ends in `…`. */
export function wrapped(text: string, font: Font, width: number, most: number, measure: Measure): string[] {
  const rows: string[] = [];
  const widthOf = characterWidths(measure, font);
  let rest = text.replaceAll(/\s+/g, ' ').trim();
  while (rest !== '' && rows.length < most) {
    let [to, used, space] = [0, 0, -1];
    for (const character of rest) {
      used += widthOf(character);
      if (used > width && to > 0) break;
      if (character === ' ') space = to;
      to += character.length;
    }
    const end = to >= rest.length || space <= 0 ? to : space;
    rows.push(rest.slice(0, end));
    rest = rest.slice(end).trimStart();
  }
  const last = rows.pop();
  if (last === undefined) return [];
  return [...rows, rest === '' ? last : cutOff(last, width, widthOf)];
}

/** The row with `…` after it, and without as many of its last characters as that takes. */
function cutOff(row: string, width: number, widthOf: (character: string) => number): string {
  const characters = Array.from(row);
  let used = characters.reduce((sum, character) => sum + widthOf(character), widthOf('…'));
  while (used > width && characters.length > 0) used -= widthOf(characters.pop() ?? '');
  return `${characters.join('').trimEnd()}…`;
}

/** A sentence without the backticks around its literals. */
export function plainWords(text: string): string {
  return text.replaceAll(/`([^`]+)`/g, '$1');
}

/** A text as it is drawn: control characters by their pictures, those of direction by their codes, a tab as two spaces. */
export function shown(text: string): string {
  const plain = text.replaceAll('\t', '  ').replaceAll(/\p{Cc}/gu, (one) => {
    const code = one.charCodeAt(0);
    return code < 32 ? String.fromCharCode(0x24_00 + code) : '�';
  });
  // One by one, as they are measured.
  return Array.from(plain, drawnControls).join('');
}
