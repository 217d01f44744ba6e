import type { Span } from '../text/document/index.ts';

/** One line of a log. The span leaves the line end out; `end` is after it. */
export interface LogLine extends Span {
  readonly text: string;
  readonly end: number;
  /** The log ended without a line end: the line may be cut. */
  readonly isCut: boolean;
}

/**
 * Cuts a text that comes in pieces into lines, with their places in the whole. A line ends with LF, CRLF or CR, as in
 * server-sent events. The lines do not depend on where the pieces are cut.
 *
 * `eventsource-parser` is not used here because it has no places: every step of an assembly points into the log.
 */
export class LineSplitter {
  /** The line that has not ended yet. */
  #pieces: string[] = [];
  #from = 0;
  /** How much of the log was read. */
  #read = 0;
  /** A CR came last: whether it is half of a CRLF shows with the next character. */
  #holdsReturn = false;

  push(piece: string): LogLine[] {
    let text = this.#holdsReturn ? `\r${piece}` : piece;
    this.#holdsReturn = text.endsWith('\r');
    if (this.#holdsReturn) text = text.slice(0, -1);
    const lines: LogLine[] = [];
    const lineEnd = /\r\n|\r|\n/g;
    let at = 0;
    for (let found = lineEnd.exec(text); found !== null; found = lineEnd.exec(text)) {
      this.#pieces.push(text.slice(at, found.index));
      at = lineEnd.lastIndex;
      lines.push(this.#line(this.#read + found.index, this.#read + at, false));
    }
    if (at < text.length) this.#pieces.push(text.slice(at));
    this.#read += text.length;
    return lines;
  }

  /** The last line, when the log does not end with a line end. */
  end(): LogLine | null {
    if (this.#holdsReturn) {
      this.#holdsReturn = false;
      this.#read += 1;
      return this.#line(this.#read - 1, this.#read, false);
    }
    return this.#from === this.#read ? null : this.#line(this.#read, this.#read, true);
  }

  #line(to: number, end: number, isCut: boolean): LogLine {
    const line = { text: this.#pieces.join(''), from: this.#from, to, end, isCut };
    this.#pieces = [];
    this.#from = end;
    return line;
  }
}
