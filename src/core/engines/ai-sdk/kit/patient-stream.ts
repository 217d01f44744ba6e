import { Excerpt } from '../../kit/index.ts';
import type { ProtocolStream, Sent } from './parts.ts';

/**
 * The originals read all that is open again with every piece. A piece in which nothing can begin or end makes it longer, and is
 * read with the next one that matters.
 */
export class PatientStream implements ProtocolStream {
  readonly #stream: ProtocolStream;
  #waiting: Excerpt[] = [];

  constructor(stream: ProtocolStream) {
    this.#stream = stream;
  }

  push(delta: Excerpt): readonly Sent[] {
    const { wakesAt = null } = this.#stream;
    if (wakesAt === null || wakesAt.test(delta.text)) return this.#stream.push(this.#withWaiting(delta));
    this.#waiting.push(delta);
    return [];
  }

  end(): readonly Sent[] {
    const waiting = this.#withWaiting(Excerpt.empty);
    const sent = waiting.text === '' ? [] : this.#stream.push(waiting);
    return [...sent, ...this.#stream.end()];
  }

  #withWaiting(delta: Excerpt): Excerpt {
    if (this.#waiting.length === 0) return delta;
    const text = Excerpt.join([...this.#waiting, delta]);
    this.#waiting = [];
    return text;
  }
}
