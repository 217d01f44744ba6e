/** How far a line is indented. */
export interface Indentation {
  /** With tabs that go to every eighth column. */
  readonly column: number;
  /** With tabs of one column: when the two disagree, the indentation is ambiguous. */
  readonly narrow: number;
}

/** More levels of indentation are an error. */
const MOST_INDENTATIONS = 100;

const INCONSISTENT = 'inconsistent use of tabs and spaces in indentation';

/** What a line's indentation means: one level more, so many levels fewer, or neither; and then maybe an error. */
export interface IndentationChange {
  /** 1 for a level more. */
  readonly levels: number;
  /** Python's words for what is wrong, or null. */
  readonly message: string | null;
}

/** The levels of indentation that are open. */
export class Indentations {
  readonly #open: Indentation[] = [{ column: 0, narrow: 0 }];

  /** How many blocks are open. */
  get depth(): number {
    return this.#open.length - 1;
  }

  /** What the indentation of the next line opens and closes. */
  next(line: Indentation): IndentationChange {
    let top = this.#top;
    if (line.column > top.column) {
      if (line.narrow <= top.narrow) return { levels: 0, message: INCONSISTENT };
      if (this.#open.length >= MOST_INDENTATIONS) return { levels: 0, message: 'too many levels of indentation' };
      this.#open.push(line);
      return { levels: 1, message: null };
    }
    let levels = 0;
    for (; top.column > line.column; top = this.#top) {
      this.#open.pop();
      levels -= 1;
    }
    if (top.column !== line.column) return { levels, message: 'unindent does not match any outer indentation level' };
    return { levels, message: top.narrow === line.narrow ? null : INCONSISTENT };
  }

  get #top(): Indentation {
    return this.#open.at(-1) as Indentation;
  }
}
