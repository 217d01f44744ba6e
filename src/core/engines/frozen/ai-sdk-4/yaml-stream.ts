import { YamlElementStream } from '../../ai-sdk/kit/yaml-stream.ts';

/** Always holds back as much text as the longest tag has. */
export class HoldingYamlStream extends YamlElementStream {
  readonly #held = this.names.reduce((most, name) => Math.max(most, `<${name} />`.length - 1), 0);

  protected heldFrom(buffer: string): number {
    return Math.max(0, buffer.length - this.#held);
  }
}
