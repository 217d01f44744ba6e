import type { Span } from '../../../text/document/index.ts';
import type { Excerpt } from '../../kit/index.ts';
import { inputOf, inputSchema } from './call-input.ts';
import { ElementStream } from './element-stream.ts';
import { beginsForeignBlock, foreignHeldFrom, takeForeignBlock, takeForeignRest } from './foreign-blocks.ts';
import { partialTag } from './partial-tag.ts';
import type { Sent } from './parts.ts';
import { readYamlBody } from './yaml-body.ts';

/**
 * A call that cannot be read is swallowed. 4.1.26 always holds back as much text as the longest tag has, 5.1.6 only what may
 * begin a tag.
 */
export class YamlStream extends ElementStream {
  protected readonly pausesAtSelfClosing = false;
  readonly #held = this.names.reduce((most, name) => Math.max(most, `<${name} />`.length - 1), 0);

  protected closerOf(name: string, buffer: string): Span | null {
    const closer = `</${name}>`;
    const from = buffer.indexOf(closer);
    return from < 0 ? null : { from, to: from + closer.length };
  }

  protected heldFrom(buffer: string): number {
    if (this.release === '4.1.26') return Math.max(0, buffer.length - this.#held);
    return Math.min(partialTag(buffer, this.names), foreignHeldFrom(buffer));
  }

  protected override holdsUntilTagEnd(buffer: string): boolean {
    return this.release !== '4.1.26' && beginsForeignBlock(buffer);
  }

  protected override takeOther(buffer: Excerpt): ReturnType<typeof takeForeignBlock> {
    return this.release === '4.1.26' ? null : takeForeignBlock(buffer, this.names, this.tools);
  }

  protected override rest(buffer: Excerpt): readonly Sent[] {
    return this.release === '4.1.26' ? super.rest(buffer) : takeForeignRest(buffer, this.tools);
  }

  protected read(name: string, content: string): Sent {
    return this.#call(name, content, 'Could not parse streaming YAML tool call');
  }

  protected readUnclosed(name: string, content: string): Sent {
    const message = 'Could not complete streaming YAML tool call at finish.';
    return this.#call(name, withoutPartialCloser(content, name), message);
  }

  #call(name: string, content: string, message: string): Sent {
    const body = readYamlBody(content, inputSchema(this.tools, name), this.release);
    return body.ok
      ? { kind: 'call', name, argumentsText: inputOf(body.args, name, this.tools, this.release) }
      : { kind: 'error', message };
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
