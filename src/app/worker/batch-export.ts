import type { LoggedReply, ReplyResult } from '../../core/index.ts';

interface Exported {
  readonly reply: LoggedReply;
  readonly result: ReplyResult;
}

const columns = ['id', 'outcome', 'wrong', 'why', 'diagnosis', 'format', 'tools', 'model', 'length', 'text'] as const;

/** The first row of a table: what its columns are. */
export const csvHead = `${columns.join(',')}\r\n`;

/** Rows of a table. One string of all of them may be longer than a string can be. */
export function toCsv(rows: readonly Exported[]): string[] {
  return rows.map((row) => `${cellsOf(row).map(quotedCell).join(',')}\r\n`);
}

function cellsOf({ reply, result }: Exported): string[] {
  const { id, outcome, isWrong, why, diagnosis, format, names, model, length } = result;
  const cells = [id, outcome, String(isWrong), why, diagnosis ?? '', format ?? '', names.join(' '), model ?? ''];
  return [...cells, String(length), reply.text ?? ''];
}

/** A cell of RFC 4180. One that a spreadsheet would run as a formula is made text. */
function quotedCell(cell: string): string {
  const safe = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** One JSON object a line: what was said, and what became of it. */
export function toJsonLines(rows: readonly Exported[]): string[] {
  return rows.map(({ reply, result }) => {
    const { outline: _outline, words: _words, record: _record, ...kept } = result;
    return `${JSON.stringify({ ...kept, text: reply.text, calls: reply.calls })}\n`;
  });
}
