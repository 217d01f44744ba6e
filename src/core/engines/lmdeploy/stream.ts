import type { ToolDefinition } from '../../tools/index.ts';
import { type EngineStream, type Exception, Excerpt, heldBack, type Raised, textDeltas } from '../kit/index.ts';
import type { Delta } from '../runtime.ts';
import type { BodyStream, Sent } from './body.ts';
import { type LmdeployParser, THINK, THINK_END } from './kind.ts';

/**
 * The same parser over pieces. It holds back the beginning of an opener, and nothing inside of a call: a closer that comes in two
 * pieces is never seen, and the call takes the rest of the reply.
 */
export class LmdeployStream implements EngineStream {
  readonly #parser: LmdeployParser;
  readonly #tools: readonly ToolDefinition[];
  readonly #reasons: boolean;
  #state: 'thought' | 'plain' | 'call';
  /** The text before this offset was sent or read. */
  #at = 0;
  /** Where the text of the call began. */
  #bodyFrom = 0;
  #body: BodyStream | null = null;
  /** The calls of the blocks before this one. */
  #count = 0;
  /** The calls of this block that something was sent of. */
  readonly #begun = new Set<number>();

  constructor(parser: LmdeployParser, tools: readonly ToolDefinition[], reasons: boolean) {
    this.#parser = parser;
    this.#tools = tools;
    this.#reasons = reasons;
    this.#state = reasons && parser.reasoning.beginsInside ? 'thought' : 'plain';
  }

  push(delta: string, current: string): readonly Delta[] | Raised {
    const deltas: Delta[] = [];
    /** Where the piece begins: a closer counts only inside of one. */
    const piece = current.length - delta.length;
    for (let before = -1; before !== this.#at;) {
      before = this.#at;
      const sent = this.#state === 'call' ? this.#call(current, Math.max(piece, this.#at)) : this.#text(current);
      // An exception loses what else the piece would have sent.
      if ('raises' in sent) return sent;
      deltas.push(...sent);
    }
    return deltas;
  }

  /** Content or a thought, up to the next marker. */
  #text(current: string): readonly Delta[] {
    const { opener } = this.#parser;
    const isThought = this.#state === 'thought';
    // Dropped where it is next, which is also where a piece begins with it. Half of it is not waited for.
    if (isThought && current.startsWith(THINK, this.#at)) {
      this.#at += THINK.length;
      return [];
    }
    const markers = isThought ? [THINK_END, opener] : this.#reasons ? [opener, THINK] : [opener];
    const rest = current.slice(this.#at);
    let next: { at: number; marker: string } | null = null;
    for (const marker of markers) {
      const at = rest.indexOf(marker);
      if (at >= 0 && (next === null || at < next.at)) next = { at, marker };
    }
    const length = next === null ? rest.length - heldBack(rest, markers).length : next.at;
    const deltas = textDeltas(isThought ? 'reasoning' : 'content', Excerpt.part(current, this.#at, this.#at + length));
    this.#at += length;
    if (next === null) return deltas;
    this.#at += next.marker.length;
    if (next.marker !== opener) {
      this.#state = next.marker === THINK ? 'thought' : 'plain';
      return deltas;
    }
    this.#state = 'call';
    this.#bodyFrom = this.#at;
    this.#body = this.#parser.body.stream(this.#tools);
    return deltas;
  }

  /** @param from where what came of the call in this piece begins */
  #call(current: string, from: number): readonly Delta[] | Exception {
    const { closer } = this.#parser;
    const body = this.#body;
    if (body === null || from >= current.length) return [];
    const close = closer === null ? this.#wholeTo(current) : current.indexOf(closer, from);
    if (typeof close !== 'number') {
      // The piece is read before that is asked.
      const sent = body.piece(current.slice(this.#bodyFrom));
      return 'raises' in sent ? sent : close;
    }
    if (close < 0) {
      this.#at = current.length;
      const sent = body.piece(current.slice(this.#bodyFrom));
      return 'raises' in sent ? sent : this.#deltas(sent);
    }
    const sent = body.close(current.slice(this.#bodyFrom, close));
    if ('raises' in sent) return sent;
    const deltas = this.#deltas(sent);
    this.#at = close + (closer?.length ?? 0);
    this.#count += this.#begun.size;
    this.#begun.clear();
    this.#state = 'plain';
    return deltas;
  }

  /** Where a call without a closer ends: with the piece that makes it whole; -1 while none does. */
  #wholeTo(current: string): number | Exception {
    const isWhole = this.#parser.body.isWhole?.(current.slice(this.#bodyFrom)) ?? false;
    return typeof isWhole === 'boolean' ? (isWhole ? current.length : -1) : isWhole;
  }

  #deltas(sent: readonly Sent[]): readonly Delta[] {
    return sent.flatMap(({ at = 0, name, argumentsText }): Delta[] => {
      const index = this.#count + at;
      this.#begun.add(at);
      return [
        ...(name === undefined ? [] : [{ kind: 'call' as const, index, name }]),
        ...(argumentsText === undefined ? [] : [{ kind: 'arguments' as const, index, text: argumentsText }]),
      ];
    });
  }
}
