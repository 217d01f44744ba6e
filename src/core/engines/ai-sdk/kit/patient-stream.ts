import type { ProtocolStream, Sent } from './parts.ts';

/**
 * The originals read all that is open again with every piece. A piece in which nothing can begin or end makes it longer, and is
 * read with the next one that matters.
 */
export class PatientStream implements ProtocolStream {
  readonly #stream: ProtocolStream;
  #waiting: string[] = [];

  constructor(stream: ProtocolStream) {
    this.#stream = stream;
  }

  push(delta: string): readonly Sent[] {
    const { wakesAt = null } = this.#stream;
    if (wakesAt === null || wakesAt.test(delta)) return this.#stream.push(this.#withWaiting(delta));
    this.#waiting.push(delta);
    return [];
  }

  end(): readonly Sent[] {
    const waiting = this.#withWaiting('');
    const sent = waiting === '' ? [] : this.#stream.push(waiting);
    return [...sent, ...this.#stream.end()];
  }

  #withWaiting(delta: string): string {
    if (this.#waiting.length === 0) return delta;
    const text = this.#waiting.join('') + delta;
    this.#waiting = [];
    return text;
  }
}
