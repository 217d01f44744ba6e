/** A piece of a JSON document, and the line where it begins, from 1. */
export interface Cut {
  readonly text: string;
  readonly line: number;
  /** Nothing says that its list is one of records. */
  readonly isLoose: boolean;
}

/** What lists of records are kept under, from the root of a document down. */
const CONTAINERS = new Set([
  ...['results', 'samples', 'observations', 'simulations', 'data', 'records', 'rows', 'items', 'examples'],
  ...['resourceSpans', 'scopeSpans', 'spans', 'resourceLogs', 'scopeLogs', 'logRecords'],
  ...['traces', 'logs', 'conversations', 'chats'],
]);

const SPACE = 0x20;
const TAB = 0x09;
const OPENING = 0x7b;
const CLOSING = 0x7d;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LINE_FEED = 0x0a;
const COLON = 0x3a;
const COMMA = 0x2c;

/** So deep objects and lists are entered whatever their keys: runs of several settings are in one each. */
const MOST_LEVELS = 3;

/**
 * Cuts documents that are one below the other, or a JSON document into the elements of its lists of records without holding it: of a
 * list its elements, of an object the elements of each list that is near or below a known key. What is between them is dropped. An
 * element is not parsed, so that a broken one does not hide its neighbours. Nesting is told by brackets alone, and where elements are
 * printed over lines also by their indentation: of a damaged one the brackets say nothing.
 */
export class Cutter {
  /** For every open bracket that is no element: whether it is a list, and whether its key is a known one. */
  readonly #open: { readonly isList: boolean; readonly isKnown: boolean }[] = [];
  /** The text of the element that is being read, in pieces; null between elements. */
  #element: string[] | null = null;
  #elementLine = 1;
  /** Brackets that are open inside of the element, or of a value that nobody wants. */
  #depth = 0;
  #isSkipping = false;
  #isString = false;
  #isEscaped = false;
  #line = 1;
  /** The last key of the object that is open, and what is read of a string outside of elements. */
  #key = '';
  #string: string[] | null = null;
  #lastString = '';

  /** How far the line is indented, as far as it is read, and whether nothing else has come of it. */
  #indent = 0;
  #isIndent = true;
  /** How far the line is indented that the element begins, and the last line on which a bracket closed there. */
  #elementIndent = 0;
  #closingLine = 0;
  /** The list around all elements was closed. A damaged element closes it too early. */
  #isEnded = false;

  /** Brackets around all elements that the text itself does not have. */
  readonly #unwritten: number;

  /** @param areDocuments the elements are one below the other, and no list is around them */
  constructor(areDocuments: boolean) {
    if (areDocuments) this.#open.push({ isList: true, isKnown: true });
    this.#unwritten = this.#open.length;
  }

  /** Whether it is in the middle of an element. */
  get isOpen(): boolean {
    return this.#element !== null || (this.#open.length > this.#unwritten && !this.#isEnded);
  }

  /** What is left of an element that has not ended, and the line where it begins. */
  rest(): Cut | null {
    return this.#element === null ? null : this.#closed('');
  }

  push(text: string): Cut[] {
    const cuts: Cut[] = [];
    /** Where the part of the element, or of the key, begins in this text. */
    let from = 0;
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      let isFirst = false;
      if (code === LINE_FEED) {
        this.#line += 1;
        this.#indent = 0;
        this.#isIndent = true;
      } else if (this.#isIndent && (code === SPACE || code === TAB)) this.#indent += 1;
      else if (this.#isIndent) {
        this.#isIndent = false;
        isFirst = true;
        if (this.#isNext(code)) {
          cuts.push(this.#closed(text.slice(from, index)));
          this.#isString = false;
        }
      }
      if (this.#isString) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (code === BACKSLASH) this.#isEscaped = true;
        else if (code === QUOTE) {
          this.#isString = false;
          if (this.#string !== null) {
            this.#lastString = this.#string.join('') + text.slice(from, index);
            this.#string = null;
          } else if (this.#element !== null && this.#depth === 0) {
            // An element that is a string.
            cuts.push(this.#closed(text.slice(from, index + 1)));
          }
        }
        continue;
      }
      const isOpener = code === OPENING || code === 0x5b;
      const isCloser = code === CLOSING || code === 0x5d;
      if (this.#element !== null) {
        if (code === QUOTE) this.#isString = true;
        else if (isOpener) this.#depth += 1;
        else if (isCloser && this.#depth > 0) {
          this.#depth -= 1;
          if (this.#depth === 0) cuts.push(this.#closed(text.slice(from, index + 1)));
        } else if (this.#depth === 0 && (isCloser || code === COMMA)) {
          // A number or a word ends where the next thing begins.
          cuts.push(this.#closed(text.slice(from, index)));
          if (isCloser) this.#leave(code);
        }
        continue;
      }
      if (code === QUOTE) {
        this.#isString = true;
        if (this.#isElement()) {
          this.#begin();
          from = index;
        } else if (!this.#isSkipping) {
          this.#string = [];
          from = index + 1;
        }
      } else if (isOpener) {
        if (this.#isSkipping) this.#depth += 1;
        else if (this.#isElement()) {
          this.#begin(isFirst ? this.#indent : 0);
          this.#depth = 1;
          from = index;
        } else this.#enter(code === 0x5b);
      } else if (isCloser) {
        if (this.#isSkipping) {
          this.#depth -= 1;
          if (this.#depth === 0) this.#isSkipping = false;
        } else this.#leave(code);
      } else if (code === COLON) this.#key = this.#lastString;
      else if (this.#isElement() && code > 0x20 && code !== COMMA) {
        this.#begin();
        from = index;
      }
    }
    if (this.#element !== null) this.#element.push(text.slice(from));
    else if (this.#string !== null) this.#string.push(text.slice(from));
    return cuts;
  }

  #isElement(): boolean {
    return !this.#isSkipping && this.#open.at(-1)?.isList === true;
  }

  /** Whether the next element begins, at the indentation where brackets just closed, though some of this one are open. */
  #isNext(code: number): boolean {
    if (this.#element === null || this.#indent === 0 || this.#indent !== this.#elementIndent) return false;
    if (code === CLOSING) this.#closingLine = this.#line;
    return code === OPENING && this.#closingLine === this.#line - 1;
  }

  #begin(indent = 0): void {
    this.#element = [];
    this.#elementLine = this.#line;
    this.#elementIndent = indent;
    this.#depth = 0;
    this.#isEnded = false;
  }

  #closed(last: string): Cut {
    const text = (this.#element ?? []).join('') + last;
    this.#element = null;
    return { text, line: this.#elementLine, isLoose: this.#open.at(-1)?.isKnown !== true };
  }

  /** The end of a list or of an object; another bracket is left of a damaged element. A list at the root goes on where more comes. */
  #leave(code: number): void {
    const { length } = this.#open;
    if (length === 0 || this.#open[length - 1]?.isList === (code === CLOSING)) return;
    if (length === 1 && code !== CLOSING) this.#isEnded = true;
    else this.#open.pop();
  }

  /** A list or an object that is no element: the root, or a value under a key. */
  #enter(isList: boolean): void {
    const isKnown = this.#open.length === 0 || CONTAINERS.has(this.#key);
    if (isKnown || this.#open.length < MOST_LEVELS) {
      this.#open.push({ isList, isKnown });
      return;
    }
    this.#isSkipping = true;
    this.#depth = 1;
  }
}
