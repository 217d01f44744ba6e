import { csvCell, type LoggedReply, type ReplyResult, type ResultColumns, sentenceOf } from '../../core/index.ts';
import type { ReplyStore } from './reply-store.ts';

interface Exported {
  readonly reply: LoggedReply;
  readonly result: ReplyResult;
}

/** So many replies are written at once. One string of all of them may be longer than a string can be. */
const SHARE = 100;

/** The replies at these places with what became of them, as a file. */
export async function exported(
  form: 'csv' | 'jsonl',
  places: readonly number[],
  { replies, results }: { readonly replies: ReplyStore; readonly results: ResultColumns },
): Promise<Blob> {
  const parts: Blob[] = form === 'csv' ? [new Blob([csvHead])] : [];
  for (let from = 0; from < places.length; from += SHARE) {
    const rows: Exported[] = [];
    for (const place of places.slice(from, from + SHARE)) {
      const [reply, result] = [await replies.at(place), results.at(place)];
      if (reply !== null && result !== undefined) rows.push({ reply, result });
    }
    parts.push(new Blob(form === 'csv' ? toCsv(rows) : toJsonLines(rows)));
  }
  return new Blob(parts);
}

const columns = [
  'id',
  'served',
  'outcome',
  'wrong',
  'why',
  'diagnosis',
  'format',
  'tools',
  'model',
  'prompt',
  'length',
  'text',
] as const;

/** The first row of a table: what its columns are. @internal Tests read the table back. */
export const csvHead = `${columns.join(',')}\r\n`;

/** Rows of a table. @internal Tests read them back. */
export function toCsv(rows: readonly Exported[]): string[] {
  return rows.map((row) => `${cellsOf(row).map(csvCell).join(',')}\r\n`);
}

function cellsOf({ reply, result }: Exported): string[] {
  const { id, served, outcome, isWrong, isMarkedWrong, diagnosis, format, names, model, prompt, length } = result;
  const cells = [
    id,
    served ?? '',
    outcome,
    String(isWrong || isMarkedWrong),
    sentenceOf(result),
    diagnosis ?? '',
    format ?? '',
    names.join(' '),
    model ?? '',
    prompt ?? '',
  ];
  return [...cells, String(length), reply.text ?? ''];
}

/** One JSON object a line: what was said, and what became of it. @internal Tests read them back. */
export function toJsonLines(rows: readonly Exported[]): string[] {
  return rows.map(({ reply, result }) => {
    const { outline: _outline, words: _words, record: _record, slots: _slots, ...kept } = result;
    return `${JSON.stringify({ ...kept, why: sentenceOf(result), text: reply.text, calls: reply.calls })}\n`;
  });
}
