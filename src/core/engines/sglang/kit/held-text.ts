/**
 * The text of a stream that waits for one of some marks. Only what is new is searched, so the work does not grow with what
 * is held.
 */
export class HeldText {
  #pieces: string[] = [];
  #marks: readonly string[] = [];
  /** The end of the text, where a mark may have begun. */
  #tail = '';

  get isHolding(): boolean {
    return this.#pieces.length > 0;
  }

  hold(text: string, marks: readonly string[]): void {
    this.#pieces = [text];
    this.#marks = marks;
    this.#keepTail(text);
  }

  /** All of the text once a mark is there; null before. */
  add(delta: string): string | null {
    this.#pieces.push(delta);
    const end = this.#tail + delta;
    if (!this.#marks.some((mark) => end.includes(mark))) {
      this.#keepTail(end);
      return null;
    }
    const text = this.#pieces.join('');
    this.#pieces = [];
    return text;
  }

  #keepTail(text: string): void {
    const length = Math.max(...this.#marks.map((mark) => mark.length)) - 1;
    this.#tail = text.slice(Math.max(0, text.length - length));
  }
}
