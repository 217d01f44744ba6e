import { isAsciiSpace } from '../../document/characters.ts';
import { valueToText } from '../../json/writer.ts';
import type { Span } from '../../document/span.ts';
import type { Block } from './block.ts';
import { coerce } from './coerce.ts';
import type { TextSource } from './source.ts';
import { inEachSpelling } from './spelling.ts';
import { textUntil } from './text-until.ts';
import { turnEnds } from './turn-end.ts';
import { codeAt, find, lookingAt, type Resumable } from './resumable.ts';

/** `call:NAME{key:value,…}` with bare keys, where a token stands for the quotes of a string. */
interface GemmaCall {
  /** The token that opens and closes a string. */
  readonly quote: string;
  readonly close: readonly string[];
}

const DEEPEST = 100;

class Refused extends Error {}

export function gemmaCall(grammar: GemmaCall): (block: Block) => Resumable<number> {
  const readers = inEachSpelling(grammar, gemmaReader);
  return (block) => readers(block.spelling)(block);
}

function gemmaReader({ quote, close }: GemmaCall): (block: Block) => Resumable<number> {
  return function* read(block) {
    const { source } = block;
    const end = yield* bodyEnd(block, quote, close);
    const { to } = end;
    const closer = end.literal !== null && close.includes(end.literal) ? end.literal : null;
    const isCut = closer === null && end.literal !== block.opener;
    const body = source.slice(block.at, to);
    const head = /^\s*(?:call)?:?\s*([^\s{(:]+(?::[^\s{(:]+)*)\s*\{/.exec(body);
    const name = head?.[1];
    if (head === null || name === undefined) {
      if (isCut) block.cut(null, block.from, to);
      else block.malformed('missing-name', { from: block.at, to });
      return block.end(to + (closer?.length ?? 0));
    }
    const nameFrom = block.at + head[0].lastIndexOf(name);
    const nameSpan = { from: nameFrom, to: nameFrom + name.length };
    block.rec.read('name', nameSpan);
    const open = head[0].length - 1;
    const reader = new GemmaReader(
      body,
      open,
      quote,
      (key, text) => coerce(text, block.tools.parameter(name, key), block.tools.schema(name)).json,
    );
    const argumentsText = reader.object();
    const argumentsSpan = { from: block.at + open, to: block.at + (argumentsText === null ? body.length : reader.at) };
    // Without a closing marker the object ends the call, and what follows is text.
    if (argumentsText === null || (closer !== null && body.slice(reader.at).trim() !== '')) {
      if (isCut) block.cut({ name, nameSpan, argumentsText: '{}', argumentsSpan: null }, block.from, to);
      else block.malformed('markup-not-followed', { from: nameFrom, to }, block.at + reader.at);
      return block.end(closer === null ? to : block.closer(closer, to));
    }
    for (const { from, to: delimiterTo } of reader.delimiters)
      block.rec.repair('string-delimiter', { from: block.at + from, to: block.at + delimiterTo }, quote);
    block.rec.read('arguments', argumentsSpan);
    block.call({ name, nameSpan, argumentsText, argumentsSpan }, { from: nameFrom, to: argumentsSpan.to });
    if (closer !== null) return block.end(block.closer(closer, to));
    block.rec.quirk('closer-missing', { from: argumentsSpan.to, to: argumentsSpan.to });
    return block.end(argumentsSpan.to);
  };
}

/**
 * `call:NAME{key:value,…}` whose strings have lost their quotes: a value goes on up to the next declared key. The block
 * ends with the brace after which a line or another call begins.
 */
export function* strippedGemmaCall(block: Block, { quote, close }: GemmaCall): Resumable<number> {
  const { source, tools } = block;
  const name = block.opener.slice('call:'.length, -1);
  const nameSpan = { from: block.at - 1 - name.length, to: block.at - 1 };
  const to = yield* strippedEnd(block);
  if (to === null) {
    block.cut({ name, nameSpan, argumentsText: '{}', argumentsSpan: null }, block.from);
    return block.end(source.length);
  }
  const text = source.slice(block.at, to);
  // The opener alone is lost: the strings say for themselves where they end.
  if (text.includes(quote)) return yield* gemmaCall({ quote, close })(block.bodyAt(block.from));
  const places = declaredKeys(text, tools.parameters(name));
  if (text.trim() !== '' && places[0]?.at !== 0) return block.refuse('markup-not-followed', block.at);
  block.rec.read('name', nameSpan);
  const members = new Map<string, string>();
  for (const [index, { key, at, valueFrom }] of places.entries()) {
    const valueTo = places[index + 1]?.at ?? text.length;
    const raw = text.slice(valueFrom, valueTo).replace(/,\s*$/, '').trim();
    block.rec.read('key', { from: block.at + at, to: block.at + at + key.length });
    block.rec.read('value', { from: block.at + valueFrom, to: block.at + valueTo });
    if (!members.has(key)) members.set(key, coerce(raw, tools.parameter(name, key), tools.schema(name)).json);
  }
  const argumentsText = `{${[...members].map(([key, json]) => `${valueToText(key)}:${json}`).join(',')}}`;
  const argumentsSpan = { from: block.at - 1, to: to + 1 };
  block.call({ name, nameSpan, argumentsText, argumentsSpan }, { from: block.from, to: to + 1 });
  return block.end(to + 1);
}

/** Where the closing brace is; null when the text ends before it. */
function* strippedEnd({ source, at }: Block): Resumable<number | null> {
  for (let from = at; ;) {
    const brace = yield* find(source, '}', from);
    if (brace < 0) return null;
    const next = yield* codeAt(source, brace + 1);
    if (next < 0 || next === 0x0a || next === 0x3c || (yield* lookingAt(source, brace + 1, 'call:'))) return brace;
    from = brace + 1;
  }
}

/** Where the declared keys are, each after a comma or at the beginning. */
function declaredKeys(text: string, keys: readonly string[]): { key: string; at: number; valueFrom: number }[] {
  const known = new Set(keys);
  const places: { key: string; at: number; valueFrom: number }[] = [];
  for (const found of text.matchAll(/(^|,)\s*([^\s,:{}]{1,100}):/g)) {
    const [whole, , key = ''] = found;
    if (!known.has(key)) continue;
    const valueFrom = found.index + whole.length;
    places.push({ key, at: valueFrom - 1 - key.length, valueFrom });
  }
  return places;
}

/** The closing marker outside of strings; where it is missing, the next opener, or the end of the turn after an object. */
function* bodyEnd(
  block: Block,
  quote: string,
  close: readonly string[],
): Resumable<{ to: number; literal: string | null }> {
  const { source, opener } = block;
  const ends = [...new Set([...close, opener, ...turnEnds])];
  for (let at = Math.max(block.at, block.from + opener.length); ;) {
    const found = yield* textUntil(source, at, [quote, ...ends], Infinity);
    if (found.literal === quote) {
      const from = found.to + quote.length;
      const end = yield* textUntil(source, from, [quote], Infinity);
      // A string that nothing closes: the first marker counts after all.
      if (end.literal === null) return yield* textUntil(source, from, [...close, opener], Infinity);
      at = end.to + quote.length;
    } else if (found.literal === null || close.includes(found.literal) || found.literal === opener) return found;
    else if (endsObject(source, found.to)) return found;
    else at = found.to + found.literal.length;
  }
}

/** Whether only white space lies between an offset and the brace before it. */
function endsObject(source: TextSource, at: number): boolean {
  let to = at;
  while (isAsciiSpace(source.code(to - 1))) to -= 1;
  return source.code(to - 1) === 0x7d;
}

class GemmaReader {
  at: number;
  /** Delimiters of strings that are not written as the token alone. */
  readonly delimiters: Span[] = [];
  readonly #text: string;
  readonly #quote: string;
  /** The token without its last sign. */
  readonly #stem: string;
  readonly #coerce: (key: string, text: string) => string;

  constructor(text: string, from: number, quote: string, coerceTop: (key: string, text: string) => string) {
    this.#text = text;
    this.at = from;
    this.#quote = quote;
    this.#stem = quote.slice(0, -1);
    this.#coerce = coerceTop;
  }

  /** The object at hand as JSON; null when it is none. */
  object(): string | null {
    try {
      return this.#object(0);
    } catch (error) {
      if (error instanceof Refused) return null;
      throw error;
    }
  }

  #object(depth: number): string {
    if (depth > DEEPEST) throw new Refused();
    this.at += 1;
    const members = new Map<string, string>();
    for (;;) {
      this.#space();
      if (this.#take('}')) break;
      const key = this.#string() ?? this.#until(':').trim();
      if (key === '' || !this.#take(':')) throw new Refused();
      const json = this.#value(depth, key);
      if (!members.has(key)) members.set(key, json);
      this.#space();
      if (!this.#take(',') && this.#text[this.at] !== '}') throw new Refused();
    }
    return `{${[...members].map(([key, json]) => `${valueToText(key)}:${json}`).join(',')}}`;
  }

  #value(depth: number, key: string | null): string {
    this.#space();
    const sign = this.#text[this.at];
    if (sign === '{') return this.#object(depth + 1);
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
    const bare = this.#until(key === null ? ',]' : ',}').trim();
    if (bare === '') throw new Refused();
    if (/^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/.test(bare)) return bare;
    return key === null || depth > 0 ? valueToText(bare) : this.#coerce(key, bare);
  }

  #string(): string | null {
    const marked = this.#markedString();
    if (marked !== null) return marked;
    for (const quote of ['"', "'"]) {
      if (!this.#text.startsWith(quote, this.at)) continue;
      const from = this.at + quote.length;
      const to = this.#text.indexOf(quote, from);
      if (to < 0) throw new Refused();
      this.at = to + quote.length;
      return this.#text.slice(from, to);
    }
    return null;
  }

  /**
   * A string between two tokens. Models put quotation marks around them, or one in the place of their last sign: that
   * says the same, since no string can hold the token.
   */
  #markedString(): string | null {
    const text = this.#text;
    const from = this.at;
    const isQuoted = text[from] === '"';
    const open = this.#delimiterAt(from + (isQuoted ? 1 : 0));
    if (open === null) return null;
    let close = text.indexOf(this.#stem, open);
    while (close >= 0 && this.#delimiterAt(close) === null) close = text.indexOf(this.#stem, close + 1);
    if (close < 0) throw new Refused();
    const end = this.#delimiterAt(close) as number;
    this.at = isQuoted && text[end] === '"' ? end + 1 : end;
    for (const span of [
      { from, to: open },
      { from: close, to: this.at },
    ])
      if (text.slice(span.from, span.to) !== this.#quote) this.delimiters.push(span);
    return text.slice(open, close);
  }

  /** The offset after the token at an offset; null where there is none. */
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
