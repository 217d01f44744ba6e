import { isObject } from '../../../text/json/index.ts';
import type { ToolDefinition } from '../../../tools/index.ts';
import { parametersOf, valueUnder } from './declared.ts';

/** `step3p5`: tags that lack a `>` or a `=` are repaired, where the tool or the parameter is declared. */
export class TagRepair {
  readonly #tools: readonly ToolDefinition[];

  constructor(tools: readonly ToolDefinition[]) {
    this.#tools = tools;
  }

  /** @param name of the function that is open */
  repaired(element: string, name: string | null): string {
    let text = this.#withEquals(element);
    for (const tag of ['parameter', 'function']) text = this.#withEnd(text, tag, name);
    return text;
  }

  /** `<function NAME>` and `<functionNAME>` become `<function=NAME>`. */
  #withEquals(text: string): string {
    if (!text.includes('<function') || text.includes('<function=')) return text;
    for (const pattern of [/<function\s+([a-zA-Z_][a-zA-Z0-9_]*)\s*>/, /<function([a-zA-Z_][a-zA-Z0-9_]*)\s*>/]) {
      const match = pattern.exec(text);
      const name = match?.[1] ?? '';
      if (match === null || !this.#tools.some((tool) => tool.name === name)) continue;
      return `${text.slice(0, match.index)}<function=${name}>${text.slice(match.index + match[0].length)}`;
    }
    return text;
  }

  /** `<parameter=KEY:` and a newline become `<parameter=KEY>` and a newline. */
  #withEnd(text: string, tag: string, open: string | null): string {
    const begin = `<${tag}=`;
    const at = text.indexOf(begin);
    if (at < 0) return text;
    const from = at + begin.length;
    const greater = text.indexOf('>', at);
    const less = text.indexOf('<', from);
    if (greater >= 0 && (less < 0 || greater < less)) return text;
    const length = text.slice(from).search(/[ \n<]/);
    const to = length < 0 ? text.length : from + length;
    const written = text.slice(from, to);
    const name = withoutEnd(written.startsWith(`${tag}=`) ? written.slice(tag.length + 1) : written);
    if (name === '' || (tag === 'parameter' && !this.#declares(open, name))) return text;
    return `${text.slice(0, at)}${begin}${name}>${text.slice(to)}`;
  }

  #declares(open: string | null, key: string): boolean {
    const parameters = open ? parametersOf(this.#tools, open) : undefined;
    if (parameters === undefined) return true;
    const properties = valueUnder(parameters, 'properties') ?? parameters;
    return isObject(properties) && Object.hasOwn(properties, key);
  }
}

/** Without the characters at the end that are no letter, no digit, no `-` and no `_`. */
function withoutEnd(name: string): string {
  const characters = Array.from(name);
  while (characters.length > 0 && !/[\p{L}\p{N}_-]/u.test(characters.at(-1) ?? '')) characters.pop();
  return characters.join('');
}
