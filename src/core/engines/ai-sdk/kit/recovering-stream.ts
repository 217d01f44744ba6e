import type { ToolDefinition } from '../../../tools/index.ts';
import { Excerpt } from '../../kit/index.ts';
import type { ProtocolStream, Sent } from './parts.ts';
import { recover } from './recovery.ts';

/** The longest text that is held back. */
const LONGEST = 10_000;
const OPENERS = ['<tool_call>', '<function='];
const FENCE = '```';

/**
 * It holds back a text that begins like a call until it ends, and makes calls of what it can. After the first call of a
 * stream all text passes.
 */
export class RecoveringStream implements ProtocolStream {
  readonly #stream: ProtocolStream;
  readonly #tools: readonly ToolDefinition[];
  /** What is held back of the open text; null where it passes. */
  #held: Excerpt | null = Excerpt.empty;
  #isOver: boolean;

  constructor(stream: ProtocolStream, tools: readonly ToolDefinition[]) {
    this.#stream = stream;
    this.#tools = tools;
    this.#isOver = tools.length === 0;
  }

  push(delta: Excerpt): readonly Sent[] {
    return this.#stream.push(delta).flatMap((sent) => this.#pass(sent));
  }

  end(): readonly Sent[] {
    return [...this.#stream.end().flatMap((sent) => this.#pass(sent)), ...this.#resolve()];
  }

  #pass(sent: Sent): readonly Sent[] {
    if (this.#isOver || sent.kind === 'error') return [sent];
    if (sent.kind === 'text-end') return this.#resolve();
    if (sent.kind === 'call') {
      const held = this.#held ?? Excerpt.empty;
      this.#isOver = true;
      return held.text === '' ? [sent] : [{ kind: 'text', text: held }, sent];
    }
    if (this.#held === null) return [sent];
    const text = this.#held.plus(sent.text);
    this.#held = mayBeCall(text.text) ? text : null;
    return this.#held === null ? [{ kind: 'text', text }] : [];
  }

  /** At the end of a text. */
  #resolve(): readonly Sent[] {
    const text = this.#held ?? Excerpt.empty;
    this.#held = Excerpt.empty;
    if (text.text === '' || this.#isOver) return [];
    const parts = recover(text.text, 0, this.#tools) ?? [];
    if (!parts.some(({ kind }) => kind === 'call')) return [{ kind: 'text', text }];
    this.#isOver = true;
    return parts.map((part) => (part.kind === 'call' ? part : { kind: 'text', text: text.slice(part.from, part.to) }));
  }
}

function mayBeCall(text: string): boolean {
  const begin = text.trimStart();
  return (
    text.length <= LONGEST &&
    (/^[[{]/.test(begin) ||
      FENCE.startsWith(begin.slice(0, FENCE.length)) ||
      OPENERS.some((opener) => begin.startsWith(opener) || opener.startsWith(begin)))
  );
}
