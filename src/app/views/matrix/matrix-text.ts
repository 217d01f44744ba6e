import { csvCell, placeText } from '../../../core/index.ts';
import { answerText } from '../../page/answers/answer-words.ts';
import type { MatrixGroup, MatrixRow } from './matrix-rows.ts';

const columns = ['Server', 'Flag', 'Whole', 'Streamed', 'Text that the user sees', 'Lost', 'First difference'] as const;

/** The cells of a row as plain text, in the order of `columns`. */
function cellsOf({ info, whole, streamed }: MatrixRow, text: string, intended: number): readonly string[] {
  const { start, length } = whole.seen;
  return [
    info.label,
    info.flag,
    answerText(whole, intended),
    streamed === null ? '' : answerText(streamed, intended),
    start.length < length ? `${start}…` : start,
    String(whole.lost),
    whole.partsAt === null ? '' : placeText(text, whole.partsAt),
  ];
}

function rowsOf(groups: readonly MatrixGroup[]): readonly MatrixRow[] {
  return groups.flatMap(({ rows, plain }) => [...rows, ...plain]);
}

/** A table for an issue. Whatever a reply holds, a cell stays one cell. */
export function matrixMarkdown(groups: readonly MatrixGroup[], text: string, intended: number): string {
  const lines = [columns, columns.map(() => '---'), ...rowsOf(groups).map((row) => cellsOf(row, text, intended))];
  return lines.map((cells) => `| ${cells.map(markdownCell).join(' | ')} |\n`).join('');
}

/** For a spreadsheet, as RFC 4180 has it. */
export function matrixCsv(groups: readonly MatrixGroup[], text: string, intended: number): string {
  const lines = [columns, ...rowsOf(groups).map((row) => cellsOf(row, text, intended))];
  return lines.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('');
}

function markdownCell(cell: string): string {
  return cell.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_[\]<>|~&]/g, '\\$&');
}
