import type { Span } from '../../../text/document/index.ts';
import type { Excerpt } from '../../kit/index.ts';
import { inputOf, inputSchema } from './call-input.ts';
import { ElementStream } from './element-stream.ts';
import { beginsForeignBlock, foreignHeldFrom, takeForeignBlock, takeForeignRest } from './foreign-blocks.ts';
import { partialTag } from './partial-tag.ts';
import type { Sent } from './parts.ts';

/** A call that cannot be read is swallowed. */
export abstract class YamlElementStream extends ElementStream {
  protected readonly pausesAtSelfClosing = false;

  protected closerOf(name: string, buffer: string): Span | null {
    const closer = `</${name}>`;
    const from = buffer.indexOf(closer);
    return from < 0 ? null : { from, to: from + closer.length };
  }

  protected read(name: string, content: string): Sent {
    return this.#call(name, content, 'Could not parse streaming YAML tool call');
  }

  protected readUnclosed(name: string, content: string): Sent {
    const message = 'Could not complete streaming YAML tool call at finish.';
    return this.#call(name, withoutPartialCloser(content, name), message);
  }

  #call(name: string, content: string, message: string): Sent {
    const body = this.release.yaml.body(content, inputSchema(this.tools, name));
    return body.ok
      ? { kind: 'call', name, argumentsText: inputOf(body.args, name, this.tools, this.release.values) }
      : { kind: 'error', message };
  }
}

/** Holds back only what may begin a tag, and reads blocks of another form. */
export class YamlStream extends YamlElementStream {
  protected heldFrom(buffer: string): number {
    return Math.min(partialTag(buffer, this.names), foreignHeldFrom(buffer));
  }

  protected override holdsUntilTagEnd(buffer: string): boolean {
    return beginsForeignBlock(buffer);
  }

  protected override takeOther(buffer: Excerpt): ReturnType<typeof takeForeignBlock> {
    return takeForeignBlock(buffer, this.names, this.tools);
  }

  protected override rest(buffer: Excerpt): readonly Sent[] {
    return takeForeignRest(buffer, this.tools);
  }
}

/** Without the beginning of a closing tag on the last line. */
function withoutPartialCloser(content: string, name: string): string {
  const lineFrom = Math.max(content.lastIndexOf('\n'), content.lastIndexOf('\r')) + 1;
  const line = content.slice(lineFrom).trim();
  const closer = `</${name}>`;
  const isPartial = line.startsWith('</') && line !== closer && closer.startsWith(line);
  return isPartial ? content.slice(0, lineFrom).trimEnd() : content;
}
