import type { Span } from '../../text/document/index.ts';

// One element of XML without a document around it, as `xml.etree.ElementTree.fromstring` reads it.

export interface XmlElement {
  readonly span: Span;
  /** Null where a namespace is part of the name. */
  readonly tag: string | null;
  readonly attributes: ReadonlyMap<string, XmlText>;
  /** What comes before the first child, comments left out. */
  readonly text: XmlText;
  readonly children: readonly XmlElement[];
}

export interface XmlText {
  readonly value: string;
  readonly span: Span;
}

/** @returns the element, or where the text is not well-formed */
export function readXmlElement(text: string, { from, to }: Span): XmlElement | number {
  return new Reader(text.slice(from, to), from).read();
}

interface OpenElement {
  readonly from: number;
  readonly name: string;
  readonly tag: string | null;
  readonly attributes: ReadonlyMap<string, XmlText>;
  readonly children: XmlElement[];
  readonly textFrom: number;
  /** After the text before the first child. */
  textTo: number;
  readonly pieces: string[];
  /** The prefixes that it declares. */
  readonly declared: readonly string[];
  /** Whether names without a prefix have a namespace in it. */
  readonly hasDefault: boolean;
}

/** Characters that XML does not have, and halves of pairs, which have no UTF-8. */
// eslint-disable-next-line no-control-regex
const NO_CHARACTER = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]/u;
/** A reference, or an `&` that begins none. */
const REFERENCE = /&(?:#([0-9]+);|#x([0-9a-fA-F]+);|(lt|gt|amp|apos|quot);)?/g;

const entities: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['apos', "'"],
  ['quot', '"'],
]);

class Reader {
  readonly #text: string;
  readonly #offset: number;
  readonly #name = /[A-Za-z_:\u0080-\uffff][-.0-9A-Za-z_:\u0080-\uffff]*/y;
  readonly #space = /[ \t\r\n]*/y;
  readonly #open: OpenElement[] = [];
  /** How many of the open elements declare a prefix. */
  readonly #prefixes = new Map([['xml', 1]]);
  #at = 0;
  #root: XmlElement | null = null;

  constructor(text: string, offset: number) {
    this.#text = text;
    this.#offset = offset;
  }

  read(): XmlElement | number {
    const odd = NO_CHARACTER.exec(this.#text);
    if (odd !== null) return this.#offset + odd.index;
    while (this.#at < this.#text.length) {
      if (!this.#step()) return this.#offset + Math.min(this.#at, this.#text.length - 1);
    }
    return this.#root !== null && this.#open.length === 0
      ? this.#root
      : this.#offset + Math.max(0, this.#text.length - 1);
  }

  /** False where the text is not well-formed. */
  #step(): boolean {
    const element = this.#open.at(-1);
    if (element === undefined) return this.#root === null && this.#startTag();
    if (!this.#startsWith('<')) return this.#characters(element);
    if (this.#startsWith('</')) return this.#endTag(element);
    if (this.#startsWith('<!--')) return this.#comment();
    if (this.#startsWith('<![CDATA[')) return this.#cdata(element);
    if (this.#startsWith('<?')) return this.#instruction();
    return this.#startTag();
  }

  #startTag(): boolean {
    const from = this.#at;
    if (!this.#startsWith('<')) return false;
    this.#at += 1;
    const name = this.#match(this.#name);
    if (name === '') return false;
    const attributes = this.#attributes();
    if (attributes === null) return false;
    const isEmpty = this.#startsWith('/>');
    if (!isEmpty && !this.#startsWith('>')) return false;
    const keys = [...attributes.keys()];
    const declared = keys.filter((key) => key.startsWith('xmlns:')).map((key) => key.slice('xmlns:'.length));
    for (const prefix of declared) this.#prefixes.set(prefix, (this.#prefixes.get(prefix) ?? 0) + 1);
    if (![name, ...keys.filter((key) => !/^xmlns(?::|$)/.test(key))].every((one) => this.#isBound(one))) return false;
    const own = attributes.get('xmlns');
    const hasDefault = own === undefined ? (this.#open.at(-1)?.hasDefault ?? false) : own.value !== '';
    this.#at += isEmpty ? 2 : 1;
    const tag = name.includes(':') || hasDefault ? null : name;
    const element: OpenElement = {
      from,
      name,
      tag,
      attributes,
      children: [],
      textFrom: this.#at,
      textTo: this.#at,
      pieces: [],
      declared,
      hasDefault,
    };
    if (isEmpty) this.#close(element);
    else this.#open.push(element);
    return true;
  }

  /** Up to the end of the tag; null where they are not well-formed. */
  #attributes(): Map<string, XmlText> | null {
    const attributes = new Map<string, XmlText>();
    for (;;) {
      const space = this.#match(this.#space);
      if (this.#startsWith('>') || this.#startsWith('/>')) return attributes;
      const name = this.#match(this.#name);
      if (space === '' || name === '' || attributes.has(name)) return null;
      this.#match(this.#space);
      if (!this.#startsWith('=')) return null;
      this.#at += 1;
      this.#match(this.#space);
      const quote = this.#text.charAt(this.#at);
      const end = quote === '"' || quote === "'" ? this.#text.indexOf(quote, this.#at + 1) : -1;
      if (end < 0) return null;
      const raw = this.#text.slice(this.#at + 1, end);
      const value = raw.includes('<') ? null : decoded(raw.replace(/\r\n|[\t\r\n]/g, ' '));
      if (value === null) return null;
      attributes.set(name, { value, span: this.#span(this.#at + 1, end) });
      this.#at = end + 1;
    }
  }

  #characters(element: OpenElement): boolean {
    const next = this.#text.indexOf('<', this.#at);
    const to = next < 0 ? this.#text.length : next;
    const raw = this.#text.slice(this.#at, to);
    const value = raw.includes(']]>') ? null : decoded(withNewlines(raw));
    if (value === null) return false;
    this.#at = to;
    this.#add(element, value);
    return true;
  }

  #cdata(element: OpenElement): boolean {
    const from = this.#at + '<![CDATA['.length;
    const end = this.#text.indexOf(']]>', from);
    if (end < 0) return false;
    this.#at = end + 3;
    this.#add(element, withNewlines(this.#text.slice(from, end)));
    return true;
  }

  #add(element: OpenElement, value: string): void {
    if (element.children.length > 0) return;
    element.pieces.push(value);
    element.textTo = this.#at;
  }

  #comment(): boolean {
    const end = this.#text.indexOf('--', this.#at + 4);
    if (end < 0 || !this.#text.startsWith('-->', end)) return false;
    this.#at = end + 3;
    return true;
  }

  #instruction(): boolean {
    this.#at += 2;
    const target = this.#match(this.#name);
    if (target === '' || target.toLowerCase() === 'xml' || target.includes(':')) return false;
    const end = this.#text.indexOf('?>', this.#at);
    if (end < 0 || (end > this.#at && this.#match(this.#space) === '')) return false;
    this.#at = end + 2;
    return true;
  }

  #endTag(element: OpenElement): boolean {
    this.#at += 2;
    if (this.#match(this.#name) !== element.name) return false;
    this.#match(this.#space);
    if (!this.#startsWith('>')) return false;
    this.#at += 1;
    this.#open.pop();
    this.#close(element);
    return true;
  }

  #close({ from, tag, attributes, children, textFrom, textTo, pieces, declared }: OpenElement): void {
    for (const prefix of declared) this.#prefixes.set(prefix, (this.#prefixes.get(prefix) ?? 0) - 1);
    const text = { value: pieces.join(''), span: this.#span(textFrom, textTo) };
    const element = { span: this.#span(from, this.#at), tag, attributes, text, children };
    const parent = this.#open.at(-1);
    if (parent === undefined) this.#root = element;
    else parent.children.push(element);
  }

  /** Whether the prefix of a name is declared. */
  #isBound(name: string): boolean {
    const colon = name.indexOf(':');
    if (colon < 0) return true;
    const isWhole = colon > 0 && colon < name.length - 1 && !name.includes(':', colon + 1);
    return isWhole && (this.#prefixes.get(name.slice(0, colon)) ?? 0) > 0;
  }

  /** What a sticky pattern matches here, which the reader then goes past. */
  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const [match = ''] = pattern.exec(this.#text) ?? [];
    this.#at += match.length;
    return match;
  }

  #startsWith(part: string): boolean {
    return this.#text.startsWith(part, this.#at);
  }

  #span(from: number, to: number): Span {
    return { from: this.#offset + from, to: this.#offset + to };
  }
}

/** Line ends as XML has them. */
function withNewlines(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

/** Text with its references replaced; null where one is not well-formed. */
function decoded(text: string): string | null {
  let broken = 0;
  const out = text.replace(
    REFERENCE,
    (_, decimal: string | undefined, hex: string | undefined, name: string | undefined) => {
      const point = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
      const character = name === undefined ? characterOf(point) : entities.get(name);
      if (character === undefined) broken += 1;
      return character ?? '';
    },
  );
  return broken > 0 ? null : out;
}

function characterOf(point: number): string | undefined {
  if (!(point <= 0x10ffff)) return undefined;
  const character = String.fromCodePoint(point);
  return NO_CHARACTER.test(character) ? undefined : character;
}
