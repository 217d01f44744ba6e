import { backslashesBefore, isPythonSpace, type PythonNode } from '../../../text/languages/index.ts';

const ESCAPE = /\\(.)/g;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * The arguments of a call while text comes in for the string that they end in: as long as that is plain, they need not be read
 * again from their beginning.
 */
export class OpenString {
  #text: string;
  /** A backslash at its end, whose escape has not come. */
  #cut = '';
  /** The arguments as JSON, up to the end of the text; the space at its end does not count while nothing follows. */
  #json: string;
  #space = '';
  /** What closes them. */
  readonly #tail: string;

  private constructor(text: string, json: string, tail: string) {
    this.#text = text;
    this.#json = json;
    this.#tail = tail;
  }

  /** All that came so far. */
  get text(): string {
    return this.#text;
  }

  /** The arguments as JSON, without what closes them. */
  get written(): string {
    return this.#json;
  }

  /** The arguments as JSON. */
  get json(): string {
    return this.#json + this.#tail;
  }

  /**
   * Null where the arguments do not end inside of a string, or are that string.
   *
   * @param text all that came
   * @param node the arguments, of which what is open ends with the text
   * @param json the same as JSON
   */
  static at(text: string, node: PythonNode, json: string): OpenString | null {
    // Space at the end of the text does not count yet.
    if (isPythonSpace(text.charCodeAt(text.length - 1))) return null;
    let tail = '';
    let inner = node;
    while (inner.to === text.length && (inner.items !== undefined || inner.members !== undefined)) {
      tail = (inner.items === undefined ? '}' : ']') + tail;
      const last = inner.items === undefined ? lastOf(inner.members)?.node : inner.items.at(-1);
      if (last === undefined) return null;
      inner = last;
    }
    if (tail === '' || inner.to !== text.length || typeof inner.value !== 'string') return null;
    if (!isInside(text, inner.from + 1)) return null;
    const written = json.slice(0, -1 - tail.length);
    // Such a space came as an escape, and counts.
    return written.endsWith(' ') ? null : new OpenString(text, written, `"${tail}`);
  }

  /** What the arguments have more in JSON after more text came; null where they have to be read. */
  goOn(text: string): string | null {
    const added = this.#cut + text.slice(this.#text.length);
    const cut = backslashesBefore(added, 0, added.length) % 2 === 1 ? '\\' : '';
    const whole = added.slice(0, added.length - cut.length);
    if (!isInside(whole, 0, true) || text.slice(0, this.#text.length) !== this.#text) return null;
    this.#text = text;
    this.#cut = cut;
    const more = this.#space + (whole.includes('\\') ? whole.replace(ESCAPE, withoutSlash) : whole);
    let to = more.length;
    while (cut === '' && more.charAt(to - 1) === ' ') to -= 1;
    this.#space = more.slice(to);
    const counted = more.slice(0, to);
    this.#json += counted;
    return counted;
  }
}

/**
 * Whether the text from here on is inside of a string, without an escape that is cut.
 *
 * @param isPlain whether it is ASCII and has only escapes that JSON writes again as they came, or `\/`, which becomes `/`
 */
function isInside(text: string, from: number, isPlain = false): boolean {
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE || code < 0x20 || (isPlain && code > 0x7e)) return false;
    if (code !== BACKSLASH) continue;
    at += 1;
    if (text.charAt(at) === 'u' && !isPlain && HEX.test(text.slice(at + 1, at + 5))) at += 4;
    else if (at === text.length || !'"\\/bfnrt'.includes(text.charAt(at))) return false;
  }
  return true;
}

function withoutSlash(escape: string, character: string): string {
  return character === '/' ? '/' : escape;
}

const HEX = /^[\dA-Fa-f]{4}$/;

function lastOf<Member>(members: ReadonlyMap<string, Member> | undefined): Member | undefined {
  return [...(members?.values() ?? [])].at(-1);
}
