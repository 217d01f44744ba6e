import type { JsonNode, JsonStringNode } from './node.ts';
import { RepairLog } from './repairs.ts';
import { skipBlank } from './tolerant-blank.ts';
import {
  asciiOf,
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  codeAt,
  COLON,
  COMMA,
  DOUBLE_QUOTE,
  EQUALS,
  GREATER,
  isJsonWhite,
  isQuote,
  OPEN_BRACE,
  OPEN_BRACKET,
  type Place,
  skipWhite,
  startsKey,
} from './tolerant-characters.ts';
import { attach, closerOf, type OpenContainer, OpenContainers } from './tolerant-containers.ts';
import { readBareKey, readLenientScalar } from './tolerant-scalar.ts';
import type { TolerantReading } from './tolerant-reading.ts';
import { readLenientString } from './tolerant-string.ts';

const SEMICOLON = 0x3b;
/** A key, a colon, and the beginning of a value. */
const ODD_KEY = /^[^:]{1,100}: ?[{["]/;

/** A comma whose fate depends on what follows: an item keeps it, a closer does not. */
interface PendingComma {
  /** Where it is, or where it is missing. */
  readonly at: number;
  readonly isMissing: boolean;
}

/** Reads one value. What was odd in it tells whether another way to read it is worth a try. */
export class TolerantReader {
  readonly #text: string;
  readonly #to: number;
  readonly #log = new RepairLog();
  #at = 0;
  readonly #containers = new OpenContainers();
  #state: 'key' | 'colon' | 'value' | 'after' = 'value';
  #comma: PendingComma | null = null;
  /** Where the last whole value or opener ends, and the log as it was then: a member that is cut off is taken back to here. */
  #settledAt = 0;
  #settledLog = 0;
  #root: JsonNode | null = null;
  #isComplete = true;
  #openAtEnd: readonly number[] = [];
  readonly #guesses: number[] = [];
  /** Where the last text without quotes ends. */
  #bareTo = -1;

  readonly #dropsStray: boolean;
  /** A bracket was dropped that may as well stand for a brace. */
  hasStray = false;
  /** The first quotation mark with a backslash where a key or a value begins. */
  escapedAt: number | null = null;
  /** A key holds what separates a key from a value. */
  hasOddKey = false;
  readonly #mendsQuotes: boolean;

  constructor(text: string, to: number, dropsStray: boolean, mendsQuotes: boolean) {
    this.#mendsQuotes = mendsQuotes;
    this.#text = text;
    this.#to = to;
    this.#dropsStray = dropsStray;
  }

  read(from: number): TolerantReading {
    this.#at = from;
    while (this.#root === null) {
      this.#at = skipBlank(this.#text, this.#at, this.#to, this.#mayBeText, this.#log);
      if (this.#at >= this.#to) {
        this.#endOfRange();
        break;
      }
      if (!this.#step(this.#containers.top)) break;
    }
    const node = this.#root;
    if (node === null) return { node, repairs: [], end: this.#at, complete: false, open: [], guesses: [] };
    if (this.#isComplete) this.#dropSurplusClosers();
    return {
      node,
      repairs: this.#log.sorted(),
      end: this.#at,
      complete: this.#isComplete,
      open: this.#openAtEnd,
      guesses: this.#guesses,
    };
  }

  get #mayBeText(): boolean {
    return this.#state === 'value' && this.#containers.top !== undefined;
  }

  /** Reads the character under the reader and what it begins. False when no value begins there. */
  #step(container: OpenContainer | undefined): boolean {
    const code = asciiOf(this.#text.charCodeAt(this.#at));
    if (container === undefined) {
      if (code === COMMA || code === COLON || code === CLOSE_BRACE || code === CLOSE_BRACKET) return false;
      this.#readValue(code, 'root');
      return true;
    }
    if (code === CLOSE_BRACE) this.#close('object', container);
    else if (code === CLOSE_BRACKET) this.#close('array', container);
    else if (code === COMMA || (code === SEMICOLON && this.#state === 'after')) this.#readComma(container);
    else if (this.#state === 'key') this.#readKey(code, container);
    else if (this.#state === 'colon') this.#readColon(code, container);
    else if (code === COLON) this.#drop('stray-colon');
    else if (this.#state === 'value') this.#readValue(code, container.kind === 'object' ? 'member' : 'item');
    else this.#expectNext(container, { at: this.#settledAt, isMissing: true });
    return true;
  }

  #readComma(container: OpenContainer): void {
    if (container.key !== null) this.#supplyValue(container);
    if (this.#state === 'after') {
      this.#expectNext(container, { at: this.#at, isMissing: false });
      this.#at += 1;
    } else if (this.#comma?.isMissing) {
      this.#comma = { at: this.#at, isMissing: false };
      this.#at += 1;
    } else {
      this.#drop('extra-comma');
    }
  }

  #expectNext(container: OpenContainer, comma: PendingComma): void {
    this.#comma = comma;
    this.#state = container.kind === 'object' ? 'key' : 'value';
  }

  /** The next item or member is there, so the comma before it stays, or must be written. */
  #keepComma(): void {
    const comma = this.#comma;
    this.#comma = null;
    if (comma === null) return;
    if (comma.isMissing) this.#log.add('missing-comma', comma.at, comma.at, ',');
    else if (asciiOf(this.#text.charCodeAt(comma.at)) === SEMICOLON)
      this.#log.add('missing-comma', comma.at, comma.at + 1, ',');
    else this.#logFullwidth(comma.at, ',');
  }

  #readKey(code: number, container: OpenContainer): void {
    const at = this.#at;
    if (code === OPEN_BRACE) {
      container.surplusOpeners += 1;
      this.#drop('surplus-opener');
      return;
    }
    this.#keepComma();
    this.#noteEscaped(code);
    this.#state = 'colon';
    if (code === COLON || code === EQUALS || code === OPEN_BRACKET) {
      this.#log.add('missing-key', at, at, '""');
      container.key = { kind: 'string', from: at, to: at, value: '' };
    } else if (isQuote(code)) {
      const { node, cutFrom } = readLenientString(this.#text, at, this.#to, 'key', this.#log, this.#mendsQuotes);
      if (cutFrom !== null) {
        this.#truncateTail();
        return;
      }
      container.key = node;
      this.hasOddKey ||= ODD_KEY.test(node.value);
    } else {
      container.key = readBareKey(this.#text, at, this.#to, this.#log);
    }
    this.#at = container.key.to;
  }

  #noteEscaped(code: number): void {
    if (code === BACKSLASH && codeAt(this.#text, this.#at + 1, this.#to) === DOUBLE_QUOTE) this.escapedAt ??= this.#at;
  }

  #readColon(code: number, container: OpenContainer): void {
    const at = this.#at;
    this.#state = 'value';
    if (code === COLON) {
      this.#logFullwidth(at, ':');
      this.#at = at + 1;
    } else if (code === EQUALS) {
      this.#at = codeAt(this.#text, at + 1, this.#to) === GREATER ? at + 2 : at + 1;
      this.#log.add('missing-colon', at, this.#at, ':');
    } else {
      const keyEnd = container.key?.to ?? at;
      this.#log.add('missing-colon', keyEnd, keyEnd, ':');
    }
  }

  #readValue(code: number, place: Place): void {
    const at = this.#at;
    this.#keepComma();
    this.#noteEscaped(code);
    if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      this.#openContainer(code === OPEN_BRACE ? 'object' : 'array');
      return;
    }
    if (code === DOUBLE_QUOTE && this.#containers.expectsObject && startsKey(this.#text, at, this.#to)) {
      this.#log.add('missing-opener', at, at, '{');
      this.#containers.open('object', at);
      this.#state = 'key';
      return;
    }
    if (isQuote(code)) {
      const { node, cutFrom } = readLenientString(this.#text, at, this.#to, place, this.#log, this.#mendsQuotes);
      this.#at = node.to;
      this.#finish(node);
      if (cutFrom !== null) this.#truncate(cutFrom, '"');
      return;
    }
    const { node, end, completion } = readLenientScalar(this.#text, at, this.#to, place, this.#log);
    this.#at = end;
    if (node === null) {
      this.#truncateTail();
      return;
    }
    if (node.kind === 'string') this.#judgeBareText(node);
    this.#finish(node);
    if (completion !== null) this.#truncate(at, completion);
  }

  /** Signs alone are no text: whoever writes `{"a": @@}` means something that is not there. */
  #judgeBareText({ from, to, value }: JsonStringNode): void {
    this.#bareTo = to;
    if (!/[\p{L}\p{N}]/u.test(value)) this.#guesses.push(from);
  }

  #openContainer(kind: 'object' | 'array'): void {
    const from = this.#at;
    this.#logFullwidth(from, kind === 'object' ? '{' : '[');
    this.#containers.open(kind, from);
    this.#at = from + 1;
    this.#state = kind === 'object' ? 'key' : 'value';
    this.#settle();
  }

  /** Closes the innermost container of this kind, and before it whatever is still open inside it. */
  #close(kind: 'object' | 'array', container: OpenContainer): void {
    const at = this.#at;
    let top = container;
    if (this.#dropsStray && this.#isStray(kind, container)) {
      this.hasStray = true;
      this.#drop('surplus-closer');
      return;
    }
    if (this.#containers.has(kind) && !this.#closesTooMuch(kind)) {
      while (top.kind !== kind) {
        this.#endMembers(top);
        this.#log.add('missing-closer', at, at, closerOf(top));
        this.#pop(top, at);
        top = this.#containers.top ?? top;
      }
    }
    this.#endMembers(top);
    if (top.kind === kind) this.#logFullwidth(at, closerOf(top));
    else this.#log.add('mismatched-closer', at, at + 1, closerOf(top));
    this.#at = at + 1;
    this.#pop(top, this.#at);
    while (top.surplusOpeners > 0 && codeAt(this.#text, this.#at, this.#to) === CLOSE_BRACE) {
      top.surplusOpeners -= 1;
      this.#drop('surplus-closer');
    }
    this.#settle();
  }

  /**
   * `{"a": [1, 2}, "b": 3}`: true when the closer would end the whole value although the next member follows it, so
   * that it rather stands for the closer of the innermost container.
   */
  #closesTooMuch(kind: 'object' | 'array'): boolean {
    if (!this.#containers.isOnlyOutside(kind)) return false;
    const comma = skipWhite(this.#text, this.#at + 1, this.#to);
    if (asciiOf(codeAt(this.#text, comma, this.#to)) !== COMMA) return false;
    const next = asciiOf(codeAt(this.#text, skipWhite(this.#text, comma + 1, this.#to), this.#to));
    return isQuote(next) || (kind === 'array' && (next === OPEN_BRACE || next === OPEN_BRACKET));
  }

  /** `{"a": "b"], "c": 1}`: the next member follows the bracket, and no list ends with it. */
  #isStray(kind: 'object' | 'array', container: OpenContainer): boolean {
    if (kind !== 'array' || container.kind !== 'object' || this.#state !== 'after') return false;
    if (this.#containers.has('array') && !this.#closesTooMuch('array')) return false;
    const comma = skipWhite(this.#text, this.#at + 1, this.#to);
    if (asciiOf(codeAt(this.#text, comma, this.#to)) !== COMMA) return false;
    return startsKey(this.#text, skipWhite(this.#text, comma + 1, this.#to), this.#to);
  }

  /** A closer, or the end, was found where a member was expected. */
  #endMembers(container: OpenContainer): void {
    if (container.key !== null) this.#supplyValue(container);
    if (this.#comma?.isMissing === false) this.#log.add('trailing-comma', this.#comma.at, this.#comma.at + 1, '');
    this.#comma = null;
  }

  #supplyValue(container: OpenContainer): void {
    const at = this.#at;
    this.#log.add('missing-value', at, at, this.#state === 'colon' ? ':null' : 'null');
    this.#guesses.push(at);
    attach(container, { kind: 'null', from: at, to: at });
    this.#state = 'after';
    this.#settle();
  }

  #pop(container: OpenContainer, to: number): void {
    this.#finish(this.#containers.close(container, to));
  }

  /** The value that ends under the reader is whole. */
  #finish(node: JsonNode): void {
    const container = this.#containers.top;
    if (container === undefined) this.#root = node;
    else attach(container, node);
    this.#state = 'after';
    this.#settle();
  }

  #settle(): void {
    this.#settledAt = this.#at;
    this.#settledLog = this.#log.mark();
  }

  #endOfRange(): void {
    const isBetweenMembers = this.#comma === null && this.#containers.top?.key === null;
    if (isBetweenMembers) this.#truncate(this.#to, '');
    else this.#truncateTail();
  }

  /** The range ends inside an item or a member of which nothing can be kept: it goes, with the comma before it. */
  #truncateTail(): void {
    this.#log.rollback(this.#settledLog);
    this.#comma = null;
    const container = this.#containers.top;
    if (container === undefined) {
      this.#at = this.#to;
      return;
    }
    container.key = null;
    this.#truncate(this.#settledAt, '');
  }

  /** The range ends here: the text from `from` on becomes `completion`, and all containers are closed. */
  #truncate(from: number, completion: string): void {
    // After a whole value nothing but closers is missing. Of a text without quotes nobody knows whether it is whole.
    if (this.#state !== 'after' || completion !== '') this.#guesses.push(this.#to);
    else if (this.#settledAt === this.#bareTo) this.#guesses.push(this.#bareTo);
    this.#openAtEnd = this.#containers.starts();
    const inserted = [completion];
    for (let container = this.#containers.top; container !== undefined; container = this.#containers.top) {
      inserted.push(closerOf(container));
      this.#pop(container, this.#to);
    }
    this.#log.add('truncated', from, this.#to, inserted.join(''));
    this.#at = this.#to;
    this.#isComplete = false;
  }

  #dropSurplusClosers(): void {
    for (;;) {
      let next = this.#at;
      while (next < this.#to && isJsonWhite(this.#text.charCodeAt(next))) next += 1;
      const code = asciiOf(codeAt(this.#text, next, this.#to));
      if (code !== CLOSE_BRACE && code !== CLOSE_BRACKET) return;
      this.#at = next;
      this.#drop('surplus-closer');
    }
  }

  /** Removes the character under the reader. */
  #drop(code: 'stray-colon' | 'extra-comma' | 'surplus-opener' | 'surplus-closer'): void {
    this.#log.add(code, this.#at, this.#at + 1, '');
    this.#at += 1;
  }

  #logFullwidth(at: number, ascii: string): void {
    if (this.#text[at] !== ascii) this.#log.add('fullwidth-punctuation', at, at + 1, ascii);
  }
}
