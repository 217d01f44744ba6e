import { valueToText } from '../json/writer.ts';
import type { Block } from './block.ts';
import { coerce } from './coerce.ts';
import { textUntil } from './text-until.ts';
import { codeAt, find, isSpace, lookingAt, type Wait } from './waiting.ts';

/** `call:NAME{key:value,…}` with bare keys, where a token stands for the quotes of a string. */
export interface GemmaCall {
  /** The token that opens and closes a string. */
  readonly quote: string;
  readonly close: readonly string[];
}

const DEEPEST = 100;

class Refused extends Error {}

export function gemmaCall({ quote, close }: GemmaCall): (block: Block) => Wait<number> {
  return function* read(block) {
    const { source } = block;
    const end = yield* bodyEnd(block, quote, close);
    const to = end.literal === null ? source.length : end.to;
    const body = source.slice(block.at, to);
    const head = /^\s*(?:call)?:?\s*([^\s{(:]+(?::[^\s{(:]+)*)\s*\{/.exec(body);
    const name = head?.[1];
    if (head === null || name === undefined) {
      if (end.literal === null) block.cut(null, block.from);
      else block.malformed('missing-name', { from: block.at, to });
      return block.end(end.literal === null ? source.length : end.to + end.literal.length);
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
    if (argumentsText === null || body.slice(reader.at).trim() !== '') {
      if (end.literal === null) block.cut({ name, nameSpan, argumentsText: '{}', argumentsSpan: null }, block.from);
      else block.malformed('markup-not-followed', { from: nameFrom, to }, block.at + reader.at);
    } else {
      block.rec.read('arguments', argumentsSpan);
      block.call({ name, nameSpan, argumentsText, argumentsSpan }, { from: nameFrom, to: argumentsSpan.to });
    }
    if (end.literal !== null) return block.end(block.closer(end.literal, end.to));
    return block.end(block.isMalformed ? source.length : argumentsSpan.to);
  };
}

/**
 * `call:NAME{key:value,…}` whose strings have lost their quotes: a value goes on up to the next declared key. The block
 * ends with the brace behind which a line or another call begins.
 */
export function* strippedGemmaCall(block: Block): Wait<number> {
  const { source, tools } = block;
  const name = block.opener.slice('call:'.length, -1);
  const nameSpan = { from: block.at - 1 - name.length, to: block.at - 1 };
  const to = yield* strippedEnd(block);
  if (to === null) {
    block.cut({ name, nameSpan, argumentsText: '{}', argumentsSpan: null }, block.from);
    return block.end(source.length);
  }
  const text = source.slice(block.at, to);
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

/** Where the closing brace stands; null when the text ends before it. */
function* strippedEnd({ source, at }: Block): Wait<number | null> {
  for (let from = at; ;) {
    const brace = yield* find(source, '}', from);
    if (brace < 0) return null;
    const next = yield* codeAt(source, brace + 1);
    if (next < 0 || next === 0x0a || next === 0x3c || (yield* lookingAt(source, brace + 1, 'call:'))) return brace;
    from = brace + 1;
  }
}

/** Where the declared keys stand, each behind a comma or at the beginning. */
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

/** The closing marker outside of strings. */
function* bodyEnd(block: Block, quote: string, close: readonly string[]): Wait<{ to: number; literal: string | null }> {
  let at = block.at;
  for (;;) {
    const found = yield* textUntil(block.source, at, [quote, ...close], Infinity);
    if (found.literal !== quote) return found;
    const end = yield* textUntil(block.source, found.to + quote.length, [quote], Infinity);
    if (end.literal === null) {
      // A string that nothing closes: the first closing marker counts after all.
      return yield* textUntil(block.source, found.to + quote.length, close, Infinity);
    }
    at = end.to + quote.length;
  }
}

class GemmaReader {
  at: number;
  readonly #text: string;
  readonly #quote: string;
  readonly #coerce: (key: string, text: string) => string;

  constructor(text: string, from: number, quote: string, coerceTop: (key: string, text: string) => string) {
    this.#text = text;
    this.at = from;
    this.#quote = quote;
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
    for (const quote of [this.#quote, '"', "'"]) {
      if (!this.#text.startsWith(quote, this.at)) continue;
      const from = this.at + quote.length;
      const to = this.#text.indexOf(quote, from);
      if (to < 0) throw new Refused();
      this.at = to + quote.length;
      return this.#text.slice(from, to);
    }
    return null;
  }

  #until(signs: string): string {
    const from = this.at;
    while (this.at < this.#text.length && !signs.includes(this.#text.charAt(this.at))) this.at += 1;
    if (this.at >= this.#text.length) throw new Refused();
    return this.#text.slice(from, this.at);
  }

  #space(): void {
    while (isSpace(this.#text.charCodeAt(this.at))) this.at += 1;
  }

  #take(sign: string): boolean {
    if (this.#text[this.at] !== sign) return false;
    this.at += 1;
    return true;
  }
}
