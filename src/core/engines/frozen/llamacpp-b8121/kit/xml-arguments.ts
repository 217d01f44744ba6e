import { nlohmannDump, quoted } from '../../../../text/languages/index.ts';
import type { JsonNode } from '../../../../text/json/index.ts';

/** What stands for the end of the text while more may come. */
const UNFINISHED = 'XML_TOOL_CALL_PARTIAL_FLAG';

/** The arguments of a call while they are read, each written as JSON. */
export class XmlArguments {
  readonly #values = new Map<string, string>();

  setText(key: string, text: string): void {
    this.#values.set(key, quoted(text, false));
  }

  setJson(key: string, node: JsonNode): void {
    this.#values.set(key, nlohmannDump(node, false));
  }

  get json(): string {
    return `{${[...this.#values].map(([key, value]) => `${quoted(key, false)}:${value}`).join(',')}}`;
  }

  /** Without the brace at the end: more may come. */
  get openJson(): string {
    return this.json.slice(0, -1);
  }

  /** With a value, or a key alone, that ends with the text so far; null where that cannot be told from its JSON. */
  unfinishedJson(key: string, text: string | null): string | null {
    if (text === null) this.setText(key + UNFINISHED, '');
    else this.setText(key, text + UNFINISHED);
    const { json } = this;
    const at = json.lastIndexOf(UNFINISHED);
    if (!/^['"}:\s]*$/.test(json.slice(at + UNFINISHED.length))) return null;
    return json.slice(0, at > 0 && json.charAt(at - 1) === '"' ? at - 1 : at);
  }
}
