import { openAssembly, type Assembly, type LogKind } from '../../core/index.ts';
import type { SourceEvent } from './source.ts';

/** Turns the stream of a provider into source events, piece by piece. */
export class Assembling {
  readonly #stream;
  #chunks = 0;
  #callSteps = 0;
  /** At how many steps of calls these are told again: ever rarer, as each time all of them are written again. */
  #tellAt = 1;

  constructor(kind?: LogKind) {
    this.#stream = openAssembly(kind);
  }

  /** Whether the provider has said that nothing more comes. */
  get isEnded(): boolean {
    return this.#stream.isEnded;
  }

  *take(piece: string): Generator<SourceEvent, void> {
    if (piece !== '') yield { kind: 'wire', text: piece };
    const { steps, chunks } = this.#stream.push(piece);
    for (const { text } of chunks) {
      this.#chunks += 1;
      yield { kind: 'text', text };
    }
    this.#callSteps += steps.filter(({ code }) => code.startsWith('call-')).length;
    if (this.#callSteps < this.#tellAt) return;
    this.#tellAt = Math.ceil(this.#callSteps * 1.2);
    const { toolCallsText } = this.#stream;
    if (toolCallsText !== null) yield { kind: 'calls', toolCallsText };
  }

  /** The end of the stream. A last line without its line feed is read only now: its text is told first. */
  *end(): Generator<SourceEvent, Assembly> {
    const assembly = this.#stream.end();
    for (const { text } of assembly.chunks.slice(this.#chunks)) yield { kind: 'text', text };
    return assembly;
  }
}
