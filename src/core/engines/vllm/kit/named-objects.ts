import type { MessageCall, Raised } from '../../kit/index.ts';
import { REGEX_SPACE } from '../../../text/languages/index.ts';

// What the streams of `hunyuan_a13b` and `xlam` find in text that is not JSON yet: objects `{"name": …, "arguments": …}`, in
// this order, by patterns.

const S = `${REGEX_SPACE}*`;
const NAME = new RegExp(`"name"${S}:${S}"([^"]+)"`, 'g');
const EMPTY = new RegExp(`"name"${S}:${S}"[^"]+"${S},${S}"arguments"${S}:${S}\\{${S}\\}`);
const BEFORE_OBJECT = new RegExp(`"name"${S}:${S}"[^"]+"${S},${S}"arguments"${S}:${S}(?=\\{)`, 'g');

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

/** What the patterns find in a text that mostly grows. A name ends in a quotation mark, arguments end in a brace. */
class FoundObjects {
  #text = '';
  /** Whatever is under a key `name`, wherever it is. An escape does not count, and an empty name is none. */
  names: string[] = [];
  #namesTo = 0;
  #emptyAt = -1;
  arguments: readonly FoundArguments[] = [];

  /** Whether the arguments of some name are `{}`, other than at the beginning of the text. */
  get hasEmpty(): boolean {
    return this.#emptyAt > 0;
  }

  readIn(text: string): void {
    const known = this.#text.length;
    const goesOn = text.length >= known && text.slice(0, known) === this.#text;
    if (!goesOn) this.#forget();
    this.#text = text;
    const added = goesOn ? text.slice(known) : text;
    if (added.includes('"')) this.#readNames(text);
    if (!added.includes('}')) return;
    if (this.#emptyAt < 0) this.#emptyAt = emptyArgumentsAt(text);
    this.arguments = argumentsIn(text);
  }

  #forget(): void {
    this.names = [];
    this.#namesTo = 0;
    this.#emptyAt = -1;
    this.arguments = [];
  }

  #readNames(text: string): void {
    const pattern = new RegExp(NAME);
    pattern.lastIndex = this.#namesTo;
    for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
      this.names.push(match[1] as string);
      this.#namesTo = pattern.lastIndex;
    }
    this.#namesTo = Math.max(this.#namesTo, openNameFrom(text));
  }
}

/** Where a name may have begun that has not ended: it has three quotation marks by then. */
function openNameFrom(text: string): number {
  let at = text.length;
  for (let count = 0; count < 3 && at > 0; count += 1) at = text.lastIndexOf('"', at - 1);
  return at;
}

interface SentTool {
  hasName: boolean;
  hasPrefix: boolean;
  sent: string;
}

/** One thing for each delta: a name, `{`, or what has come of the arguments of the current call. */
export class NamedObjectsStream {
  #index = -1;
  readonly #found = new FoundObjects();
  readonly #tools: SentTool[] = [];

  /**
   * @param argumentsOf what the parser takes for the arguments of a call
   * @returns what it sends now
   */
  next(
    text: string,
    argumentsOf: (index: number, found: FoundArguments, count: number) => string | Raised,
  ): MessageCall | Raised | null {
    this.#found.readIn(text);
    const { names, hasEmpty } = this.#found;
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
    if (!tool.hasPrefix && hasEmpty) {
      tool.hasPrefix = true;
      tool.sent = '{}';
      if (index < count - 1) this.#index += 1;
      return { index, argumentsText: '{}' };
    }
    const found = this.#found.arguments[index];
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
