import { type Fields, textOf } from '../values.ts';

/** A row as an object under the names of the columns, and the line where it begins, from 1. */
export interface Row {
  readonly record: Fields;
  readonly line: number;
}

const SEPARATORS = [',', '\t', ';', '|'];

/** The separator of a table: what its first line has most of; null for a text that is no table. */
export function separatorOf(head: string): string | null {
  const separator =
    SEPARATORS.toSorted((one, other) => countIn(firstLine(head), other) - countIn(firstLine(head), one))[0] ?? ',';
  const reader = new RowReader(separator);
  const [names = [], ...rows] = [...reader.push(head), ...reader.end()].map(({ cells }) => cells);
  const areNames =
    names.length > 1 && names.every((name) => name.length <= 60 && !name.includes('\n') && name.trim() !== '');
  // The last row may be cut off where the head ends.
  const whole = rows.length > 1 ? rows.slice(0, -1) : rows;
  const isTable = areNames && new Set(names).size === names.length && whole.length > 0;
  return isTable && whole.every((cells) => cells.length === names.length) ? separator : null;
}

/** The separator that the first line has most of, where a name says that the file is a table. */
export function likeliestSeparator(head: string): string {
  const line = firstLine(head);
  return SEPARATORS.toSorted((one, other) => countIn(line, other) - countIn(line, one))[0] ?? ',';
}

function firstLine(head: string): string {
  const end = head.indexOf('\n');
  return end < 0 ? head : head.slice(0, end);
}

function countIn(line: string, separator: string): number {
  return line.split(separator).length - 1;
}

interface RowCells {
  readonly cells: readonly string[];
  readonly line: number;
}

/** Rows of RFC 4180: quotes around a cell, doubled ones inside of it, line breaks as well. Reads in pieces of any length. */
class RowReader {
  readonly #separator: number;
  #cells: string[] = [];
  #cell: string[] = [];
  /** `quote`: a quote in a quoted cell, which ends it unless another follows. */
  #state: 'start' | 'plain' | 'quoted' | 'quote' = 'start';
  #line = 1;
  #rowLine = 1;

  constructor(separator: string) {
    this.#separator = separator.charCodeAt(0);
  }

  push(text: string): RowCells[] {
    const rows: RowCells[] = [];
    let from = 0;
    const take = (to: number): void => {
      if (to > from) this.#cell.push(text.slice(from, to));
      from = to + 1;
    };
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      if (code === 0x0a) this.#line += 1;
      if (this.#state === 'quoted') {
        if (code !== 0x22) continue;
        take(index);
        this.#state = 'quote';
      } else if (code === 0x22 && this.#state === 'start') {
        from = index + 1;
        this.#state = 'quoted';
      } else if (code === 0x22 && this.#state === 'quote') {
        from = index;
        this.#state = 'quoted';
      } else if (code === this.#separator) {
        take(index);
        this.#endCell();
      } else if (code === 0x0a) {
        take(index);
        rows.push(...this.#endRow());
      } else if (this.#state !== 'plain') {
        // A carriage return after the closing quote belongs to the line end.
        from = index;
        this.#state = 'plain';
      }
    }
    if (from < text.length) this.#cell.push(text.slice(from));
    return rows;
  }

  end(): RowCells[] {
    return this.#endRow();
  }

  /** Whether a quoted cell is open. */
  get isOpen(): boolean {
    return this.#state === 'quoted';
  }

  #endCell(): void {
    this.#cells.push(this.#cell.join(''));
    this.#cell = [];
    this.#state = 'start';
  }

  #endRow(): RowCells[] {
    const line = this.#rowLine;
    this.#rowLine = this.#line;
    const last = this.#cell.at(-1);
    if (last?.endsWith('\r') === true && this.#state !== 'quoted')
      this.#cell[this.#cell.length - 1] = last.slice(0, -1);
    this.#endCell();
    const cells = this.#cells;
    this.#cells = [];
    return cells.length === 1 && cells[0] === '' ? [] : [{ cells, line }];
  }
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
    return first.map((row) => this.#named(row));
  }

  #named(row: Row): Row {
    if (this.#guess === null) return row;
    return { ...row, record: { ...row.record, output: row.record[this.#guess] } };
  }
}

/** A column that says that it holds replies. Others hold those that were expected, or who was asked. */
const REPLIES = /(?:answer|antwort|reply|response|output|completion|generation|prediction)s?$/;
const OTHERS = /expect|correct|gold|reference|target|ideal|truth|^model(?:_name|_id)?$/;
/** What somebody was asked. Without it a table of long texts is one of people, of products, of anything. */
const ASKED = /prompt|question|query|instruction|frage|input/;
/** A call, or the beginning of one. */
const MARKUP = /[{[]\s*["{']|<[|/\w]|\w\(\w+\s*=/;
/** A reply is longer than what tables are otherwise full of. */
const SHORTEST_MEAN = 40;

/** The column that holds the replies: by its name, else the longest of a table that tells of models. */
function replyColumn(names: readonly string[], rows: readonly Row[]): string | null {
  const columns = names.flatMap((name) => {
    if (OTHERS.test(name)) return [];
    const cells = rows.map(({ record }) => textOf(record[name]) ?? '');
    return [{ name, cells, mean: cells.join('').length / Math.max(1, rows.length) }];
  });
  const sorted = columns.toSorted((one, other) => other.mean - one.mean);
  const named = sorted.find(({ name, cells }) => REPLIES.test(name) && cells.some((cell) => /\p{L}{2}/u.test(cell)));
  const longest = sorted.find(({ name, mean }) => mean >= SHORTEST_MEAN && !ASKED.test(name));
  if (named !== undefined || longest === undefined) return named?.name ?? null;
  const isOfModels = names.some((name) => ASKED.test(name) || name.includes('model'));
  return isOfModels || longest.cells.some((cell) => MARKUP.test(cell)) ? longest.name : null;
}
