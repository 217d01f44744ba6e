import {
  csvCell,
  isFailure,
  type LoggedReply,
  type ReplyResult,
  type ResultColumns,
  sentenceOf,
} from '../../core/index.ts';
import type { Comparison, PlacedMove } from './batch-moves.ts';
import type { BatchFile } from './batch-protocol.ts';
import type { ReplyStore } from './reply-store.ts';

interface Exported {
  readonly reply: LoggedReply;
  readonly result: ReplyResult;
  /** The name of the file that it is from. */
  readonly file: string;
  /** What became of it since what it is compared with; absent where nothing is compared, and for a reply before. */
  readonly moved?: PlacedMove | undefined;
}

/** What is saved. */
interface Source {
  readonly replies: ReplyStore;
  readonly results: ResultColumns;
  readonly files: readonly Pick<BatchFile, 'name' | 'from' | 'replies'>[];
  readonly compared: Pick<Comparison, 'byPlace'> | null;
}

/** So many replies are written at once. One string of all of them may be longer than a string can be. */
const SHARE = 100;

/** The replies at these places with what became of them, as a file. */
export async function exported(
  form: 'csv' | 'jsonl',
  places: readonly number[],
  { replies, results, files, compared }: Source,
): Promise<Blob> {
  const parts: Blob[] = form === 'csv' ? [new Blob([csvHead])] : [];
  for (let from = 0; from < places.length; from += SHARE) {
    const rows: Exported[] = [];
    for (const place of places.slice(from, from + SHARE)) {
      const [reply, result] = [await replies.at(place), results.at(place)];
      if (reply === null || result === undefined) continue;
      const file = files.find((one) => place >= one.from && place < one.from + one.replies)?.name ?? '';
      rows.push({ reply, result, file, moved: compared?.byPlace.get(place) });
    }
    parts.push(new Blob(form === 'csv' ? toCsv(rows) : toJsonLines(rows)));
  }
  return new Blob(parts);
}

const columns = [
  'id',
  'file',
  'served',
  'outcome',
  'failed',
  'score_wrong',
  'outcome_before',
  'change',
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

function cellsOf({ reply, result, file, moved }: Exported): string[] {
  const { id, served, outcome, isMarkedWrong, diagnosis, format, names, model, prompt, length } = result;
  const cells = [
    id,
    file,
    served ?? '',
    outcome,
    String(isFailure(result)),
    reply.isRight === null ? '' : String(isMarkedWrong),
    moved?.was ?? '',
    moved?.move ?? '',
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
  return rows.map(({ reply, result, file, moved }) => {
    const {
      id,
      outline: _outline,
      words: _words,
      record: _record,
      slots: _slots,
      isApart: _isApart,
      isAsked: _isAsked,
      ...kept
    } = result;
    const change = moved === undefined ? {} : { outcomeBefore: moved.was, change: moved.move };
    const judged = { isFailed: isFailure(result), ...change };
    const said = { why: sentenceOf(result), text: reply.text, calls: reply.calls };
    return `${JSON.stringify({ id, file, ...kept, ...judged, ...said })}\n`;
  });
}
