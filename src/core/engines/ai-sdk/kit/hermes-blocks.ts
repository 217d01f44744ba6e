export const OPEN = '<tool_call>';
export const CLOSE = '</tool_call>';

/** Where a block ends. */
interface Boundary {
  /** Of the closing tag; -1 where none follows outside of strings and comments. */
  readonly end: number;
  /** Where another block begins before that; -1 where none does. */
  readonly nested: number;
}

const WORD = /[$a-zA-Z0-9_\-+.*?!|&%^/#\\]/;
/** Words after which `//` and `/*` still begin a comment. */
const VALUE = /^(?:-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)$/;
const SPACE = /\s/;

/** What the reader of a block is in: `"`, `'`, `//` and so on; an empty text outside of all of them. */
type Mode = '' | '"' | "'" | 'line' | 'line-closed' | 'block' | 'block-closed';

/**
 * Finds the ends of blocks in a text: a closing tag counts outside of strings and comments only. An opening tag before it,
 * after white space or `}` and before `{`, is another block; so is one in a comment after a closing tag.
 *
 * Many blocks that never end are read once: what follows from a place in a text depends on the mode there alone.
 */
export class HermesBlocks {
  readonly #text: string;
  /** By mode and place of a `<`: the end of a block that is read from there. */
  readonly #known = new Map<string, Boundary>();
  #wordFrom = -1;
  #wordTo = -1;

  constructor(text: string) {
    this.#text = text;
  }

  /** @param from past the opening tag */
  boundary(from: number): Boundary {
    const text = this.#text;
    const passed: { key: string; at: number }[] = [];
    let mode: Mode = '';
    let isEscaped = false;
    let first = -1;
    let last = -1;
    const finish = (end: number, knownNested: number): Boundary => {
      for (const { key, at } of passed) this.#known.set(key, { end, nested: last >= at ? last : knownNested });
      return { end, nested: first < 0 ? knownNested : first };
    };
    for (let at = from; at < text.length; at += 1) {
      const character = text.charAt(at);
      if (character === '<') {
        const key = `${at}${isEscaped ? '\\' : ''}${mode}`;
        const known = this.#known.get(key);
        if (known !== undefined) return finish(known.end, known.nested);
        passed.push({ key, at });
      }
      if (isEscaped) {
        isEscaped = false;
      } else if (mode === '"' || mode === "'") {
        if (character === '\\') isEscaped = true;
        else if (character === mode) mode = '';
      } else if (mode !== '') {
        const isLine: boolean = mode === 'line' || mode === 'line-closed';
        if (isLine && (character === '\n' || character === '\r')) {
          mode = '';
        } else if (!isLine && text.startsWith('*/', at)) {
          mode = '';
          at += 1;
        } else if (text.startsWith(CLOSE, at)) {
          mode = isLine ? 'line-closed' : 'block-closed';
          at += CLOSE.length - 1;
        } else if ((mode === 'line-closed' || mode === 'block-closed') && this.#opensObject(at)) {
          first = at;
          last = at;
          mode = '';
          at += OPEN.length - 1;
        }
      } else if (this.#opensComment(at, from)) {
        mode = text.charAt(at + 1) === '/' ? 'line' : 'block';
        at += 1;
      } else if (text.startsWith(CLOSE, at)) {
        return finish(at, -1);
      } else if (
        this.#opensObject(at) &&
        (at === 0 || SPACE.test(text.charAt(at - 1)) || text.charAt(at - 1) === '}')
      ) {
        if (first < 0) first = at;
        last = at;
      } else if (character === '"' || character === "'") {
        mode = character;
      }
    }
    return finish(-1, -1);
  }

  #opensObject(at: number): boolean {
    const text = this.#text;
    if (!text.startsWith(OPEN, at)) return false;
    let brace = at + OPEN.length;
    while (SPACE.test(text.charAt(brace))) brace += 1;
    return text.charAt(brace) === '{';
  }

  /** Within a word only where that is a number or a literal. */
  #opensComment(at: number, least: number): boolean {
    const text = this.#text;
    const second = text.charAt(at + 1);
    if (text.charAt(at) !== '/' || (second !== '/' && second !== '*')) return false;
    let from = at;
    while (from > least && WORD.test(text.charAt(from - 1))) {
      if (from === this.#wordTo) {
        from = this.#wordFrom;
        break;
      }
      from -= 1;
    }
    this.#wordFrom = from;
    this.#wordTo = at;
    return from === at || VALUE.test(text.slice(from, at));
  }
}
