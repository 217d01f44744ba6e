import type { Span } from '../../../document/span.ts';
import { inputOf, inputSchema } from './call-input.ts';
import { ElementStream } from './element-stream.ts';
import { hasLooseText } from './loose-text.ts';
import { escapeRegExp } from './names.ts';
import type { Sent } from './parts.ts';
import { readRepaired } from './rxml-repair.ts';

/** Holds back only what looks like the beginning of a tag. */
export class MorphStream extends ElementStream {
  protected readonly pausesAtSelfClosing = true;

  protected closerOf(name: string, buffer: string): Span | null {
    const closer = new RegExp(`</\\s*${escapeRegExp(name)}\\s*>`).exec(buffer);
    return closer && { from: closer.index, to: closer.index + closer[0].length };
  }

  /** Where the last tag begins that may become one of a tool. */
  protected heldFrom(buffer: string): number {
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
      if (this.names.some(mayOpen)) return at;
    }
    return buffer.length;
  }

  protected read(name: string, content: string): Sent {
    return this.#call(name, content, 'Could not process streaming XML tool call');
  }

  protected readUnclosed(name: string, content: string): Sent {
    const message = 'Could not complete streaming XML tool call at finish.';
    return hasLooseText(content) ? { kind: 'error', message } : this.#call(name, content, message);
  }

  #call(name: string, content: string, message: string): Sent {
    const read = readRepaired(content, inputSchema(this.tools, name));
    return read === null
      ? { kind: 'error', message }
      : { kind: 'call', name, argumentsText: inputOf(read.value, name, this.tools) };
  }
}
