const SEPARATORS = [',', '\t', ';', '|'];

/** The separator of a table: what its first line has most of; null for a text that is no table. */
export function separatorOf(head: string): string | null {
  const separator = likeliestSeparator(head);
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
  const end = head.indexOf('\n');
  const line = end < 0 ? head : head.slice(0, end);
  return SEPARATORS.toSorted((one, other) => countIn(line, other) - countIn(line, one))[0] ?? ',';
}

function countIn(line: string, separator: string): number {
  return line.split(separator).length - 1;
}

export interface RowCells {
  readonly cells: readonly string[];
  readonly line: number;
}

/** Rows of RFC 4180: quotes around a cell, doubled ones inside of it, line breaks as well. Reads in pieces of any length. */
export class RowReader {
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

/** A cell of RFC 4180. What begins like a formula would be run by a spreadsheet: a quote before it makes it text. A number is none. */
export function csvCell(cell: string): string {
  const isFormula = /^[=+\-@\t\r]/.test(cell) && !/^-\d+(?:\.\d+)?$/.test(cell);
  const text = isFormula ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
