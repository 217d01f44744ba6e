import { Excerpt } from '../../kit/index.ts';

/** Holds back what may become one of two markers, as the streams of Google's formats do. */
export class MarkerBuffer {
  readonly #open: string;
  readonly #close: string;
  #held = '';

  constructor(open: string, close: string) {
    this.#open = open;
    this.#close = close;
  }

  /** A delta with what was held back before, and without what is held back now. */
  take(delta: string, current: string): Excerpt {
    const text = this.#held + delta;
    const came = Excerpt.end(current, text);
    this.#held = '';
    if (text.endsWith(this.#open) || text.endsWith(this.#close)) return came;
    for (const marker of [this.#open, this.#close]) {
      for (let length = 1; length < marker.length; length += 1) {
        if (!text.endsWith(marker.slice(0, length))) continue;
        this.#held = text.slice(text.length - length);
        return came.slice(0, text.length - length);
      }
    }
    return came;
  }
}
