// What Python's `xml.parsers.expat` 2.5 does with a document that comes in pieces, as far as tags, text and references go:
// there is no DTD, so no entities but the five of XML.

/** Answers with the name of an exception that it raises, or null. */
interface XmlHandlers {
  start(name: string, attributes: ReadonlyMap<string, string>): string | null;
  end(name: string): string | null;
  text(data: string): string | null;
}

/** What a token is, and where it ends; `partial` where its end has not come. */
type Token =
  | {
      readonly kind: 'start';
      readonly to: number;
      readonly name: string;
      readonly attributes: Map<string, string>;
      readonly isEmpty: boolean;
    }
  | { readonly kind: 'end'; readonly to: number; readonly name: string }
  | { readonly kind: 'text'; readonly to: number; readonly text: string }
  | { readonly kind: 'nothing'; readonly to: number }
  | 'partial'
  | 'invalid';

const entities: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

/** pyexpat delivers text when it has collected so many bytes. */
const TEXT_BUFFER = 8192;

export class Expat {
  readonly #handlers: XmlHandlers;
  readonly #open: string[] = [];
  #phase: 'prolog' | 'content' | 'epilog' = 'prolog';
  #pending = '';
  #isDead = false;
  #text: string[] = [];
  #textBytes = 0;
  /** An exception of a handler: nothing is read after it. */
  #raised: string | null = null;

  constructor(handlers: XmlHandlers) {
    this.#handlers = handlers;
  }

  /** Whether an error or an exception has ended the document. */
  get isDead(): boolean {
    return this.#isDead || this.#raised !== null;
  }

  /** `Parse(piece, False)`: the exception that it raises, or null. */
  parse(piece: string): string | null {
    if (/\p{Cs}/u.test(piece)) return 'UnicodeEncodeError';
    if (this.#raised !== null) return 'ExpatError';
    // An empty piece is accepted even after an error, and brings the text from before it.
    if (piece === '') this.#flush();
    else if (this.#isDead || !this.#read(this.#pending + piece)) return 'ExpatError';
    return this.#raised;
  }

  /** False for an error of the document that comes before any exception. */
  #read(text: string): boolean {
    let at = 0;
    while (at < text.length && !this.isDead) {
      const token = this.#phase === 'content' ? contentToken(text, at) : this.#outsideToken(text, at);
      if (token === 'partial') break;
      if (token === 'invalid' || !this.#take(token)) this.#isDead = true;
      else at = token.to;
    }
    this.#pending = text.slice(at);
    if (!this.isDead) this.#flush();
    return !this.#isDead || this.#raised !== null;
  }

  /** False for an error of the document. */
  #take(token: Exclude<Token, string>): boolean {
    switch (token.kind) {
      case 'start':
        if (this.#phase === 'epilog') return false;
        this.#phase = 'content';
        this.#open.push(token.name);
        this.#call(() => this.#handlers.start(token.name, token.attributes));
        return !token.isEmpty || this.#close(token.name);
      case 'end':
        return this.#close(token.name);
      case 'text':
        this.#collect(token.text);
        return true;
      case 'nothing':
        return true;
    }
  }

  #close(name: string): boolean {
    if (this.#open.pop() !== name) return false;
    this.#call(() => this.#handlers.end(name));
    if (this.#open.length === 0) this.#phase = 'epilog';
    return true;
  }

  #call(handler: () => string | null): void {
    this.#flush();
    this.#raised ??= handler();
  }

  #collect(text: string): void {
    const bytes = utf8Length(text);
    if (this.#textBytes + bytes > TEXT_BUFFER) this.#flush();
    this.#text.push(text);
    this.#textBytes += bytes;
    if (bytes > TEXT_BUFFER) this.#flush();
  }

  #flush(): void {
    if (this.#textBytes === 0) return;
    const text = this.#text.join('');
    this.#text = [];
    this.#textBytes = 0;
    this.#raised ??= this.#handlers.text(text);
  }

  /** Before and after the root: only white space and tags, and names as far as they might be a beginning of something. */
  #outsideToken(text: string, at: number): Token {
    let from = at;
    while (from < text.length && isXmlSpace(text.charCodeAt(from))) from += 1;
    if (from > at) return { kind: 'nothing', to: from };
    if (text.charAt(from) === '<') {
      const isTag = from + 1 < text.length && text.charAt(from + 1) !== '!' && text.charAt(from + 1) !== '?';
      if (!isTag) return markupToken(text, from, false);
      if (this.#phase === 'epilog' || text.charAt(from + 1) === '/') return 'invalid';
      return startToken(text, from);
    }
    let to = from;
    if (this.#phase === 'prolog') while (to < text.length && isNameCode(text.charCodeAt(to))) to += 1;
    const beginnings = this.#phase === 'prolog' ? /^(?:\]\]?|[)%#])$/ : /^(?:\]\]|[)%#])$/;
    if (to === from && beginnings.test(text.slice(from, from + 3))) to = text.length;
    const quote = text.charAt(from);
    if ((quote === '"' || quote === "'") && !text.includes(quote, from + 1)) to = text.length;
    return to === text.length ? 'partial' : 'invalid';
  }
}

function contentToken(text: string, at: number): Token {
  const first = text.charAt(at);
  if (first === '&') return referenceToken(text, at);
  if (first !== '<') return textToken(text, at);
  const second = text.charAt(at + 1);
  if (second === '') return 'partial';
  if (second === '/') return endToken(text, at);
  return second === '!' || second === '?' ? markupToken(text, at, true) : startToken(text, at);
}

const RETURN = 0x0d;
const LINE_FEED = 0x0a;
const SQUARE = 0x5d;

/** Text up to the next thing that is none. The end of a line is a token of its own, always a line feed. */
function textToken(text: string, at: number): Token {
  const first = text.charCodeAt(at);
  if (first === LINE_FEED) return { kind: 'text', to: at + 1, text: '\n' };
  if (first === RETURN) {
    if (at + 1 === text.length) return 'partial';
    return { kind: 'text', to: text.charCodeAt(at + 1) === LINE_FEED ? at + 2 : at + 1, text: '\n' };
  }
  let to = at;
  for (; to < text.length; to += 1) {
    const code = text.charCodeAt(to);
    if (code === 0x3c || code === 0x26 || code === LINE_FEED || code === RETURN || !isXmlCode(code)) break;
    if (code !== SQUARE) continue;
    if (text.startsWith(']]>', to)) return 'invalid';
    // A bracket at the end may begin `]]>`.
    if (to + 1 === text.length || (to + 2 === text.length && text.charCodeAt(to + 1) === SQUARE)) break;
  }
  if (to > at) return { kind: 'text', to, text: text.slice(at, to) };
  return first === SQUARE ? 'partial' : 'invalid';
}

function referenceToken(text: string, at: number): Token {
  const reference = referenceAt(text, at);
  if (typeof reference === 'string') return reference;
  return { kind: 'text', ...reference };
}

/** `&name;` or `&#1;`. */
function referenceAt(text: string, at: number): { readonly to: number; readonly text: string } | 'partial' | 'invalid' {
  const isNumber = text.charAt(at + 1) === '#';
  const isHex = isNumber && text.charAt(at + 2) === 'x';
  const from = at + (isHex ? 3 : isNumber ? 2 : 1);
  let to = from;
  while (to < text.length && isPartOf(text.charCodeAt(to), isNumber, isHex, to === from)) to += 1;
  if (to >= text.length) return 'partial';
  if (to === from || text.charAt(to) !== ';') return 'invalid';
  const name = text.slice(from, to);
  if (!isNumber) {
    const entity = entities.get(name);
    return entity === undefined ? 'invalid' : { to: to + 1, text: entity };
  }
  const code = name.length > 8 ? 0 : Number.parseInt(name, isHex ? 16 : 10);
  const isCharacter = code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) && isXmlCode(code);
  return isCharacter ? { to: to + 1, text: String.fromCodePoint(code) } : 'invalid';
}

function isPartOf(code: number, isNumber: boolean, isHex: boolean, isFirst: boolean): boolean {
  if (!isNumber) return isFirst ? isNameStartCode(code) : isNameCode(code);
  const isDigit = code >= 0x30 && code <= 0x39;
  return isDigit || (isHex && ((code >= 0x41 && code <= 0x46) || (code >= 0x61 && code <= 0x66)));
}

function endToken(text: string, at: number): Token {
  const nameTo = nameEnd(text, at + 2);
  if (nameTo === null) return 'invalid';
  const to = spaceTo(text, nameTo);
  if (to >= text.length) return 'partial';
  return text.charAt(to) === '>' ? { kind: 'end', to: to + 1, name: text.slice(at + 2, nameTo) } : 'invalid';
}

function startToken(text: string, at: number): Token {
  const nameTo = nameEnd(text, at + 1);
  if (nameTo === null) return 'invalid';
  const name = text.slice(at + 1, nameTo);
  const attributes = new Map<string, string>();
  for (let end = nameTo; ;) {
    const next = spaceTo(text, end);
    if (next >= text.length) return 'partial';
    const character = text.charAt(next);
    if (character === '>') return { kind: 'start', to: next + 1, name, attributes, isEmpty: false };
    if (character === '/') {
      if (next + 1 >= text.length) return 'partial';
      return text.charAt(next + 1) === '>'
        ? { kind: 'start', to: next + 2, name, attributes, isEmpty: true }
        : 'invalid';
    }
    // An attribute needs space before it.
    if (next === end) return 'invalid';
    const attribute = attributeAt(text, next);
    if (typeof attribute === 'string') return attribute;
    if (attributes.has(attribute.name)) return 'invalid';
    attributes.set(attribute.name, attribute.value);
    end = attribute.to;
  }
}

function attributeAt(
  text: string,
  at: number,
): { readonly name: string; readonly value: string; readonly to: number } | 'partial' | 'invalid' {
  const nameTo = nameEnd(text, at);
  if (nameTo === null) return 'invalid';
  const sign = spaceTo(text, nameTo);
  if (sign >= text.length) return 'partial';
  if (text.charAt(sign) !== '=') return 'invalid';
  const from = spaceTo(text, sign + 1);
  if (from >= text.length) return 'partial';
  const quote = text.charAt(from);
  if (quote !== '"' && quote !== "'") return 'invalid';
  const value: string[] = [];
  for (let to = from + 1; to < text.length;) {
    const character = text.charAt(to);
    if (character === quote) return { name: text.slice(at, nameTo), value: value.join(''), to: to + 1 };
    if (character === '&') {
      const reference = referenceAt(text, to);
      if (typeof reference === 'string') return reference;
      value.push(reference.text);
      to = reference.to;
      continue;
    }
    if (character === '<' || !isXmlCode(text.charCodeAt(to))) return 'invalid';
    const isLineEnd = character === '\r' && text.charAt(to + 1) === '\n';
    value.push(isXmlSpace(text.charCodeAt(to)) ? ' ' : character);
    to += isLineEnd ? 2 : 1;
  }
  return 'partial';
}

/** Comments, instructions, and CDATA inside of the root. */
function markupToken(text: string, at: number, isInside: boolean): Token {
  for (const [open, close] of [
    ['<!--', '-->'],
    ['<![CDATA[', ']]>'],
    ['<?', '?>'],
  ] as const) {
    const begin = text.slice(at, at + open.length);
    if (open.endsWith('[') && !isInside) continue;
    if (begin !== open) {
      if (open.startsWith(begin)) return 'partial';
      continue;
    }
    const to = text.indexOf(close, at + open.length);
    if (to < 0) return 'partial';
    const isText = open === '<![CDATA[';
    return isText
      ? { kind: 'text', to: to + close.length, text: text.slice(at + open.length, to).replaceAll(/\r\n?/g, '\n') }
      : { kind: 'nothing', to: to + close.length };
  }
  return 'invalid';
}

/** The end of a name; null where none begins. At the end of the text more of it may come. */
function nameEnd(text: string, from: number): number | null {
  if (from < text.length && !isNameStartCode(text.charCodeAt(from))) return null;
  let to = from;
  while (to < text.length && isNameCode(text.charCodeAt(to))) to += 1;
  return to;
}

function spaceTo(text: string, from: number): number {
  let to = from;
  while (to < text.length && isXmlSpace(text.charCodeAt(to))) to += 1;
  return to;
}

function isXmlSpace(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === LINE_FEED || code === RETURN;
}

/** Whether the character may be in a document. */
function isXmlCode(code: number): boolean {
  return (code >= 0x20 || code === 0x09 || code === LINE_FEED || code === RETURN) && code !== 0xfffe && code !== 0xffff;
}

function isNameStartCode(code: number): boolean {
  const lower = code | 0x20;
  return (lower >= 0x61 && lower <= 0x7a && code < 0x80) || code === 0x5f || code === 0x3a || isLetter(code);
}

function isNameCode(code: number): boolean {
  return isNameStartCode(code) || (code >= 0x30 && code <= 0x39) || code === 0x2d || code === 0x2e || code === 0xb7;
}

function isLetter(code: number): boolean {
  return code >= 0x80 && /\p{L}/u.test(String.fromCharCode(code));
}

function utf8Length(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    // Each half of a pair counts two of its four bytes.
    if (code >= 0x80) bytes += code < 0x800 || (code & 0xf800) === 0xd800 ? 1 : 2;
  }
  return bytes;
}
