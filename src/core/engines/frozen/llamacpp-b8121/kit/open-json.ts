import { quoted, type UnclosedString, type WrittenString } from '../../../../text/languages/index.ts';
import type { JsonNode, JsonStringNode } from '../../../../text/json/index.ts';

const SPACE = 0x20;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SIMPLE_ESCAPES: ReadonlySet<string> = new Set('"\\/bfnrt');

/** JSON that ends inside of a string, as the text does. While more of the string comes, only that is read. */
export class OpenJson {
  readonly #unclosed: UnclosedString;
  /** The text was read up to here. */
  #to: number;
  /** The string up to there, and how it is written in ASCII between its quotes. */
  #value: string;
  #written: string;
  /** A backslash after it, which ends the text. */
  #cut = '';

  constructor(text: string, unclosed: UnclosedString) {
    this.#unclosed = unclosed;
    this.#to = text.length;
    this.#value = valueOf(text.slice(unclosed.from + 1));
    this.#written = written(this.#value);
  }

  /** Takes what came since; false where the string ends there, or has more than simple escapes. */
  goOn(text: string): boolean {
    let at = this.#to;
    let hasEscape = false;
    for (; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code < SPACE || code === QUOTE) return false;
      if (code !== BACKSLASH) continue;
      if (at === text.length - 1) break;
      if (!SIMPLE_ESCAPES.has(text.charAt(at + 1))) return false;
      hasEscape = true;
      at += 1;
    }
    const added = text.slice(this.#to, at);
    const value = hasEscape ? valueOf(added) : added;
    this.#to = at;
    this.#value += value;
    this.#written += written(value);
    this.#cut = at < text.length ? '\\' : '';
    return true;
  }

  /** How the original completes it. */
  completed(marker: string): Completed {
    const { from, containers } = this.#unclosed;
    const before = this.#cut;
    const value = this.#value + before + marker;
    let to = this.#to + 2 * before.length + marker.length + 1;
    let node: JsonNode = { kind: 'string', from, to, value };
    for (const { isObject, from: start, items, members, key } of containers.toReversed()) {
      to += 1;
      node = isObject
        ? { kind: 'object', from: start, to, members: [...members, { key: key as JsonStringNode, value: node }] }
        : { kind: 'array', from: start, to, items: [...items, node] };
    }
    const json = `"${this.#written}${written(before)}${marker}"`;
    return { node, before, string: { value, json } };
  }
}

interface Completed {
  readonly node: JsonNode;
  /** What is put in before the marker. */
  readonly before: string;
  /** The string, with the marker. */
  readonly string: WrittenString;
}

function valueOf(text: string): string {
  return text.includes('\\') ? (JSON.parse(`"${text}"`) as string) : text;
}

function written(value: string): string {
  return quoted(value, true).slice(1, -1);
}
