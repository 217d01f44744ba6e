import { isAsciiSpace, type Repair, type Span } from '../../../text/document/index.ts';
import type { Block } from './block.ts';
import type { TextSource } from './source.ts';
import { codeAt, isNameCode, type Resumable } from './resumable.ts';

export interface Attribute {
  readonly name: string;
  readonly value: string;
  readonly span: Span;
  /** How the quotes are written that are no plain ones: curly, or with a backslash before each. */
  readonly quotes?: 'curly' | 'escaped';
  /** The repair of its equals sign or of its quotation marks. */
  readonly lacks?: Repair;
}

export interface Tag {
  /** The offset after the `>`. */
  readonly to: number;
  /** `<function=NAME>`: the text after the equals sign, under the name ''. */
  readonly attributes: readonly Attribute[];
  readonly isSelfClosing: boolean;
  /** Whether the end of the tag is missing. The tag is read as if it ended at `to`. */
  readonly lacksEnd?: true;
  /** The repairs of the token that ends it. */
  readonly repairs?: readonly Repair[];
}

/** How the tags of a format are written. */
interface TagRules {
  /** What ends a tag. */
  readonly end?: string;
  /** Whether a backslash in a quoted value escapes the next sign. Such values have no limit of length. */
  readonly escapes?: true;
}

/** No tag without escapes is longer: a longer one is text. In UTF-16 units. */
export const LONGEST_TAG = 4000;
const BACKSLASH = 0x5c;
const LESS = 0x3c;
const GREATER = 0x3e;
const LF = 0x0a;
const LONGEST_WORD = 200;

/** Where a tag ends. `text`: this is no tag, and text begins at `at`. Otherwise the text ends inside the tag. */
interface TagEnd {
  readonly kind: 'end' | 'text' | 'cut';
  readonly at: number;
  /** The quotation mark that is still open where the text ends; -1 if there is none. */
  readonly quoteAt: number;
}

/** The closing sign of each quotation mark. Models that write prose write curly ones. */
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
 * Reads the attributes of a tag after its name, up to `end`: `name="…"`, `name='…'`, `name=…`, and `=…` right after
 * the tag's name. Entities in values are decoded. Null when no tag ends there.
 */
export function* readTag(source: TextSource, from: number, end = '>'): Resumable<Tag | null> {
  const { kind, at } = yield* tagEnd(source, from, { end });
  if (kind === 'cut' || (kind === 'text' && source.code(at) !== LESS)) return null;
  const text = source.slice(from, at);
  const line = text.indexOf('\n');
  // Attributes of a complete tag may be on several lines. Other words on later lines belong to the value.
  if (kind === 'end' && (line < 0 || MORE_ATTRIBUTES.test(text.slice(line))))
    return tagBetween(source, from, at, { end });
  const to = line > 0 ? line : kind === 'text' && line < 0 ? text.search(AFTER_QUOTE) + 1 : 0;
  if (to === 0) return null;
  return {
    to: from + to + (line > 0 ? 1 : 0),
    attributes: attributesIn(text.slice(0, to), from, false),
    isSelfClosing: false,
    lacksEnd: true,
  };
}

/** The text after the first line of a tag: empty, or another attribute. */
const MORE_ATTRIBUTES = /^\s*\/?$|^\s*[\w:.-]+ ?=/;
/** The text from the last quotation mark on. */
const AFTER_QUOTE = /["'][^"'\s=]*$/;

/** Reads a tag whose end is known. */
export function tagBetween(source: TextSource, from: number, close: number, { end = '>', escapes }: TagRules): Tag {
  const text = source.slice(from, close);
  const isSelfClosing = text.endsWith('/');
  const body = isSelfClosing ? text.slice(0, -1) : text;
  return { to: close + end.length, attributes: attributesIn(body, from, escapes === true), isSelfClosing };
}

/** The value of the tag itself, or attributes, the last of which may be incomplete. */
const BEGUN =
  /^\s*(?:=\s*)?["'“”]?[^\s"'“”]*$|^\s*(?:[\w:.-]+\s*=\s*(?:"[^"]*"\s*|'[^']*'\s*|“[^”]*”\s*|[^\s"'“”=<>]+\s+))*(?:[\w:.-]+\s*(?:=\s*(?:["'“][^"'”]*|[^\s"'“”=<>]*)?)?)?$/;

/** Whether the text ends inside a tag whose remaining text is `text`. Words without an equals sign are prose. */
export function isBegunTag(text: string): boolean {
  return BEGUN.test(text);
}

export function attribute(tag: Tag, names: readonly string[]): Attribute | null {
  return tag.attributes.find(({ name }) => names.includes(name)) ?? null;
}

/** Joins words without quotes to one value, as in `<function=rent boat>`; null if the tag has anything else. */
export function wordsIn({ attributes }: Tag): string | null {
  const isWords = attributes.length > 1 && attributes.every(({ name }) => name === '');
  return isWords ? attributes.map(({ value }) => value).join(' ') : null;
}

/** Finds the first `end` outside of quotes. With escapes, a `<` outside of quotes means that this is no tag. */
export function* tagEnd(source: TextSource, from: number, { end = '>', escapes }: TagRules): Resumable<TagEnd> {
  let quote = 0;
  let quoteAt = -1;
  for (let at = from; ; at += 1) {
    while (at + end.length > source.length && !source.ended) {
      source.keep = at;
      yield;
    }
    if (at >= source.length) return { kind: 'cut', at, quoteAt };
    if (escapes !== true && at - from > LONGEST_TAG) return { kind: 'text', at, quoteAt };
    const code = source.code(at);
    if (quote !== 0) {
      if (code === BACKSLASH && escapes === true) at += 1;
      else if (code === quote) {
        quote = 0;
        quoteAt = -1;
      } else if (code === GREATER && escapes !== true && (yield* isQuoteLost(source, quoteAt, at)))
        return { kind: 'end', at, quoteAt: -1 };
    } else if ((code === 0x22 || code === 0x27) && source.code(at - 1) === 0x3d) {
      quote = code;
      quoteAt = at;
    } else if (source.startsWith(end, at)) return { kind: 'end', at, quoteAt };
    else if (code === LESS && (escapes === true || (yield* beginsTag(source, at + 1))))
      return { kind: 'text', at, quoteAt };
    else if (code === 0x0a && end === '>' && at > from && source.code(at - 1) === 0x0a)
      return { kind: 'text', at, quoteAt };
  }
}

/**
 * Whether the closing quotation mark of a one-word value is lost: another tag or line begins before the next mark.
 *
 *     name="port>Kiel</parameter>    value="a>b">
 *          ^ quoteAt                       ^ quoteAt
 */
function* isQuoteLost(source: TextSource, quoteAt: number, at: number): Resumable<boolean> {
  if (!/^[\w.:-]+$/.test(source.slice(quoteAt + 1, Math.min(at, quoteAt + LONGEST_WORD)))) return false;
  const quote = source.code(quoteAt);
  for (let next = at + 1; next - at < LONGEST_TAG; next += 1) {
    const code = yield* codeAt(source, next);
    if (code === quote) return false;
    if (code < 0 || code === LF || code === LESS) return true;
  }
  return true;
}

/** Whether a tag begins here, and not the sign "less than". */
function* beginsTag(source: TextSource, at: number): Resumable<boolean> {
  const code = yield* codeAt(source, at);
  return code === 0x2f || code === 0x7c || code === 0xff5c || (isNameCode(code) && !(code >= 0x30 && code <= 0x39));
}

export function attributesIn(text: string, offset: number, escapes: boolean): Attribute[] {
  const found: Attribute[] = [];
  let at = 0;
  while (at < text.length) {
    while (at < text.length && isAsciiSpace(text.charCodeAt(at))) at += 1;
    const nameFrom = at;
    while (at < text.length && text[at] !== '=' && !isAsciiSpace(text.charCodeAt(at))) at += 1;
    const name = text.slice(nameFrom, at);
    const sign = pastSpace(text, at);
    const isApart = sign > at && text[sign] === '=';
    if (isApart) at = sign;
    if (text[at] !== '=') {
      const unsigned = withoutSign(name, offset + nameFrom);
      if (unsigned !== null) {
        found.push(unsigned);
        continue;
      }
      const last = found.at(-1);
      if (
        /^["']$/.test(name) &&
        nameFrom > 0 &&
        text[nameFrom - 1] === name &&
        last?.lacks === undefined &&
        last !== undefined
      ) {
        const span = { from: offset + nameFrom, to: offset + at };
        found[found.length - 1] = { ...last, lacks: { code: 'surplus-marker', span, inserted: '' } };
        continue;
      }
      // If the marker ends with an equals sign, the value comes first.
      const quotes = /^(["']).*\1$/.test(name) ? 1 : 0;
      const span = { from: offset + nameFrom + quotes, to: offset + at - quotes };
      if (name !== '') found.push({ name: '', value: decodeEntities(name.slice(quotes, name.length - quotes)), span });
      continue;
    }
    at += 1;
    // If there is a space before the equals sign, there may be one after it.
    if (isApart || name === '') at = pastSpace(text, at);
    const quote = text.startsWith('\\"', at) ? '\\"' : (CLOSING.get(text.charAt(at)) ?? null);
    const quotes = quote === '”' || quote === '’' ? 'curly' : quote === '\\"' ? 'escaped' : null;
    const valueFrom = at + (quote?.length ?? 0);
    at = valueFrom;
    while (at < text.length && (quote === null ? !isAsciiSpace(text.charCodeAt(at)) : !text.startsWith(quote, at)))
      at += escapes && quote !== null && text[at] === '\\' ? 2 : 1;
    at = Math.min(at, text.length);
    const half = halfQuoted(text, valueFrom, at, quote, offset);
    if (half !== null) {
      found.push({ name, ...half.attribute });
      at = half.at;
      continue;
    }
    const span = { from: offset + valueFrom, to: offset + at };
    found.push({
      name,
      value: decodeEntities(text.slice(valueFrom, at)),
      span,
      ...(quotes === null ? {} : { quotes }),
    });
    at += quote?.length ?? 0;
  }
  return found;
}

/** Reads `name:"port"` and `name"port"` as `name="port"`. */
function withoutSign(written: string, from: number): Attribute | null {
  const [, name = '', sign = '', word = ''] = /^([a-z]\w*)(:?)["']([\w.:-]+)["']$/i.exec(written) ?? [];
  if (word === '') return null;
  const at = from + name.length;
  const span = { from: at + sign.length + 1, to: at + sign.length + 1 + word.length };
  const code = sign === '' ? 'missing-marker' : 'wrong-marker';
  return { name, value: word, span, lacks: { code, span: { from: at, to: at + sign.length }, inserted: '=' } };
}

/** Reads a one-word value with only one of its two quotation marks. */
function halfQuoted(
  text: string,
  from: number,
  to: number,
  quote: string | null,
  offset: number,
): { readonly attribute: Omit<Attribute, 'name'>; readonly at: number } | null {
  const value = text.slice(from, to);
  const doubled = value === '' && quote !== null ? /^["']([\w.:-]+)["'](?=[\s/]|$)/.exec(text.slice(to)) : null;
  if (doubled !== null) {
    const [written, word = ''] = doubled;
    const span = { from: offset + to + 1, to: offset + to + 1 + word.length };
    const lacks: Repair = { code: 'surplus-marker', span: { from: offset + to, to: offset + to + 1 }, inserted: '' };
    return { attribute: { value: word, span, lacks }, at: to + written.length };
  }
  if (quote === null) {
    const closed = /^([\w.:-]+)(["'])$/.exec(value);
    if (closed === null) return null;
    const [, word = '', inserted = ''] = closed;
    const span = { from: offset + from, to: offset + from + word.length };
    return { attribute: { value: word, span, lacks: missing(span.from, inserted) }, at: to };
  }
  if (to === text.length && text[to] !== quote && /^[\w.:-]+$/.test(value)) {
    const span = { from: offset + from, to: offset + to };
    return { attribute: { value, span, lacks: missing(span.to, quote) }, at: to };
  }
  // The value ends before the next attribute, whose quotation mark closed it.
  const word = /^([\w.:-]+)\s+[\w-]+\s*=\s*$/.exec(value)?.[1];
  if (word === undefined || text[to] !== quote) return null;
  const span = { from: offset + from, to: offset + from + word.length };
  return { attribute: { value: word, span, lacks: missing(span.to, quote) }, at: from + word.length };
}

function missing(at: number, inserted: string): Repair {
  return { code: 'missing-marker', span: { from: at, to: at }, inserted };
}

function pastSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && isAsciiSpace(text.charCodeAt(at))) at += 1;
  return at;
}

/** Decodes the entities of XML and numeric character references. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(/&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#[xX]([\dA-Fa-f]{1,6}));/g, (whole, ...found) => {
    const [name, decimal, hex] = found as (string | undefined)[];
    if (name !== undefined) return entities[name] ?? whole;
    const code = decimal === undefined ? parseInt(hex ?? '', 16) : Number(decimal);
    return isCharacter(code) ? String.fromCodePoint(code) : whole;
  });
}

/** Whether a code point is a character: not half of a surrogate pair, and within Unicode. */
function isCharacter(code: number): boolean {
  return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
}

/** Records the missing end of a tag. */
function repairTagEnd({ source, rec }: Block, { to, lacksEnd, repairs = [] }: Tag, end = '>'): void {
  for (const { code, span, inserted } of repairs) rec.repair(code, span, inserted);
  if (lacksEnd !== true) return;
  const at = source.code(to - 1) === LF ? to - 1 : to;
  rec.repair('missing-marker', { from: at, to: at }, end);
}

/** Records the repairs of a tag: those of its attributes and of its end. */
export function repairTag(block: Block, tag: Tag, end = '>'): void {
  for (const one of tag.attributes) repairQuotes(block, one);
  repairTagEnd(block, tag, end);
}

/** Records quotes that are read as plain ones, and a missing quote. */
function repairQuotes({ rec }: Block, { quotes, lacks, span: { from, to } }: Attribute): void {
  if (lacks !== undefined) rec.repair(lacks.code, lacks.span, lacks.inserted);
  if (quotes === undefined) return;
  const [code, length] = quotes === 'curly' ? (['smart-quotes', 1] as const) : (['escaped-quote', 2] as const);
  rec.repair(code, { from: from - length, to: from }, '"');
  rec.repair(code, { from: to, to: to + length }, '"');
}
