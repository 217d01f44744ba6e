import type { Span } from '../../../text/document/index.ts';
import { inputOf, inputSchema } from './call-input.ts';
import { ElementStream } from './element-stream.ts';
import { hasLooseText } from './loose-text.ts';
import { escapeRegExp } from './names.ts';
import { partialTag } from './partial-tag.ts';
import type { Sent } from './parts.ts';
import { readRepaired } from './rxml-repair.ts';

/** Holds back only what looks like the beginning of a tag. */
export class MorphStream extends ElementStream {
  protected readonly pausesAtSelfClosing = true;

  protected closerOf(name: string, buffer: string): Span | null {
    const closer = new RegExp(`</\\s*${escapeRegExp(name)}\\s*>`).exec(buffer);
    return closer && { from: closer.index, to: closer.index + closer[0].length };
  }

  protected heldFrom(buffer: string): number {
    return partialTag(buffer, this.names);
  }

  protected read(name: string, content: string): Sent {
    return this.#call(name, content, 'Could not process streaming XML tool call');
  }

  protected readUnclosed(name: string, content: string): Sent {
    const message = 'Could not complete streaming XML tool call at finish.';
    return hasLooseText(content) ? { kind: 'error', message } : this.#call(name, content, message);
  }

  #call(name: string, content: string, message: string): Sent {
    const read = readRepaired(content, inputSchema(this.tools, name), this.release.values);
    return read === null
      ? { kind: 'error', message }
      : { kind: 'call', name, argumentsText: inputOf(read.value, name, this.tools, this.release.values) };
  }
}
