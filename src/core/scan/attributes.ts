import type { Span } from '../span.ts';
import type { TextSource } from './source.ts';
import { isSpace, type Wait } from './waiting.ts';

export interface Attribute {
  readonly name: string;
  readonly value: string;
  readonly span: Span;
  /** Quoted with curly quotes. */
  readonly isCurly?: true;
}

export interface Tag {
  /** Behind the `>`. */
  readonly to: number;
  /** `<function=NAME>`: what stands behind the equals sign, under the name ''. */
  readonly attributes: readonly Attribute[];
  readonly isSelfClosing: boolean;
}

/** No tag is longer: what goes on is text. */
const LONGEST_TAG = 4000;

/** The sign that closes what a quotation mark opens; a model that writes prose writes curly ones. */
const CLOSING: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ['“', '”'],
  ['”', '”'],
  ['‘', '’'],
  ['’', '’'],
]);

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/**
 * Reads the attributes of a tag behind its name, up to `end`: `name="…"`, `name='…'`, `name=…`, and `=…` right behind
 * the tag's name. Entities in values are decoded. Null when no tag ends there.
 */
export function* readTag(source: TextSource, from: number, end = '>'): Wait<Tag | null> {
  const close = yield* closeOf(source, from, end);
  if (close < 0) return null;
  const text = source.slice(from, close);
  const isSelfClosing = text.endsWith('/');
  const body = isSelfClosing ? text.slice(0, -1) : text;
  return { to: close + end.length, attributes: attributesIn(body, from), isSelfClosing };
}

export function attribute(tag: Tag, names: readonly string[]): Attribute | null {
  return tag.attributes.find(({ name }) => names.includes(name)) ?? null;
}

/** Where `end` stands outside of quotes. */
function* closeOf(source: TextSource, from: number, end: string): Wait<number> {
  let quote = 0;
  for (let at = from; ; at += 1) {
    while (at + end.length > source.length && !source.ended) {
      source.keep = at;
      yield;
    }
    if (at >= source.length || at - from > LONGEST_TAG) return -1;
    const code = source.code(at);
    if (quote !== 0) {
      if (code === quote) quote = 0;
    } else if ((code === 0x22 || code === 0x27) && source.code(at - 1) === 0x3d) quote = code;
    else if (source.startsWith(end, at)) return at;
    else if (code === 0x0a && end === '>' && at > from && source.code(at - 1) === 0x0a) return -1;
  }
}

function attributesIn(text: string, offset: number): Attribute[] {
  const found: Attribute[] = [];
  let at = 0;
  while (at < text.length) {
    while (at < text.length && isSpace(text.charCodeAt(at))) at += 1;
    const nameFrom = at;
    while (at < text.length && text[at] !== '=' && !isSpace(text.charCodeAt(at))) at += 1;
    const name = text.slice(nameFrom, at);
    if (text[at] !== '=') {
      // Behind an equals sign that belongs to the marker, the value comes first.
      const quotes = /^(["']).*\1$/.test(name) ? 1 : 0;
      const span = { from: offset + nameFrom + quotes, to: offset + at - quotes };
      if (name !== '') found.push({ name: '', value: decodeEntities(name.slice(quotes, name.length - quotes)), span });
      continue;
    }
    at += 1;
    const quote = CLOSING.get(text.charAt(at)) ?? null;
    const isCurly = quote === '”' || quote === '’';
    const valueFrom = quote === null ? at : at + 1;
    at = valueFrom;
    while (at < text.length && (quote === null ? !isSpace(text.charCodeAt(at)) : text[at] !== quote)) at += 1;
    const span = { from: offset + valueFrom, to: offset + at };
    found.push({ name, value: decodeEntities(text.slice(valueFrom, at)), span, ...(isCurly ? { isCurly } : {}) });
    if (quote !== null) at += 1;
  }
  return found;
}

export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(/&(amp|lt|gt|quot|apos);/g, (whole, name: string) => entities[name] ?? whole);
}
