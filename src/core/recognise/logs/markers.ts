/** Where any of the markers is, from left to right. Each part of the text is looked at once for each of them. */
export function* occurrences(
  text: string,
  markers: readonly string[],
): Generator<{ readonly at: number; readonly marker: string }> {
  const next = markers.map((marker) => text.indexOf(marker));
  for (;;) {
    let nearest = -1;
    for (const [index, at] of next.entries()) {
      const best = nearest < 0 ? Infinity : (next[nearest] ?? Infinity);
      if (at >= 0 && at < best) nearest = index;
    }
    const marker = markers[nearest];
    const at = next[nearest];
    if (marker === undefined || at === undefined) return;
    yield { at, marker };
    next[nearest] = text.indexOf(marker, at + marker.length);
  }
}

/** Finds markers for a reader that goes from left to right: what is found, or found to be missing, is not looked for again. */
export class Finder {
  readonly #text: string;
  readonly #found = new Map<string, number>();

  constructor(text: string) {
    this.#text = text;
  }

  /** The first place at or after `from`, which never goes back; -1 for none. */
  find(marker: string, from: number): number {
    const known = this.#found.get(marker);
    if (known !== undefined && (known < 0 || known >= from)) return known;
    const at = this.#text.indexOf(marker, from);
    this.#found.set(marker, at);
    return at;
  }
}
