import { counted, type Span } from '../../../core/index.ts';
import type { Subject } from '../kind.ts';
import type { Measure } from './items.ts';
import { characterWidths, rowsFrom, type Row } from './wrap.ts';

/** The part of a document that a picture shows. */
export interface TextWindow {
  readonly rows: readonly Row[];
  /** Says how much is above the rows and below them; '' where nothing is. */
  readonly before: string;
  readonly after: string;
}

/** Lines that are shown above the place that decides. */
const ABOVE = 8;

/** The beginning of the document, or what is around the first place with a diagnosis or a loss where that is further down. */
export function textWindow(
  extraction: NonNullable<Subject['extraction']>,
  { width, most, measure }: { readonly width: number; readonly most: number; readonly measure: Measure },
): TextWindow {
  const { document } = extraction;
  const widthOf = characterWidths(measure, 'mono');
  const rowsAt = (from: number, line: number): Row[] => rowsFrom(document, { from, line, most, width }, widthOf);
  const first = rowsAt(0, 1);
  const place = decidingPlace(extraction)?.from ?? null;
  const isNear = place === null || place < (first.at(-1)?.to ?? 0);
  const from = isNear ? 0 : startBefore(document, place, width / widthOf('m'));
  const rows = isNear ? first : rowsAt(from, lineAt(document, from));
  const to = rows.at(-1)?.to ?? 0;
  return { rows, before: moreText(from), after: moreText(document.length - to) };
}

function moreText(count: number): string {
  return count <= 0 ? '' : `… ${counted(count, 'more character')}`;
}

/** The error, else the first diagnosis, else the first loss; null where there is none. */
export function decidingPlace({ error, diagnoses, lost }: NonNullable<Subject['extraction']>): Span | null {
  return error?.span ?? diagnoses[0]?.span ?? lost[0] ?? null;
}

/** The start of a line a little above; where lines are endless, some rows before the place. */
function startBefore(document: string, place: number, columns: number): number {
  const reach = Math.floor(ABOVE * columns);
  const near = document.slice(Math.max(0, place - reach), place);
  const lines = near.split('\n');
  if (lines.length === 1) return wholeCharacter(document, Math.max(0, place - reach));
  return place - lines.slice(-Math.min(ABOVE, lines.length - 1)).join('\n').length;
}

function wholeCharacter(document: string, at: number): number {
  const code = document.charCodeAt(at);
  return code >= 0xdc_00 && code <= 0xdf_ff ? at + 1 : at;
}

function lineAt(document: string, at: number): number {
  let line = 1;
  for (let index = 0; index < at; index += 1) if (document.charCodeAt(index) === 10) line += 1;
  return line;
}
