import type { ToolDefinition } from '../../../tools/tool.ts';
import { inputOf } from './call-input.ts';
import { earliestTag } from './earliest-tag.ts';
import { toolNames } from './names.ts';
import type { ProtocolStream, Sent } from './parts.ts';
import { readYamlBody } from './yaml-body.ts';

/** One element is read after another; a call that cannot be read is swallowed. */
export class YamlStream implements ProtocolStream {
  readonly #tools: readonly ToolDefinition[];
  readonly #names: readonly string[];
  /** So much text is always held back, as it may begin a tag. */
  readonly #held: number;
  #buffer = '';
  /** The name of the open element. */
  #open: string | null = null;

  constructor(tools: readonly ToolDefinition[]) {
    this.#tools = tools;
    this.#names = toolNames(tools);
    this.#held = this.#names.reduce((most, name) => Math.max(most, `<${name} />`.length - 1), 0);
  }

  push(delta: string): readonly Sent[] {
    this.#buffer += delta;
    const sent: Sent[] = [];
    for (;;) {
      if (this.#open !== null) {
        const closer = `</${this.#open}>`;
        const end = this.#buffer.indexOf(closer);
        if (end < 0) return sent;
        sent.push(this.#call(this.#open, this.#buffer.slice(0, end), 'Could not parse streaming YAML tool call'));
        this.#buffer = this.#buffer.slice(end + closer.length);
        this.#open = null;
        continue;
      }
      const tag = earliestTag(this.#buffer, this.#names);
      const to = tag?.from ?? Math.max(0, this.#buffer.length - this.#held);
      if (to > 0) sent.push({ kind: 'text', text: this.#buffer.slice(0, to) });
      this.#buffer = this.#buffer.slice(tag?.to ?? to);
      if (tag === null) return sent;
      if (tag.isSelfClosing) sent.push(this.#call(tag.name, '', ''));
      else this.#open = tag.name;
    }
  }

  end(): readonly Sent[] {
    const buffer = this.#buffer;
    if (this.#open === null) return buffer === '' ? [] : [{ kind: 'text', text: buffer }];
    const content = withoutPartialCloser(buffer, this.#open);
    return [this.#call(this.#open, content, 'Could not complete streaming YAML tool call at finish.')];
  }

  #call(name: string, content: string, message: string): Sent {
    const body = readYamlBody(content);
    return body.ok
      ? { kind: 'call', name, argumentsText: inputOf(body.args, name, this.#tools) }
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
