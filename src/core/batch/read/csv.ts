import { parsedJson } from '../../text/json/index.ts';
import { type RowCells, RowReader } from '../../text/document/index.ts';
import { saysAsked, saysOthers, saysReplies } from '../shapes/reply-keys.ts';
import { toolsIn } from '../shapes/tools.ts';
import { answersWithin } from '../shapes/within.ts';
import { type Fields, textOf, unpacked } from '../values.ts';

/** A row as an object under the names of the columns, and the line where it begins, from 1. */
export interface Row {
  readonly record: Fields;
  readonly line: number;
}

/** So many rows are looked at before the column of the replies is guessed. */
const FIRST_ROWS = 20;

/** Reads a table with a header. Columns have the names that the reader of records knows: `Model Output` is `model_output`. */
export class CsvReader {
  readonly #rows: RowReader;
  readonly #known: readonly string[];
  #names: readonly string[] | null = null;
  #first: Row[] | null = [];
  /** The column that holds the replies where none has a known name. */
  #guess: string | null = null;
  /** The columns whose cells are JSON, texts in quotes as well. */
  #json: readonly string[] = [];

  constructor(separator: string, known: readonly string[]) {
    this.#rows = new RowReader(separator);
    this.#known = known;
  }

  push(text: string): Row[] {
    return this.#read(this.#rows.push(text));
  }

  /** The last rows. One that ends inside of quotes, or before its last column, was cut: its text is not what somebody wrote. */
  end(): { readonly rows: readonly Row[]; readonly isCut: boolean } {
    const { isOpen } = this.#rows;
    const last = this.#rows.end();
    const isCut = isOpen || last.some(({ cells }) => cells.length < (this.#names?.length ?? 0));
    return { rows: [...(isCut ? [] : this.#read(last)), ...this.#release()], isCut };
  }

  #read(rows: readonly RowCells[]): Row[] {
    const read: Row[] = [];
    for (const { cells, line } of rows) {
      if (this.#names === null) {
        this.#names = cells.map((name) =>
          name
            .trim()
            .replace(/([a-z\d])([A-Z])/g, '$1_$2')
            .toLowerCase()
            .replace(/[\s-]+/g, '_'),
        );
        continue;
      }
      const entries = this.#names.flatMap((name, index) =>
        cells[index] === undefined ? [] : [[name, cells[index]] as const],
      );
      const row: Row = { record: Object.fromEntries(entries), line };
      if (this.#first === null) read.push(this.#named(row));
      else if (this.#first.push(row) >= FIRST_ROWS) read.push(...this.#release());
    }
    return read;
  }

  #release(): Row[] {
    const first = this.#first ?? [];
    this.#first = null;
    const names = this.#names ?? [];
    if (!names.some((name) => this.#known.includes(name))) this.#guess = replyColumn(names, first);
    this.#json = names.filter((name) => areJson(first.map(({ record }) => textOf(record[name]) ?? '')));
    return first.map((row) => this.#named(row));
  }

  #named({ record, line }: Row): Row {
    const guess = this.#guess === null ? {} : { output: record[this.#guess] };
    const texts = this.#json.map((name) => [name, parsedJson(textOf(record[name]) ?? '') ?? record[name]] as const);
    return { record: { ...record, ...guess, ...Object.fromEntries(texts) }, line };
  }
}

/** Whether every cell of a column is JSON, and some a text of it: then the quotes around a text are not its own. */
function areJson(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell !== '');
  return filled.some((cell) => cell.startsWith('"')) && filled.every((cell) => parsedJson(cell) !== undefined);
}

/** Columns of messages and of answers of servers are read by their structure. */
function tellsReply(cell: string): boolean {
  const value = unpacked(cell);
  return typeof value === 'object' && value !== null && answersWithin({ value }).length > 0;
}

/** A call, or the beginning of one. */
const MARKUP = /[{[]\s*["{']|<[|/\w]|\w\(\w+\s*=/;
/** A reply is longer than what tables are otherwise full of. */
const SHORTEST_MEAN = 40;

/** The column that holds the replies: by its name, else the longest of a table that tells of models. */
function replyColumn(names: readonly string[], rows: readonly Row[]): string | null {
  const columns = names.flatMap((name) => {
    if (saysOthers(name)) return [];
    const cells = rows.map(({ record }) => textOf(record[name]) ?? '');
    if (cells.some((cell) => toolsIn(cell) !== null)) return [];
    return [{ name, cells, mean: cells.join('').length / Math.max(1, rows.length) }];
  });
  if (columns.some(({ cells }) => cells.some(tellsReply))) return null;
  const sorted = columns.toSorted((one, other) => other.mean - one.mean);
  const named = sorted.find(({ name, cells }) => saysReplies(name) && cells.some((cell) => /\p{L}{2}/u.test(cell)));
  const longest = sorted.find(({ name, mean }) => mean >= SHORTEST_MEAN && !saysAsked(name));
  if (named !== undefined || longest === undefined) return named?.name ?? null;
  // Without what somebody was asked a table of long texts is one of people, of products, of anything.
  const isOfModels = names.some((name) => saysAsked(name) || name.includes('model'));
  return isOfModels || longest.cells.some((cell) => MARKUP.test(cell)) ? longest.name : null;
}
