import { csvCell, placeText } from '../../../core/index.ts';
import { answerText } from '../../page/answers/answer-words.ts';
import type { MatrixGroup, MatrixRow } from './matrix-rows.ts';

const columns = ['Server', 'Flag', 'Whole', 'Streamed', 'Text that the user sees', 'Lost', 'First difference'] as const;

/** How many calls were meant, and whether a person says which. */
interface Meant {
  readonly intended: number;
  readonly isExpected?: boolean;
}

/** The cells of a row as plain text, in the order of `columns`. */
function cellsOf(
  { info, whole, streamed }: MatrixRow,
  text: string,
  { intended, isExpected = false }: Meant,
): readonly string[] {
  const { start, length } = whole.seen;
  return [
    info.label,
    info.flag,
    answerText(whole, intended, isExpected),
    streamed === null ? '' : answerText(streamed, intended, isExpected),
    start.length < length ? `${start}…` : start,
    String(whole.lost),
    whole.partsAt === null ? '' : placeText(text, whole.partsAt),
  ];
}

function rowsOf(groups: readonly MatrixGroup[]): readonly MatrixRow[] {
  return groups.flatMap(({ rows, plain }) => [...rows, ...plain]);
}

/** A table for an issue. Whatever a reply holds, a cell stays one cell. */
export function matrixMarkdown(groups: readonly MatrixGroup[], text: string, meant: Meant): string {
  const lines = [columns, columns.map(() => '---'), ...rowsOf(groups).map((row) => cellsOf(row, text, meant))];
  return lines.map((cells) => `| ${cells.map(markdownCell).join(' | ')} |\n`).join('');
}

/** For a spreadsheet, as RFC 4180 has it. */
export function matrixCsv(groups: readonly MatrixGroup[], text: string, meant: Meant): string {
  const lines = [columns, ...rowsOf(groups).map((row) => cellsOf(row, text, meant))];
  return lines.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('');
}

function markdownCell(cell: string): string {
  return cell.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_[\]<>|~&]/g, '\\$&');
}
