import type { MessageCall, Raised } from '../../kit/engine-stream.ts';
import { REGEX_SPACE } from './regex-space.ts';

// What the streams of `hunyuan_a13b` and `xlam` find in text that is not JSON yet: objects `{"name": …, "arguments": …}`, in
// this order, by patterns.

const S = `${REGEX_SPACE}*`;
const NAME = new RegExp(`"name"${S}:${S}"([^"]+)"`, 'g');
const EMPTY = new RegExp(`"name"${S}:${S}"[^"]+"${S},${S}"arguments"${S}:${S}\\{${S}\\}`);
const BEFORE_OBJECT = new RegExp(`"name"${S}:${S}"[^"]+"${S},${S}"arguments"${S}:${S}(?=\\{)`, 'g');

/** Whatever is under a key `name`, wherever it is. An escape does not count, and an empty name is none. */
function namesIn(text: string): string[] {
  return Array.from(text.matchAll(NAME), ([, name]) => name as string);
}

/** Where the first name is whose arguments are `{}`; -1 where there is none. */
function emptyArgumentsAt(text: string): number {
  return text.search(EMPTY);
}

export interface FoundArguments {
  /** Where `"name"` is. */
  readonly from: number;
  /** The object of the arguments. */
  readonly text: string;
}

/** The arguments that follow a name. They hold objects, but no object in these: braces in strings count. */
function argumentsIn(text: string): FoundArguments[] {
  const found: FoundArguments[] = [];
  const pattern = new RegExp(BEFORE_OBJECT);
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const brace = match.index + match[0].length;
    const to = objectEnd(text, brace);
    if (to < 0) {
      pattern.lastIndex = match.index + 1;
      continue;
    }
    found.push({ from: match.index, text: text.slice(brace, to) });
    pattern.lastIndex = to;
  }
  return found;
}

/** After the brace that closes the one at `from`; -1 where there is none, or where braces nest in three levels. */
function objectEnd(text: string, from: number): number {
  // Quicker than the loop, and all that is asked while an object comes in.
  if (!text.includes('}', from)) return -1;
  let depth = 1;
  for (let at = from + 1; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '{') depth += 1;
    else if (character === '}') depth -= 1;
    if (depth === 0) return at + 1;
    if (depth > 2) return -1;
  }
  return -1;
}

interface SentTool {
  hasName: boolean;
  hasPrefix: boolean;
  sent: string;
}

/** One thing for each delta: a name, `{`, or what has come of the arguments of the current call. */
export class NamedObjectsStream {
  #index = -1;
  readonly #tools: SentTool[] = [];

  /**
   * @param argumentsOf what the parser takes for the arguments of a call
   * @returns what it sends now
   */
  next(
    text: string,
    argumentsOf: (index: number, found: FoundArguments, count: number) => string | Raised,
  ): MessageCall | Raised | null {
    const names = namesIn(text);
    const count = names.length;
    while (this.#tools.length < count) this.#tools.push({ hasName: false, hasPrefix: false, sent: '' });
    const following = this.#tools[this.#index + 1];
    if (this.#index + 1 < count && following?.hasName === false) {
      this.#index += 1;
      following.hasName = true;
      return { index: this.#index, name: names[this.#index] as string };
    }
    const index = this.#index;
    const tool = this.#tools[index];
    if (tool === undefined || index >= count) return null;
    if (!tool.hasPrefix && emptyArgumentsAt(text) > 0) {
      tool.hasPrefix = true;
      tool.sent = '{}';
      if (index < count - 1) this.#index += 1;
      return { index, argumentsText: '{}' };
    }
    const found = argumentsIn(text)[index];
    if (found === undefined) return null;
    const given = argumentsOf(index, found, count);
    if (typeof given !== 'string') return given;
    if (!tool.hasPrefix && given.startsWith('{')) {
      tool.hasPrefix = true;
      tool.sent = '{';
      return { index, argumentsText: '{' };
    }
    if (!given.startsWith(tool.sent)) return null;
    const argumentsText = given.slice(tool.sent.length);
    if (argumentsText !== '') {
      tool.sent = given;
      return { index, argumentsText };
    }
    if (given.endsWith('}') && index < count - 1) this.#index += 1;
    return null;
  }
}
