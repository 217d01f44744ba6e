/**
 * Editors take a lone carriage return for a line break and give a line feed back, which would change the text. So they get
 * a character of the same length that looks like what it stands for.
 */
const symbol = '\u240D'; // ␍

/** What one editor shows instead of lone carriage returns, and back. */
export class CarriageReturns {
  // Kept once chosen: undo can bring back a text that still has the placeholder.
  #standIn: string | null = null;

  /** The text as the editor shows it. */
  show(text: string): string {
    if (this.#standIn !== null && text.includes(this.#standIn)) this.#standIn = null;
    if (!text.includes('\r')) return text;
    this.#standIn ??= unusedIn(text);
    return text.replaceAll('\r', this.#standIn ?? '\n');
  }

  /** The text that the editor shows, as it is meant. */
  read(shown: string): string {
    return this.#standIn === null ? shown : shown.replaceAll(this.#standIn, '\r');
  }
}

/** The symbol, or, where the text has that itself, a private character. Null for a text that has all 6,400 of them. */
function unusedIn(text: string): string | null {
  if (!text.includes(symbol)) return symbol;
  const used = new Set(text);
  for (let code = 0xe000; code <= 0xf8ff; code++) {
    const character = String.fromCharCode(code);
    if (!used.has(character)) return character;
  }
  return null;
}
