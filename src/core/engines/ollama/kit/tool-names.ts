import type { Span } from '../../../text/document/index.ts';
import type { ToolDefinition } from '../../../tools/index.ts';

/** The names of tools in a text. */
export class ToolNames {
  readonly #names: readonly string[];
  readonly #places = new Map<string, number>();
  /** The shortest end of the text that is a beginning of a name; Infinity where none is. */
  #shortest = Infinity;

  constructor(tools: readonly ToolDefinition[]) {
    this.#names = [...new Set(tools.map(({ name }) => name))];
  }

  /** Whether the end of the text after `from` is the beginning of a name. */
  mayGrow(text: string, from: number): boolean {
    return this.#shortest <= text.length - from;
  }

  /** The first name after `from`; at the same place the longest. */
  next(text: string, from: number): (Span & { readonly name: string }) | null {
    let best: (Span & { readonly name: string }) | null = null;
    for (const name of this.#names) {
      const at = this.#place(name, text, from);
      if (at < 0 || (best !== null && (at > best.from || (at === best.from && name.length <= best.name.length))))
        continue;
      best = { name, from: at, to: at + name.length };
    }
    return best;
  }

  #place(name: string, text: string, from: number): number {
    const known = this.#places.get(name) ?? 0;
    if (known === Infinity) return -1;
    if (known >= from && text.startsWith(name, known)) return known;
    const at = text.indexOf(name, from);
    // Only within one piece: with the next one there is more text.
    this.#places.set(name, at < 0 ? Infinity : at);
    return at;
  }

  /** More text came. */
  reset(text: string): void {
    this.#places.clear();
    this.#shortest = Infinity;
    for (const name of this.#names) {
      let length = 1;
      while (length < name.length && !text.endsWith(name.slice(0, length))) length += 1;
      if (length < name.length) this.#shortest = Math.min(this.#shortest, length);
    }
  }
}
