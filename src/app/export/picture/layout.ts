import type { LedgerEntry, Tone } from '../../../core/index.ts';
import { toneSigns } from '../../page/reading/tone-signs.ts';
import type { Subject } from '../kind.ts';
import { sourceText } from '../runtime-text.ts';
import type { Colour, Font, Item, Measure, Picture } from './items.ts';
import { linkRows } from './link-words.ts';
import { faultStyle, markStyles, type MarkStyle } from './marks.ts';
import { decidingPlace, textWindow, type TextWindow } from './text-window.ts';
import { characterWidths, plainWords, shown, wrapped, type Row } from './wrap.ts';
import { saidBelow, wordsOf } from '../said.ts';

/** Widths in CSS pixels: as chats show a picture without making it smaller, on a screen and on a phone. */
export const WIDE = 880;
export const NARROW = 520;
const MARGIN = 28;
const GUTTER = 44;
const PADDING = 12;
const LINE = 21;
/** Rows of the text that are shown. */
const ROWS = 34;
/** How far down in its row the line below a fault is. */
const FAULT_AT = 0.9;

type Answer = NonNullable<Subject['extraction']>;

/** As on the page. */
const colours = {
  good: 'good',
  flawed: 'warn',
  open: 'accent',
  none: 'ink',
  bad: 'bad',
} as const satisfies Record<Tone, Colour>;

/** The verdict, the marked text and the link, from top to bottom. */
export function layoutPicture(subject: Subject, extraction: Answer, width: number, measure: Measure): Picture {
  const inner = width - 2 * MARGIN;
  const items: Item[] = [];
  let y = MARGIN;
  const write = (rows: readonly string[], font: Font, colour: Colour, height: number, x = MARGIN): void => {
    for (const text of rows) {
      y += height;
      items.push({ kind: 'text', x, y: y - height * 0.28, text, font, colour });
    }
  };
  const said = wordsOf(subject, extraction);
  const [sign, colour] = [toneSigns[said.tone], colours[said.tone]];
  write(wrapped(sourceText(extraction.runtime), 'small', inner, 2, measure), 'small', 'ink-soft', 20);
  y += 4;
  write(wrapped(`${sign} ${plainWords(said.headline)}`, 'headline', inner, 3, measure), 'headline', colour, 30);
  write(wrapped(plainWords(saidBelow(said)), 'body', inner, 5, measure), 'body', 'ink', 22);
  y += 12;
  const shownText = textWindow(extraction, { width: inner - GUTTER - 2 * PADDING, most: ROWS, measure });
  y = addText(items, { x: MARGIN, y, width: inner }, shownText, extraction, measure);
  y += 8;
  y = addLegend(items, y, usedMarks(shownText, extraction), measure);
  y += 8;
  items.push({ kind: 'stroke', x: MARGIN, y, width: inner, stroke: 'through', colour: 'line' });
  y += 6;
  for (const { text, font } of linkRows(subject.link)) {
    write(
      wrapped(text, font, inner, 8, measure),
      font,
      font === 'small' ? 'ink-soft' : 'ink',
      font === 'small' ? 20 : 17,
    );
  }
  const height = Math.ceil(y + MARGIN - 8);
  return { width, height, items: [{ kind: 'box', x: 0, y: 0, width, height, fill: 'paper' }, ...items] };
}

interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/** The text in its box; returns where the box ends. */
function addText(
  items: Item[],
  { x: side, y: top, width }: Area,
  window: TextWindow,
  extraction: Answer,
  measure: Measure,
): number {
  const notes = [window.before, window.after].filter((note) => note !== '').length;
  const height = (window.rows.length + notes) * LINE + 2 * PADDING;
  items.push({ kind: 'box', x: side - 1, y: top - 1, width: width + 2, height: height + 2, fill: 'line' });
  items.push({ kind: 'box', x: side, y: top, width, height, fill: 'surface' });
  const widthOf = characterWidths(measure, 'mono');
  const left = side + PADDING + GUTTER;
  let y = top + PADDING;
  const note = (text: string): void => {
    if (text === '') return;
    items.push({ kind: 'text', x: left, y: y + LINE * 0.7, text, font: 'small', colour: 'ink-soft' });
    y += LINE;
  };
  note(window.before);
  let entry = 0;
  for (const row of window.rows) {
    if (row.line !== null) {
      const number = String(row.line);
      const x = left - PADDING - measure(number, 'tiny-mono');
      items.push({ kind: 'text', x, y: y + LINE * 0.7, text: number, font: 'tiny-mono', colour: 'ink-soft' });
    }
    while ((extraction.ledger[entry]?.to ?? Infinity) <= row.from) entry += 1;
    addRow(items, row, { x: left, y }, extraction, entry, widthOf);
    addFault(items, row, { x: left, y }, extraction, widthOf);
    y += LINE;
  }
  note(window.after);
  return top + height;
}

/** One row, piece by piece as the ledger has it; `first` is the entry in which the row begins. */
function addRow(
  items: Item[],
  row: Row,
  { x: left, y }: { readonly x: number; readonly y: number },
  { document, ledger }: Pick<Answer, 'document' | 'ledger'>,
  first: number,
  widthOf: (character: string) => number,
): void {
  let x = left;
  for (let index = first; index < ledger.length; index += 1) {
    const entry = ledger[index];
    if (entry === undefined || entry.from >= row.to) return;
    const text = document.slice(Math.max(entry.from, row.from), Math.min(entry.to, row.to));
    if (text === '') continue;
    let width = 0;
    for (const character of text) width += widthOf(character);
    const style = styleOf(entry);
    if (style !== null) addMark(items, style, { x, y, width });
    items.push({ kind: 'text', x, y: y + LINE * 0.7, text: shown(text), font: 'mono', colour: 'ink' });
    x += width;
  }
}

/** Marks the place that decides, on top of what became of the text there. */
function addFault(
  items: Item[],
  row: Row,
  { x: left, y }: { readonly x: number; readonly y: number },
  extraction: Answer,
  widthOf: (character: string) => number,
): void {
  const place = decidingPlace(extraction);
  if (place === null || place.from > row.to || place.to < row.from) return;
  const { document } = extraction;
  const widthTo = (from: number, to: number): number =>
    Array.from(document.slice(from, to)).reduce((sum, character) => sum + widthOf(character), 0);
  const from = Math.max(place.from, row.from);
  const width = widthTo(from, Math.min(place.to, row.to));
  // A place without characters, where something is missing, has to be seen as well.
  if (width === 0 && place.from < place.to) return;
  const area = { x: left + widthTo(row.from, from), y: y + LINE * FAULT_AT, width: Math.max(width, 4) };
  items.push({ kind: 'stroke', ...area, stroke: faultStyle.stroke, colour: faultStyle.line });
}

function styleOf({ kind }: LedgerEntry): MarkStyle | null {
  return kind === 'content' ? null : markStyles[kind];
}

function addMark(items: Item[], { fill, line, stroke }: MarkStyle, { x, y, width }: Area): void {
  items.push({ kind: 'box', x, y: y + 1, width, height: LINE - 2, fill });
  items.push({ kind: 'stroke', x, y: y + LINE * (stroke === 'through' ? 0.48 : 0.86), width, stroke, colour: line });
}

/** The marks that can be seen, in the order of the table. */
function usedMarks({ rows }: TextWindow, extraction: Answer): MarkStyle[] {
  const [from, to] = [rows[0]?.from ?? 0, rows.at(-1)?.to ?? 0];
  const kinds = new Set(
    extraction.ledger.filter((entry) => entry.from < to && entry.to > from).map(({ kind }) => kind),
  );
  const place = decidingPlace(extraction);
  const used = Object.entries(markStyles).flatMap(([kind, style]) =>
    kinds.has(kind as LedgerEntry['kind']) ? [style] : [],
  );
  return place !== null && place.from <= to && place.to >= from ? [...used, faultStyle] : used;
}

/** What the marks mean; returns where it ends. */
function addLegend(items: Item[], top: number, styles: readonly MarkStyle[], measure: Measure): number {
  if (styles.length === 0) return top;
  let x = MARGIN;
  for (const style of styles) {
    const width = measure(style.name, 'small');
    addMark(items, style, { x, y: top, width: width + 12 });
    items.push({ kind: 'text', x: x + 6, y: top + LINE * 0.68, text: style.name, font: 'small', colour: 'ink' });
    x += width + 24;
  }
  return top + LINE;
}
