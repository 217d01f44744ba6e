import { tick } from 'svelte';
import type { Span } from '../../core/index.ts';

/** What the reader points at, beside the pinned step, which is part of the session because it travels in links. */
export class Selection {
  /** Offset in the document, or null when no editor has been used. */
  caret = $state<number | null>(null);
  /** What is selected in the text of the reply, in offsets of that text; empty at the caret. */
  selected = $state.raw<Span>({ from: 0, to: 0 });
  /** What the pointer or the focus is on, in the document. */
  hovered = $state.raw<Span | null>(null);
  /** Asks the editor of a tab to bring a span of its text into view. A new object asks again. */
  revealed = $state.raw<(Span & { readonly tab: 'reply' | 'native' | 'raw' }) | null>(null);
  #placed = $state<number | null>(null);

  /** Where the editor of the reply puts the caret, and the focus with it; null for nowhere. */
  get placed(): number | null {
    return this.#placed;
  }

  /** Gives the editor of the reply the focus, with the caret before this character. One that comes later is not meant. */
  async place(at: number): Promise<void> {
    this.#placed = at;
    await tick();
    this.#placed = null;
  }
}
