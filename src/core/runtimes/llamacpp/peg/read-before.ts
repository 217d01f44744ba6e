import { insideOfString } from '../json-string.ts';

/** How far a string was read: up to `to` it goes on, and no escape is cut there. */
interface OpenString {
  readonly quote: string;
  readonly from: number;
  readonly to: number;
}

/** Text up to a place, as it is written between the quotes of a JSON string. */
interface WrittenText {
  readonly to: number;
  readonly json: string;
}

/** What the passes over a text that grows know from those before them, so that they look only at what came since. */
export class ReadBefore {
  readonly #searched = new Map<RegExp, { readonly from: number; readonly to: number }>();
  readonly #written = new Map<number, WrittenText>();
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

  /** What is between `from` and `to`, as it is written between the quotes of a JSON string. */
  insideOfString(text: string, from: number, to: number): string {
    const known = this.#written.get(from);
    const isPart = known !== undefined && known.to <= to && !endsInPair(text, known.to);
    const json = isPart
      ? known.json + insideOfString(text.slice(known.to, to))
      : insideOfString(text.slice(from, to));
    this.#written.set(from, { to, json });
    return json;
  }
}

/** Whether the unit before a place may be half of a character. */
function endsInPair(text: string, at: number): boolean {
  const unit = text.charCodeAt(at - 1);
  return unit >= 0xd800 && unit < 0xdc00;
}
