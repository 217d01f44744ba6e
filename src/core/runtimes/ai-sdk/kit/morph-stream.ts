import type { ToolDefinition } from '../../../tools/tool.ts';
import { inputOf, inputSchema } from './call-input.ts';
import { escapeRegExp, toolNames } from './names.ts';
import type { ProtocolStream, Sent } from './parts.ts';
import { readRepaired } from './rxml-repair.ts';
import { hasLooseText } from './loose-text.ts';
import { earliestTag } from './earliest-tag.ts';

/** One element is read after another; what is in an open one waits. */
export class MorphStream implements ProtocolStream {
  readonly #tools: readonly ToolDefinition[];
  readonly #names: readonly string[];
  #buffer = '';
  /** The name of the open element. */
  #open: string | null = null;
  #sent: Sent[] = [];

  constructor(tools: readonly ToolDefinition[]) {
    this.#tools = tools;
    this.#names = toolNames(tools);
  }

  push(delta: string): readonly Sent[] {
    this.#buffer += delta;
    for (;;) {
      if (this.#open !== null) {
        const closer = new RegExp(`</\\s*${escapeRegExp(this.#open)}\\s*>`).exec(this.#buffer);
        if (closer === null) break;
        const content = this.#buffer.slice(0, closer.index);
        this.#buffer = this.#buffer.slice(closer.index + closer[0].length);
        this.#close(this.#open, content);
        continue;
      }
      const tag = earliestTag(this.#buffer, this.#names);
      if (tag === null) {
        const held = this.#heldFrom();
        this.#sendText(this.#buffer.slice(0, held));
        this.#buffer = this.#buffer.slice(held);
        break;
      }
      this.#sendText(this.#buffer.slice(0, tag.from));
      this.#buffer = this.#buffer.slice(tag.to);
      this.#open = tag.name;
      if (!tag.isSelfClosing) continue;
      // What follows is looked at with the next piece only.
      this.#close(tag.name, '');
      break;
    }
    return this.#taken();
  }

  end(): readonly Sent[] {
    const buffer = this.#buffer;
    this.#buffer = '';
    if (this.#open === null) {
      this.#sendText(buffer);
      return this.#taken();
    }
    const read = hasLooseText(buffer) ? null : readRepaired(buffer, inputSchema(this.#tools, this.#open));
    this.#sent.push(
      read === null
        ? { kind: 'error', message: 'Could not complete streaming XML tool call at finish.' }
        : { kind: 'call', name: this.#open, argumentsText: inputOf(read.value, this.#open, this.#tools) },
    );
    this.#open = null;
    return this.#taken();
  }

  #taken(): readonly Sent[] {
    const sent = this.#sent;
    this.#sent = [];
    return sent;
  }

  #sendText(text: string): void {
    if (text !== '') this.#sent.push({ kind: 'text', text });
  }

  #close(name: string, content: string): void {
    const read = readRepaired(content, inputSchema(this.#tools, name));
    this.#sent.push(
      read === null
        ? { kind: 'error', message: 'Could not process streaming XML tool call' }
        : { kind: 'call', name, argumentsText: inputOf(read.value, name, this.#tools) },
    );
    this.#open = null;
  }

  /** Where the last tag begins that may become one of a tool. */
  #heldFrom(): number {
    const buffer = this.#buffer;
    for (
      let at = buffer.lastIndexOf('<');
      at > buffer.lastIndexOf('>');
      at = at === 0 ? -1 : buffer.lastIndexOf('<', at - 1)
    ) {
      const rest = buffer.slice(at + 1);
      const spaced = rest.trimStart();
      const mayOpen = (name: string): boolean =>
        `${name}>`.startsWith(rest) ||
        name.startsWith(spaced) ||
        (spaced.startsWith(name) && /^(?:\/>?)?$/.test(spaced.slice(name.length).trimStart()));
      if (this.#names.some(mayOpen)) return at;
    }
    return buffer.length;
  }
}
