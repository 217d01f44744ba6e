import { isAsciiSpace, type Repair } from '../../../text/document/index.ts';
import { valueToText } from '../../../text/json/index.ts';
import type { Block } from './block.ts';
import { coerce } from './coerce.ts';
import { gemmaBodyEnd } from './gemma-body.ts';
import { inEachSpelling } from '../mend/spelling.ts';
import type { Resumable } from './resumable.ts';

/** `call:NAME{key:value,…}` with bare keys. A token replaces the quotes of a string. */
export interface GemmaCall {
  /** The token that opens and closes a string. */
  readonly quote: string;
  readonly close: readonly string[];
}

const DEEPEST = 100;

class Refused extends Error {}

/** The name, and the bracket before the arguments; the bracket may be missing if a key follows. */
const HEAD = /^\s*(?:call)?:?\s*([^\s{(:]+(?::[^\s{(:]+)*)(?:\s*([{(])|\s+(?=[\p{L}_]\w{0,100}:))/u;

/** A name that a model writes twice, with a colon between: `ring_bell:ring_bell`. Once, where no tool has such a name. */
function onceOf({ tools }: Block, written: string): string {
  const half = written.slice(0, (written.length - 1) / 2);
  return written === `${half}:${half}` && !tools.has(written) ? half : written;
}

export function gemmaCall(grammar: GemmaCall): (block: Block) => Resumable<number> {
  const readers = inEachSpelling(grammar, gemmaReader);
  return (block) => readers(block.spelling)(block);
}

function gemmaReader({ quote, close }: GemmaCall): (block: Block) => Resumable<number> {
  return function* read(block) {
    const { source } = block;
    const end = yield* gemmaBodyEnd(block, quote, close);
    const { to } = end;
    const closer = end.literal !== null && close.includes(end.literal) ? end.literal : null;
    const isCut = closer === null && end.literal !== block.opener;
    const body = source.slice(block.at, to);
    const head = HEAD.exec(body);
    const written = head?.[1];
    if (head === null || written === undefined) {
      if (isCut) block.cut(null, block.from, to);
      else block.malformed('missing-name', { from: block.at, to });
      return block.end(to + (closer?.length ?? 0));
    }
    const name = onceOf(block, written);
    const nameFrom = block.at + head[0].lastIndexOf(written);
    const nameSpan = { from: nameFrom, to: nameFrom + name.length };
    if (name !== written) block.rec.repair('surplus-marker', { from: nameSpan.to, to: nameFrom + written.length }, '');
    block.rec.read('name', nameSpan);
    const bracket = head[2] ?? '';
    const open = head[0].length - bracket.length;
    const reader = new GemmaReader(
      body,
      open,
      quote,
      (key, text) => coerce(text, block.tools.parameter(name, key), block.tools.schema(name)).json,
      block.tools.parameters(name),
      closer !== null,
    );
    const argumentsText = reader.object(bracket);
    if (argumentsText !== null && closer !== null) reader.pastSurplus();
    const argumentsSpan = { from: block.at + open, to: block.at + (argumentsText === null ? body.length : reader.at) };
    // If there is no closing marker, the object ends the call, and text follows.
    if (argumentsText === null || (closer !== null && body.slice(reader.at).trim() !== '')) {
      if (isCut) block.cut({ name, nameSpan, argumentsText: '{}', argumentsSpan: null }, block.from, to);
      else block.malformed('markup-not-followed', { from: nameFrom, to }, block.at + reader.at);
      return block.end(closer === null ? to : block.closer(closer, to));
    }
    for (const { code, span, inserted } of reader.repairs)
      block.rec.repair(code, { from: block.at + span.from, to: block.at + span.to }, inserted);
    block.rec.read('arguments', argumentsSpan);
    block.call({ name, nameSpan, argumentsText, argumentsSpan }, { from: nameFrom, to: argumentsSpan.to });
    if (closer !== null) return block.end(block.closer(closer, to));
    block.rec.quirk('closer-missing', { from: argumentsSpan.to, to: argumentsSpan.to });
    return block.end(argumentsSpan.to);
  };
}

/** Most white space between two brackets. */
const LONGEST_GAP = 10;
/** What follows the end of a value. */
const ENDS_VALUE = /^\s*(?:[,}\])]|$)/;
/** A comma and what may be the next key. */
const NEXT_KEY = /,\s*([\p{L}_][\w-]{0,100}):/gu;

class GemmaReader {
  at: number;
  /** What differs from the format; offsets into the text. */
  readonly repairs: Repair[] = [];
  readonly #text: string;
  readonly #quote: string;
  /** The token without its last sign. */
  readonly #stem: string;
  /** The next token; -1 if there is none. */
  #token: number | null = null;
  readonly #coerce: (key: string, text: string) => string;
  /** The declared parameters. */
  readonly #keys: ReadonlySet<string>;
  /** Whether the text ends with the call. */
  readonly #isWhole: boolean;
  /** The sign that closes the outermost object. */
  #outerClose = '}';

  constructor(
    text: string,
    from: number,
    quote: string,
    coerceTop: (key: string, text: string) => string,
    keys: readonly string[],
    isWhole: boolean,
  ) {
    this.#keys = new Set(keys);
    this.#isWhole = isWhole;
    this.#text = text;
    this.at = from;
    this.#quote = quote;
    this.#stem = quote.slice(0, -1);
    this.#coerce = coerceTop;
  }

  /** Reads an object that is in parentheses. */
  #inParentheses(): string {
    const open = this.#text.indexOf('{', this.at);
    this.#repair('surplus-marker', this.at, open, '');
    this.at = open + 1;
    const json = this.#object(0);
    const close = /^\s*\)/.exec(this.#text.slice(this.at, this.at + LONGEST_GAP))?.[0].length ?? 0;
    if (close > 0) this.#repair('surplus-marker', this.at, this.at + close, '');
    this.at += close;
    return json;
  }

  /** Reads the object here and returns it as JSON; null if there is none. */
  object(bracket: string): string | null {
    try {
      if (bracket === '') this.#repair('missing-marker', this.at, this.at, '{');
      if (bracket === '(' && /^\(\s*\{/.test(this.#text.slice(this.at, this.at + LONGEST_GAP)))
        return this.#inParentheses();
      if (bracket === '(') {
        this.#repair('wrong-marker', this.at, this.at + 1, '{');
        this.#outerClose = ')';
      }
      this.at += bracket.length;
      return this.#object(0);
    } catch (error) {
      if (error instanceof Refused) return null;
      throw error;
    }
  }

  /** Skips brackets that close nothing, and lines of prose, up to the end of the text. */
  pastSurplus(): void {
    const rest = this.#text.slice(this.at);
    const isProse = /^[ \t]*\n[^{}<>]*$/.test(rest);
    if (rest.trim() === '' || (!isProse && !/^[\s})]*$/.test(rest))) return;
    this.#repair(isProse ? 'surplus-text' : 'surplus-marker', this.at, this.#text.length, '');
    this.at = this.#text.length;
  }

  #repair(code: string, from: number, to: number, inserted: string): void {
    this.repairs.push({ code, span: { from, to }, inserted });
  }

  #object(depth: number): string {
    if (depth > DEEPEST) throw new Refused();
    const close = depth === 0 ? this.#outerClose : '}';
    const members = new Map<string, string>();
    for (;;) {
      this.#space();
      if (this.#take(close)) {
        if (close !== '}') this.#repair('wrong-marker', this.at - 1, this.at, '}');
        break;
      }
      if (depth === 0 && this.#lacksClose()) break;
      // The list around an object ends, and the object lacks its bracket.
      if (depth > 1 && this.#text[this.at] === ']') {
        this.#repair('missing-marker', this.at, this.at, '}');
        break;
      }
      if (depth === 0 && this.#pastDoubled()) continue;
      const key = this.#string() ?? this.#until(depth === 0 && this.#mayBeEquals() ? ':=' : ':').trim();
      if (key === '' || !this.#takeColon(depth)) throw new Refused();
      const json = this.#value(depth, key);
      if (!members.has(key)) members.set(key, json);
      this.#space();
      if (this.#take(',') || this.#text[this.at] === close || (depth === 0 && this.#lacksClose())) continue;
      if (depth > 1 && this.#text[this.at] === ']') continue;
      if (depth > 0 || !this.#lacksComma()) throw new Refused();
    }
    return `{${[...members].map(([key, json]) => `${valueToText(key)}:${json}`).join(',')}}`;
  }

  #value(depth: number, key: string | null): string {
    this.#space();
    const sign = this.#text[this.at];
    if (sign === '{') {
      this.at += 1;
      return this.#object(depth + 1);
    }
    if (sign === '[') {
      if (depth > DEEPEST) throw new Refused();
      this.at += 1;
      const items: string[] = [];
      for (;;) {
        this.#space();
        if (this.#take(']')) return `[${items.join(',')}]`;
        items.push(this.#value(depth + 1, null));
        this.#space();
        if (!this.#take(',') && this.#text[this.at] !== ']') throw new Refused();
      }
    }
    const string = this.#string();
    if (string !== null) return valueToText(string);
    const from = this.at;
    const bare = this.#withoutDelimiter(from, this.#bare(depth, key));
    if (bare === '') throw new Refused();
    const isNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(bare);
    if (isNumber ? Number.isFinite(Number(bare)) : /^(?:true|false|null)$/.test(bare)) return bare;
    return key === null || depth > 0 ? valueToText(bare) : this.#coerce(key, bare);
  }

  #string(): string | null {
    const marked = this.#markedString();
    if (marked !== null) return marked;
    for (const quote of ['"', "'", '`']) {
      if (!this.#text.startsWith(quote, this.at)) continue;
      const from = this.at + quote.length;
      const own = this.#text.indexOf(quote, from);
      const to = this.#mixedEnd(from, own) ?? own;
      if (to < 0) throw new Refused();
      this.at = to + (to === own ? quote.length : this.#quote.length);
      this.#repair('string-delimiter', from - 1, from, this.#quote);
      if (to === own) this.#repair('string-delimiter', to, this.at, this.#quote);
      return this.#text.slice(from, to);
    }
    return null;
  }

  /** The token that closes a string that a quotation mark opened; null where that mark closes it. */
  #mixedEnd(from: number, own: number): number | null {
    if (own >= 0 && ENDS_VALUE.test(this.#text.slice(own + 1, own + 20))) return null;
    // Each reader that looked for it at once would search the rest of a text of many calls.
    if (this.#token === null || (this.#token >= 0 && this.#token < from))
      this.#token = this.#text.indexOf(this.#quote, from);
    const at = this.#token;
    return at >= 0 && ENDS_VALUE.test(this.#text.slice(at + this.#quote.length, at + 30)) ? at : null;
  }

  /**
   * Reads a string between two tokens. Models also put quotation marks around the tokens, or one in the place of the last sign
   * of a token. A token in the string is a quotation mark of it: only after the last one does the object go on.
   */
  #markedString(): string | null {
    const text = this.#text;
    const from = this.at;
    const isQuoted = text[from] === '"';
    const open = this.#delimiterAt(from + (isQuoted ? 1 : 0));
    if (open === null) return null;
    let close = text.indexOf(this.#stem, open);
    const inside = text.slice(open, close < 0 ? text.length : close);
    // Not beyond: each string would look through all that is left.
    const slashed = inside.indexOf(`</${this.#quote.slice(1)}`);
    if (slashed >= 0) {
      this.at = open + slashed + this.#quote.length + 1;
      this.#repair('string-delimiter', open + slashed, this.at, this.#quote);
      return inside.slice(0, slashed);
    }
    while (close >= 0 && this.#delimiterAt(close) === null) close = text.indexOf(this.#stem, close + 1);
    const lost = this.#lostDelimiter(open, close < 0 ? text.length : close);
    if (lost >= 0) {
      // A quotation mark in the place of the token is the only one in the string.
      const to = text.indexOf('"', open) === lost - 1 ? lost - 1 : lost;
      this.#repair('string-delimiter', to, lost, this.#quote);
      this.at = lost;
      return text.slice(open, to);
    }
    if (close < 0) throw new Refused();
    const inner = this.#innerTokens(close);
    const first = close;
    close = inner.at(-1) ?? close;
    const end = this.#delimiterAt(close) as number;
    this.at = isQuoted && text[end] === '"' ? end + 1 : end;
    const delimiters = [[from, open] as const, [close, this.at] as const];
    for (const [start, stop] of delimiters)
      if (text.slice(start, stop) !== this.#quote) this.#repair('string-delimiter', start, stop, this.#quote);
    if (close === first) return text.slice(open, close);
    for (const at of [first, ...inner.slice(0, -1)]) this.#repair('wrong-marker', at, at + this.#quote.length, '"');
    return text.slice(open, close).replaceAll(this.#quote, '"');
  }

  /** The tokens after one that does not end its string, up to the one that does; none where that ends it or none does. */
  #innerTokens(close: number): readonly number[] {
    const tokens: number[] = [];
    for (let at = close; at >= 0; at = this.#text.indexOf(this.#quote, at + this.#quote.length)) {
      if (at > close) tokens.push(at);
      const after = this.#text.slice(at + this.#quote.length, at + this.#quote.length + 110);
      const key = /^\s*([\p{L}_][\w-]{0,100}):/u.exec(after)?.[1];
      if (/^\s*(?:[,}\])]|"|$)/.test(after) || this.#keys.has(key ?? '')) return tokens;
    }
    return [];
  }

  /**
   * The end of a string that lacks its second token; -1 if it does not lack it. The next declared key or the end of the object
   * proves it: between two tokens, no key precedes the second one.
   */
  #lostDelimiter(from: number, to: number): number {
    const text = this.#text.slice(from, to);
    const isLast = to === this.#text.length;
    NEXT_KEY.lastIndex = 0;
    for (let found = NEXT_KEY.exec(text); found !== null; found = NEXT_KEY.exec(text))
      if (this.#keys.has(found[1] ?? '') && (isLast || text.slice(found.index + found[0].length).trim() === ''))
        return from + found.index;
    const end = isLast && this.#isWhole ? /\s*[})]\s*$/.exec(text.slice(-100)) : null;
    return end === null ? -1 : from + Math.max(0, text.length - 100) + end.index;
  }

  /** Removes the remaining token of a pair from a text. */
  #withoutDelimiter(from: number, written: string): string {
    const bare = written.trim();
    if (!bare.endsWith(this.#quote)) return bare;
    this.#repair('string-delimiter', from, from, this.#quote);
    return bare.slice(0, -this.#quote.length);
  }

  #bare(depth: number, key: string | null): string {
    if (key === null) return this.#until(',]');
    const from = this.at;
    const text = this.#text;
    const ends = depth === 0 ? `,${this.#outerClose}` : ',}]';
    while (this.at < text.length && !ends.includes(text.charAt(this.at))) this.at += 1;
    if (this.at >= text.length && !(depth === 0 && this.#isWhole)) throw new Refused();
    return text.slice(from, this.at);
  }

  /** Whether the call ends here and lacks its bracket. */
  #lacksClose(): boolean {
    if (!this.#isWhole || this.#text.slice(this.at).trim() !== '') return false;
    this.#repair('missing-marker', this.at, this.at, '}');
    this.at = this.#text.length;
    return true;
  }

  /** Whether a declared key follows directly. */
  #lacksComma(): boolean {
    const key = /^([\p{L}_][\w-]{0,100}):/u.exec(this.#text.slice(this.at, this.at + 102))?.[1];
    if (!this.#keys.has(key ?? '')) return false;
    this.#repair('missing-marker', this.at, this.at, ',');
    return true;
  }

  /** Skips a doubled bracket or comma: no declared key begins with it. */
  #pastDoubled(): boolean {
    if (this.#keys.size === 0 || !/[{,]/.test(this.#text.charAt(this.at))) return false;
    this.#repair('surplus-marker', this.at, this.at + 1, '');
    this.at += 1;
    return true;
  }

  /** Whether an equals sign may end the key: in parentheses, or after a declared key. */
  #mayBeEquals(): boolean {
    const key = /^([^\s:={}]{1,100})\s*=/.exec(this.#text.slice(this.at, this.at + 200))?.[1];
    return this.#outerClose === ')' || this.#keys.has(key ?? '');
  }

  #takeColon(depth: number): boolean {
    if (this.#take(':')) return true;
    if (depth > 0 || !this.#take('=')) return false;
    this.#repair('wrong-marker', this.at - 1, this.at, ':');
    return true;
  }

  /** The offset after the token here; null if there is none. */
  #delimiterAt(at: number): number | null {
    const to = at + this.#quote.length;
    const last = this.#text[to - 1];
    return this.#text.startsWith(this.#stem, at) && (last === this.#quote.at(-1) || last === '"') ? to : null;
  }

  #until(signs: string): string {
    const from = this.at;
    while (this.at < this.#text.length && !signs.includes(this.#text.charAt(this.at))) this.at += 1;
    if (this.at >= this.#text.length) throw new Refused();
    return this.#text.slice(from, this.at);
  }

  #space(): void {
    while (isAsciiSpace(this.#text.charCodeAt(this.at))) this.at += 1;
  }

  #take(sign: string): boolean {
    if (this.#text[this.at] !== sign) return false;
    this.at += 1;
    return true;
  }
}
