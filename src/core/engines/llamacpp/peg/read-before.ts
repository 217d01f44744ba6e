import { WrittenTexts } from '../written-texts.ts';

/** How far a string was read: up to `to` it goes on, and no escape is cut there. */
interface OpenString {
  readonly quote: string;
  readonly from: number;
  readonly to: number;
}

/** What the passes over a text that grows know from those before them, so that they look only at what came since. */
export class ReadBefore {
  readonly #searched = new Map<RegExp, { readonly from: number; readonly to: number }>();
  readonly written = new WrittenTexts();
  #string: OpenString = { quote: '', from: -1, to: -1 };

  /** From where a search that begins at `from` may still find something. */
  searchFrom(pattern: RegExp, from: number): number {
    const known = this.#searched.get(pattern);
    return known?.from === from ? known.to : from;
  }

  /** Between `from` and `to` no match begins, and none will. */
  noteSearched(pattern: RegExp, from: number, to: number): void {
    this.#searched.set(pattern, { from, to: Math.max(from, to) });
  }

  /** From where the string that begins at `from` is to be read. */
  stringFrom(quote: string, from: number): number {
    return this.#string.from === from && this.#string.quote === quote ? this.#string.to : from;
  }

  noteString(quote: string, from: number, to: number): void {
    this.#string = { quote, from, to };
  }
}
