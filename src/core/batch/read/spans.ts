import type { LoggedReply } from '../reply.ts';
import type { RecordReading } from '../shapes/shape.ts';

/** So many traces are known apart: beyond them an inner span tells of all of the log. */
const MOST_TRACES = 100_000;
/** Where a span does not say in which trace it is. */
const ANY = '';

/**
 * What spans say: one around others repeats what these said, and counts only where none of them did. The inner ones may come later, so it
 * is held until the log ends.
 */
export class Spans {
  /** What outer spans said, by their traces. */
  readonly #outer = new Map<string, LoggedReply[]>();
  /** Traces in which a model was asked. */
  readonly #asked = new Set<string>();
  /** What it said: whoever loses the context of a trace has the spans around it in another one. */
  readonly #said = new Set<string>();

  /** The replies of a span that are certain now. */
  take(replies: readonly LoggedReply[], { span, trace }: RecordReading): readonly LoggedReply[] {
    const key = trace ?? ANY;
    if (span === 'outer') {
      if (!this.#isAsked(key)) this.#hold(key, replies);
      return [];
    }
    if (span === 'inner') {
      this.#asked.add(this.#asked.size < MOST_TRACES ? key : ANY);
      this.#outer.delete(key);
      this.#outer.delete(ANY);
      for (const reply of replies) if (this.#said.size < MOST_TRACES) this.#said.add(headOf(reply));
    }
    return replies;
  }

  /** What only outer spans said. */
  end(): readonly LoggedReply[] {
    const held = [...this.#outer].flatMap(([key, replies]) => (this.#isAsked(key) ? [] : replies));
    this.#outer.clear();
    return held.filter((reply) => (reply.text ?? '') === '' || !this.#said.has(headOf(reply)));
  }

  #isAsked(trace: string): boolean {
    return this.#asked.has(trace) || this.#asked.has(ANY) || (trace === ANY && this.#asked.size > 0);
  }

  /** An agent in a workflow gives its answer to it: within a trace the same one counts once. */
  #hold(trace: string, replies: readonly LoggedReply[]): void {
    const held = this.#outer.get(trace) ?? [];
    const fresh = replies.filter(
      ({ text }) => trace === ANY || text === null || !held.some((other) => other.text === text),
    );
    this.#outer.set(trace, [...held, ...fresh]);
  }
}

/** So much of a text tells it from others. */
const HEAD = 80;

function headOf({ text }: LoggedReply): string {
  return `${String(text?.length)} ${text?.slice(0, HEAD) ?? ''}`;
}
