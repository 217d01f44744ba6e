/**
 * LF for CRLF, and for what two conversions of line ends leave (CR CR LF), so that a second pass changes nothing. A lone CR
 * stays, because it is not a line end to any runtime we show.
 */
export function withLineFeeds(text: string): string {
  return text.includes('\r\n') ? text.replaceAll(/(?<!\r)\r+\n/g, '\n') : text;
}

/** The same for a text that comes in pieces, however its line ends are cut. */
export class LineFeeds {
  /** Carriage returns at the end of a piece: parts of a line end, perhaps. */
  #held = '';

  push(piece: string): string {
    // Most pieces: one look for the sign that line ends other than LF have.
    if (this.#held === '' && !piece.includes('\r')) return piece;
    let end = piece.length;
    while (end > 0 && piece[end - 1] === '\r') end -= 1;
    const text = end === 0 ? '' : withLineFeeds(this.#held + piece.slice(0, end));
    this.#held = (end === 0 ? this.#held : '') + piece.slice(end);
    return text;
  }

  /** What is held back when the text is over. */
  end(): string {
    const held = this.#held;
    this.#held = '';
    return held;
  }
}
