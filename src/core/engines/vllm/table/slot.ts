import type { Span } from '../../../text/document/index.ts';
import { isRegexModuleSpace } from '../../../text/languages/index.ts';

/** A call, as far as it has come. */
export class Slot {
  /** As it is returned, once it was read. */
  name = '';
  /** Whether something is at the place of the name. */
  hasHeader = false;
  id: string | undefined;
  isNameSent = false;
  args = '';
  /** Its name is none: it does not become one any more. */
  isRefused = false;
  /** What of `args` was sent, as JSON. */
  sent = '';
  /** See `stringKeys`. */
  stringKeys: ReadonlySet<string> | null = null;
  /** The last argument is a string that grows, and all of it that came was sent. */
  isStringOpen = false;
  /** While work is short: look again when the arguments are so long. */
  lookAt = 0;
  readonly search = new NameSearch();
  readonly span: { readonly from: number; to: number };
  readonly nameSpans: Span[] = [];
  readonly pieces: Span[] = [];

  constructor(from: number) {
    this.span = { from, to: from };
  }
}

/** `"name"\s*:\s*"([^"]*)"`, searched in a text that grows. Each piece is gone through once, and never the text that they make. */
class NameSearch {
  #state = 0;
  #pieces: string[] = [];
  #value = '';
  /** The first match; "" where it is empty. */
  #name: string | null = null;

  add(piece: string): void {
    if (this.#name === null) this.#pieces.push(piece);
  }

  find(): string | null {
    for (const piece of this.#pieces)
      for (let at = 0; at < piece.length && this.#name === null; at += 1)
        this.#take(piece.charCodeAt(at), piece.charAt(at));
    this.#pieces = [];
    return this.#name === '' ? null : this.#name;
  }

  #take(code: number, character: string): void {
    const isQuote = code === QUOTE;
    if (this.#state === IN_VALUE) {
      if (isQuote) this.#name = this.#value;
      else this.#value += character;
    } else if (this.#state === AFTER_COLON) {
      if (isQuote) {
        this.#state = IN_VALUE;
      } else if (!isRegexModuleSpace(code)) {
        this.#state = 0;
      }
    } else if (this.#state === AFTER_KEY || this.#state === AFTER_SPACE) {
      if (code === COLON) this.#state = AFTER_COLON;
      else if (isQuote) this.#state = 1;
      else if (isRegexModuleSpace(code)) this.#state = AFTER_SPACE;
      // The quote that closed the key may open it as well.
      else this.#state = this.#state === AFTER_KEY && code === KEY.charCodeAt(1) ? 2 : 0;
    } else if (code === KEY.charCodeAt(this.#state)) {
      this.#state += 1;
    } else {
      this.#state = isQuote ? 1 : 0;
    }
  }
}

const QUOTE = 0x22;
const COLON = 0x3a;
const KEY = '"name"';
const AFTER_KEY = KEY.length;
const AFTER_SPACE = AFTER_KEY + 1;
const AFTER_COLON = AFTER_KEY + 2;
const IN_VALUE = AFTER_KEY + 3;
