/** Messages that come by callbacks, taken one after another, each within a deadline. */
export class Inbox<Message> {
  readonly #waiting: Message[] = [];
  #wake: (() => void) | null = null;

  put(message: Message): void {
    this.#waiting.push(message);
    this.#wake?.();
  }

  /** The next message; null when none came within `deadline` milliseconds. */
  async take(deadline: number): Promise<Message | null> {
    if (this.#waiting.length === 0) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, deadline);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      this.#wake = null;
    }
    return this.#waiting.shift() ?? null;
  }
}
