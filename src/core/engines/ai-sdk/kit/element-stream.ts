import type { Span } from '../../../text/document/index.ts';
import type { ToolDefinition } from '../../../tools/index.ts';
import { Excerpt } from '../../kit/index.ts';
import { earliestTag } from './earliest-tag.ts';
import { toolNames } from './names.ts';
import type { ProtocolStream, Sent } from './parts.ts';
import type { Release } from './release.ts';

const TAG_END = />/;

/** Reads elements named like tools one after another. The content of an open element waits. */
export abstract class ElementStream implements ProtocolStream {
  protected readonly tools: readonly ToolDefinition[];
  protected readonly names: readonly string[];
  protected readonly release: Release;
  #buffer = Excerpt.empty;
  /** The name of the open element. */
  #open: string | null = null;

  constructor(tools: readonly ToolDefinition[], release: Release) {
    this.tools = tools;
    this.release = release;
    this.names = toolNames(tools);
  }

  /** Closing tags and tags of tools end in `>`. */
  get wakesAt(): RegExp | null {
    return this.#open !== null || this.holdsUntilTagEnd(this.#buffer.text) ? TAG_END : null;
  }

  push(delta: Excerpt): readonly Sent[] {
    this.#buffer = this.#buffer.plus(delta);
    const sent: Sent[] = [];
    for (;;) {
      if (this.#open !== null) {
        const closer = this.closerOf(this.#open, this.#buffer.text);
        if (closer === null) return sent;
        sent.push(this.read(this.#open, this.#buffer.text.slice(0, closer.from)));
        this.#buffer = this.#buffer.slice(closer.to);
        this.#open = null;
        continue;
      }
      const taken = this.takeOther(this.#buffer);
      if (taken !== null) {
        sent.push(...taken.sent);
        this.#buffer = taken.rest;
        continue;
      }
      const tag = earliestTag(this.#buffer.text, this.names);
      const to = tag?.from ?? this.heldFrom(this.#buffer.text);
      if (to > 0) sent.push({ kind: 'text', text: this.#buffer.slice(0, to) });
      this.#buffer = this.#buffer.slice(tag?.to ?? to);
      if (tag === null) return sent;
      sent.push({ kind: 'text-end' });
      if (!tag.isSelfClosing) {
        this.#open = tag.name;
        continue;
      }
      sent.push(this.read(tag.name, ''));
      if (this.pausesAtSelfClosing) return sent;
    }
  }

  end(): readonly Sent[] {
    const buffer = this.#buffer;
    this.#buffer = Excerpt.empty;
    if (this.#open !== null) return [this.readUnclosed(this.#open, buffer.text)];
    return buffer.text === '' ? [] : this.rest(buffer);
  }

  /** Calls of another form at the beginning of a text. */
  protected takeOther(_buffer: Excerpt): { readonly sent: readonly Sent[]; readonly rest: Excerpt } | null {
    return null;
  }

  /** Whether all of a text is held back at least until a tag ends. */
  protected holdsUntilTagEnd(_buffer: string): boolean {
    return false;
  }

  /** Text at the end of the reply that is not sent yet. */
  protected rest(buffer: Excerpt): readonly Sent[] {
    return [{ kind: 'text', text: buffer }];
  }

  /** Whether what follows a self-closing tag is looked at with the next piece only. */
  protected abstract readonly pausesAtSelfClosing: boolean;

  /** The closing tag of an open element. */
  protected abstract closerOf(name: string, buffer: string): Span | null;

  /** Where text begins that may become a tag of a tool. */
  protected abstract heldFrom(buffer: string): number;

  protected abstract read(name: string, content: string): Sent;

  /** An element that is open at the end of the reply. */
  protected abstract readUnclosed(name: string, content: string): Sent;
}
