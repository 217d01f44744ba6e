import type { Span } from '../../../text/document/index.ts';

/** Where a marker is. */
export function places(text: string, marker: string): Span[] {
  const found: Span[] = [];
  for (let from = text.indexOf(marker); from >= 0; from = text.indexOf(marker, from + marker.length)) {
    found.push({ from, to: from + marker.length });
  }
  return found;
}

/** Where a marker comes next; the end of the text where it does not. It is asked for places in order. */
export class Next {
  readonly #text: string;
  readonly #marker: string;
  #at = -1;

  constructor(text: string, marker: string) {
    this.#text = text;
    this.#marker = marker;
  }

  from(place: number): number {
    if (this.#at < place) {
      const at = this.#text.indexOf(this.#marker, place);
      this.#at = at < 0 ? this.#text.length : at;
    }
    return this.#at;
  }
}
