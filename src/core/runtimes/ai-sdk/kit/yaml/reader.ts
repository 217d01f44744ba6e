import { isObject, type JsonObject, type JsonValue } from '../../../../json/node.ts';
import { DEEPEST, emptyRecord } from '../values.ts';
import { blockText } from './block-scalar.ts';
import { doubleQuoted, folded, plainValue } from './scalars.ts';

export type YamlReading =
  | { readonly ok: true; readonly value: JsonValue }
  /** `at` is about where the text could not be accepted. */
  | { readonly ok: false; readonly at: number };

class Refused extends Error {}

/**
 * One document of YAML 1.2 with the core schema, as the package `yaml` reads it: block and flow style, all scalars, comments,
 * anchors, tags and a `---` before it. What that package reads with an error is refused. Not read: keys that are lists or
 * objects, and documents with directives.
 */
export function readYaml(source: string): YamlReading {
  const reader = new YamlReader(source);
  try {
    return { ok: true, value: reader.document() };
  } catch (error) {
    if (error instanceof Refused) return { ok: false, at: Math.min(reader.at, source.length) };
    throw error;
  }
}

const FLOW = ',[]{}';
/** Keys may be this long. */
const LONGEST_KEY = 1024;

/** What a node is part of. */
interface Place {
  /** The column of the collection around it; -1 for the document. */
  readonly parent: number;
  /** Whether a list may begin in the column of the key before it. */
  readonly takesList: boolean;
  /** Whether a collection may begin on the line on which the node does. */
  readonly isCompact: boolean;
}

class YamlReader {
  at = 0;
  readonly #text: string;
  /** Where the line begins that `at` is in. */
  #line = 0;
  #depth = 0;
  /** How many flow collections are open. */
  #flowLevel = 0;
  readonly #anchors = new Map<string, JsonValue>();

  constructor(text: string) {
    this.#text = text;
  }

  document(): JsonValue {
    const text = this.#text;
    if (text.startsWith('\ufeff')) this.at = this.#line = 1;
    this.#skipLines();
    if (this.#isMarker('---')) {
      this.at += 3;
      const isInline = !this.#isLineEnd(this.#afterBlanks(this.at));
      const value = this.#node({ parent: -1, takesList: false, isCompact: !isInline });
      return this.#finish(value);
    }
    if (text.charAt(this.at) === '%') throw new Refused();
    return this.#finish(this.#node({ parent: -1, takesList: false, isCompact: true }));
  }

  /** After the document only a marker of its end may follow. */
  #finish(value: JsonValue): JsonValue {
    this.#skipLines();
    if (this.#isMarker('...')) {
      this.at += 3;
      this.#endLine();
      this.#skipLines();
    }
    if (this.at < this.#text.length) throw new Refused();
    return value;
  }

  #isMarker(marker: '---' | '...'): boolean {
    return this.at === this.#line && this.#text.startsWith(marker, this.at) && isBlank(this.#text.charAt(this.at + 3));
  }

  #isDocumentEnd(): boolean {
    return this.at >= this.#text.length || this.#isMarker('---') || this.#isMarker('...');
  }

  get #column(): number {
    return this.at - this.#line;
  }

  #afterBlanks(from: number): number {
    let at = from;
    while (this.#text.charAt(at) === ' ' || this.#text.charAt(at) === '\t') at += 1;
    return at;
  }

  /** Whether the line has nothing more but a comment. */
  #isLineEnd(at: number): boolean {
    const character = this.#text.charAt(at);
    if (character === '#') return at === this.#line || isBlank(this.#text.charAt(at - 1));
    return character === '' || character === '\n' || this.#text.startsWith('\r\n', at);
  }

  /** To the beginning of the next line. */
  #nextLine(): void {
    const end = this.#text.indexOf('\n', this.at);
    this.at = end < 0 ? this.#text.length : end + 1;
    this.#line = this.at;
  }

  /** Past what is left of a line, where nothing but a comment may be. */
  #endLine(): void {
    this.at = this.#afterBlanks(this.at);
    if (!this.#isLineEnd(this.at)) throw new Refused();
    this.#nextLine();
  }

  /** From the beginning of a line, or within one, to the next that has content; tabs may not indent it. */
  #skipLines(): void {
    for (;;) {
      const spaces = /[ ]*/y;
      spaces.lastIndex = this.at;
      spaces.test(this.#text);
      const content = this.#afterBlanks(this.at);
      const isNewLine = this.at === this.#line;
      if (!this.#isLineEnd(content)) {
        if (isNewLine && content > spaces.lastIndex) throw new Refused();
        this.at = content;
        return;
      }
      if (content >= this.#text.length) {
        this.at = content;
        return;
      }
      this.at = content;
      this.#nextLine();
    }
  }

  #node(place: Place): JsonValue {
    this.#depth += 1;
    if (this.#depth > DEEPEST) throw new Refused();
    const value = this.#nodeInside(place);
    this.#depth -= 1;
    return value;
  }

  #nodeInside({ parent, takesList, isCompact }: Place): JsonValue {
    let isNewLine = this.at === this.#line;
    let anchor: string | null = null;
    let tag: string | null = null;
    const done = (value: JsonValue): JsonValue => {
      const tagged = tag === null ? value : this.#tagged(value, tag);
      if (anchor !== null) this.#anchors.set(anchor, tagged);
      return tagged;
    };
    for (;;) {
      this.at = this.#afterBlanks(this.at);
      if (this.#isLineEnd(this.at) && this.at < this.#text.length) {
        this.#nextLine();
        this.#skipLines();
        isNewLine = true;
      }
      const isListHere = takesList && this.#column === parent && this.#isIndicator('-');
      if (this.#isDocumentEnd() || (isNewLine && this.#column <= parent && !isListHere))
        return done(tag === null ? null : '');
      const property = this.#property();
      if (property === null) break;
      if (property.kind === '&' ? anchor !== null : tag !== null) throw new Refused();
      if (property.kind === '&') anchor = property.name;
      else tag = property.name;
      // On the line of a key a property is the key's, which changes no value.
      if (isNewLine || isCompact) {
        const at = this.#afterBlanks(this.at);
        if (!this.#isLineEnd(at) && this.#isKeyAt(at)) throw new Refused();
      }
    }
    const mayHold = isNewLine || isCompact;
    const column = this.#column;
    const character = this.#text.charAt(this.at);
    if (this.#isIndicator('-') || this.#isIndicator('?')) {
      if (!mayHold) throw new Refused();
      return done(character === '-' ? this.#list(column) : this.#mapping(column, null));
    }
    if (character === '|' || character === '>') return done(this.#blockScalar(parent));
    const start = this.at;
    const key = this.#scalarOrFlow(parent, tag);
    if (this.#isColon()) {
      if (!mayHold || key.isLong || this.at - start > LONGEST_KEY) throw new Refused();
      if (tag !== null || anchor !== null) throw new Refused();
      return this.#mapping(column, key.value);
    }
    this.#endLine();
    return done(key.value);
  }

  /** Whether a line goes on as a mapping. */
  #isKeyAt(from: number): boolean {
    const line = this.#text.slice(from, this.#lineTo(from));
    return /:(?:[ \t]|$)/.test(line.replace(/[ \t]#.*$/, ''));
  }

  #lineTo(from: number): number {
    const end = this.#text.indexOf('\n', from);
    const to = end < 0 ? this.#text.length : end;
    return this.#text.charAt(to - 1) === '\r' && to > from ? to - 1 : to;
  }

  #isIndicator(indicator: string): boolean {
    return this.#text.charAt(this.at) === indicator && isBlank(this.#text.charAt(this.at + 1));
  }

  /** Whether a key ends here, after white space. */
  #isColon(): boolean {
    const at = this.#afterBlanks(this.at);
    if (this.#text.charAt(at) !== ':' || !isBlank(this.#text.charAt(at + 1))) return false;
    this.at = at;
    return true;
  }

  #property(): { readonly kind: '&' | '!'; readonly name: string } | null {
    const kind = this.#text.charAt(this.at);
    if (kind !== '&' && kind !== '!') return null;
    const name = kind === '&' ? /[^\s,[\]{}]*/y : /[-0-9A-Za-z#;/?:@&=+$_.!~*'()%]*/y;
    name.lastIndex = this.at + 1;
    const [found = ''] = name.exec(this.#text) ?? [];
    if (kind === '&' && found === '') throw new Refused();
    this.at += 1 + found.length;
    if (!isBlank(this.#text.charAt(this.at))) throw new Refused();
    return { kind, name: found };
  }

  #tagged(value: JsonValue, tag: string): JsonValue {
    if (typeof value !== 'string') return value;
    if (tag === '!int' || tag === '!float' || tag === '!bool' || tag === '!null') {
      const plain = plainValue(value);
      return typeof plain === 'string' ? value : plain;
    }
    return value;
  }

  #list(column: number): JsonValue[] {
    const items: JsonValue[] = [];
    for (;;) {
      this.at += 1;
      items.push(this.#node({ parent: column, takesList: false, isCompact: true }));
      if (!this.#isNext(column)) return items;
      if (!this.#isIndicator('-')) {
        // A list in the column of its key ends where the next key begins.
        return items;
      }
    }
  }

  /** Whether the next content is in this column; deeper content fits nowhere. */
  #isNext(column: number): boolean {
    this.#skipLines();
    if (this.#isDocumentEnd() || this.#column < column) return false;
    if (this.#column > column) throw new Refused();
    return true;
  }

  /** @param first its first key, before the colon; undefined where that is not read yet */
  #mapping(column: number, first: JsonValue | undefined): JsonObject {
    const record = emptyRecord();
    const keys = new Set<JsonValue>();
    let key = first;
    for (;;) {
      const isExplicit = this.#isIndicator('?');
      if (isExplicit) {
        this.at += 1;
        key = this.#node({ parent: column, takesList: false, isCompact: true });
        if (this.#isNext(column) && this.#isIndicator(':')) {
          this.at += 1;
          this.#add(record, keys, key, this.#node({ parent: column, takesList: true, isCompact: true }));
        } else {
          this.#add(record, keys, key, null);
        }
      } else {
        if (key === undefined) key = this.#key();
        this.at += 1;
        this.#add(record, keys, key, this.#node({ parent: column, takesList: true, isCompact: false }));
      }
      key = undefined;
      if (!this.#isNext(column)) return record;
      if (this.#isIndicator('-')) throw new Refused();
    }
  }

  #add(record: JsonObject, keys: Set<JsonValue>, key: JsonValue, value: JsonValue): void {
    if (Array.isArray(key) || isObject(key) || keys.has(key)) throw new Refused();
    keys.add(key);
    record[key === null ? '' : String(key)] = value;
  }

  /** Up to the colon. */
  #key(): JsonValue {
    const start = this.at;
    for (let property = this.#property(); property !== null; property = this.#property())
      this.at = this.#afterBlanks(this.at);
    const { value, isLong } = this.#scalarOrFlow(-1, null);
    if (!this.#isColon() || isLong || this.at - start > LONGEST_KEY) throw new Refused();
    return value;
  }

  /** @returns whether it goes over more than one line */
  #scalarOrFlow(parent: number, tag: string | null): { readonly value: JsonValue; readonly isLong: boolean } {
    const line = this.#line;
    const character = this.#text.charAt(this.at);
    const read = (): JsonValue => {
      if (character === '[' || character === '{') return this.#flow(parent);
      if (character === '"' || character === "'") return this.#quoted(parent);
      if (character === '*') return this.#alias();
      const text = this.#plain(parent, false);
      return tag === null ? plainValue(text) : text;
    };
    const value = read();
    return { value, isLong: this.#line !== line };
  }

  #alias(): JsonValue {
    const name = /[^\s,[\]{}]*/y;
    name.lastIndex = this.at + 1;
    const [found = ''] = name.exec(this.#text) ?? [];
    const value = this.#anchors.get(found);
    if (value === undefined) throw new Refused();
    this.at += 1 + found.length;
    return value;
  }

  /** Where the next line of a scalar has its text, if it may be one: indented, and no marker of a document; -1 else. */
  #continued(lineFrom: number, parent: number): number {
    const text = this.#text;
    let at = lineFrom;
    while (text.charAt(at) === ' ') at += 1;
    if (parent < 0 && /^(?:---|\.\.\.)(?:\s|$)/.test(text.slice(lineFrom, lineFrom + 4))) return -1;
    return at - lineFrom > parent ? this.#afterBlanks(at) : -1;
  }

  /** A plain scalar over all of its lines, folded. */
  #plain(parent: number, inFlow: boolean): string {
    const text = this.#text;
    const first = text.charAt(this.at);
    if (first === '' || '%@`,[]{}|>\t'.includes(first)) throw new Refused();
    const lines: string[] = [];
    for (;;) {
      const from = this.at;
      let at = from;
      let to = from;
      for (; at < text.length && text.charAt(at) !== '\n'; at += 1) {
        const character = text.charAt(at);
        const next = text.charAt(at + 1);
        if (character === ':' && (isBlank(next) || (inFlow && FLOW.includes(next)))) break;
        if (inFlow && FLOW.includes(character)) break;
        if (character === '#' && at > from && isBlank(text.charAt(at - 1))) break;
        if (!isBlank(character)) to = at + 1;
      }
      lines.push(text.slice(from, to));
      this.at = to;
      if (at < text.length && text.charAt(at) !== '\n') return folded(lines);
      // Empty lines belong to the scalar where it goes on after them.
      let lineFrom = at + 1;
      let blank = 0;
      let content = lineFrom > text.length ? -1 : this.#continued(lineFrom, parent);
      while (lineFrom <= text.length && this.#isEmptyLine(lineFrom)) {
        if (this.#lineTo(lineFrom) >= text.length) return folded(lines);
        blank += 1;
        lineFrom = text.indexOf('\n', lineFrom) + 1;
        content = this.#continued(lineFrom, parent);
      }
      if (content < 0 || content >= text.length || text.charAt(content) === '#') return folded(lines);
      if (inFlow && FLOW.includes(text.charAt(content))) return folded(lines);
      if (
        text.charAt(content) === ':' &&
        (isBlank(text.charAt(content + 1)) || (inFlow && FLOW.includes(text.charAt(content + 1))))
      )
        return folded(lines);
      for (let index = 0; index < blank; index += 1) lines.push('');
      this.at = content;
      this.#line = lineFrom;
    }
  }

  #isEmptyLine(from: number): boolean {
    const at = this.#afterBlanks(from);
    const character = this.#text.charAt(at);
    return character === '\n' || character === '' || this.#text.startsWith('\r\n', at);
  }

  #quoted(parent: number): string {
    const text = this.#text;
    const quote = text.charAt(this.at);
    let at = this.at + 1;
    let line = this.#line;
    for (; at < text.length; at += 1) {
      const character = text.charAt(at);
      if (character === '\n') {
        line = at + 1;
        if (!this.#isEmptyLine(line) && this.#continued(line, parent) < 0) throw new Refused();
      } else if (quote === '"' && character === '\\') {
        if (text.charAt(at + 1) !== '\n') at += 1;
      } else if (character === quote) {
        if (quote === '"' || text.charAt(at + 1) !== quote) break;
        at += 1;
      }
    }
    if (at >= text.length) throw new Refused();
    const inner = text.slice(this.at + 1, at).replaceAll('\r\n', '\n');
    this.at = at + 1;
    this.#line = line;
    if (quote === '"') {
      const value = doubleQuoted(inner);
      if (value === null) throw new Refused();
      return value;
    }
    const lines = inner.replaceAll("''", "'").split('\n');
    const last = lines.length - 1;
    return folded(
      lines.map((one, index) => {
        const begun = index === 0 ? one : one.replace(/^[ \t]+/, '');
        return index === last ? begun : begun.replace(/[ \t]+$/, '');
      }),
    );
  }

  #blockScalar(parent: number): string {
    const text = this.#text;
    const header = /[|>]([-+0-9]*)/y;
    header.lastIndex = this.at;
    const [all = '', indicators = ''] = header.exec(text) ?? [];
    const digits = indicators.replace(/[-+]/g, '');
    const chomps = indicators.replace(/[0-9]/g, '');
    if (digits.length > 1 || digits === '0' || chomps.length > 1) throw new Refused();
    const isFolded = text.charAt(this.at) === '>';
    this.at += all.length;
    this.#endLine();
    const least = parent + 1;
    const lines: string[] = [];
    let indent = digits === '' ? -1 : Math.max(1, least) + Number(digits) - 1;
    let widest = 0;
    while (this.at < text.length) {
      const to = this.#lineTo(this.at);
      const line = text.slice(this.at, to);
      const spaces = line.length - line.replace(/^ +/, '').length;
      const isEmpty = spaces === line.length;
      if (!isEmpty) {
        const isMarker = parent < 0 && /^(?:---|\.\.\.)(?:\s|$)/.test(line);
        if (spaces < (indent < 0 ? least : indent) || isMarker) {
          if (line.trim() === '' && !isMarker) throw new Refused();
          break;
        }
        if (indent < 0) {
          if (widest > spaces) throw new Refused();
          indent = spaces;
        }
      } else {
        if (indent < 0) widest = Math.max(widest, spaces);
        if (to >= text.length && spaces === 0) break;
      }
      lines.push(line);
      this.#nextLine();
    }
    const chomp = chomps === '+' || chomps === '-' ? chomps : '';
    return blockText({ isFolded, chomp }, lines, indent < 0 ? widest : indent);
  }

  #flow(parent: number): JsonValue {
    this.#depth += 1;
    if (this.#depth > DEEPEST) throw new Refused();
    this.#flowLevel += 1;
    const isList = this.#text.charAt(this.at) === '[';
    const closer = isList ? ']' : '}';
    this.at += 1;
    const items: JsonValue[] = [];
    const record = emptyRecord();
    const keys = new Set<JsonValue>();
    for (;;) {
      this.#skipFlow(parent, closer);
      if (this.#text.charAt(this.at) === closer) break;
      const entry = this.#flowEntry(parent, isList);
      if (isList) items.push(entry.isPair ? this.#pair(entry.key, entry.value) : entry.key);
      else this.#add(record, keys, entry.key, entry.value);
      this.#skipFlow(parent, closer);
      if (this.#text.charAt(this.at) === closer) break;
      if (this.#text.charAt(this.at) !== ',') throw new Refused();
      this.at += 1;
    }
    this.at += 1;
    this.#depth -= 1;
    this.#flowLevel -= 1;
    return isList ? items : record;
  }

  #pair(key: JsonValue, value: JsonValue): JsonObject {
    const record = emptyRecord();
    this.#add(record, new Set(), key, value);
    return record;
  }

  /** White space, line breaks and comments between the entries of a flow collection. */
  #skipFlow(parent: number, closer: string): void {
    const text = this.#text;
    for (;;) {
      this.at = this.#afterBlanks(this.at);
      if (this.at >= text.length) throw new Refused();
      if (!this.#isLineEnd(this.at)) return;
      this.#nextLine();
      if (this.#isEmptyLine(this.at)) continue;
      const content = this.#afterBlanks(this.at);
      const character = text.charAt(content);
      if (character === '#') continue;
      const spaces = text.slice(this.at, content).replace(/\t.*/s, '').length;
      const isCloser = spaces === parent && this.#flowLevel === 1 && character === closer;
      if (this.#isDocumentEnd() || (spaces <= parent && !isCloser)) throw new Refused();
    }
  }

  #flowEntry(
    parent: number,
    isList: boolean,
  ): { readonly key: JsonValue; readonly value: JsonValue; readonly isPair: boolean } {
    const text = this.#text;
    const isExplicit = this.#isIndicator('?');
    if (isExplicit) {
      this.at += 1;
      this.#skipFlow(parent, '');
    }
    const line = this.#line;
    const start = this.at;
    const { value: key, isAdjacent } = this.#flowNode(parent);
    const end = this.at;
    const endLine = this.#line;
    this.#skipFlow(parent, isList ? ']' : '}');
    const next = text.charAt(this.at + 1);
    const isColon = text.charAt(this.at) === ':' && (isAdjacent || isBlank(next) || FLOW.includes(next));
    if (!isColon) {
      this.at = end;
      this.#line = endLine;
      return { key, value: null, isPair: isExplicit };
    }
    if (isList && !isExplicit && (this.#line !== line || this.at - start > LONGEST_KEY)) throw new Refused();
    this.at += 1;
    this.#skipFlow(parent, isList ? ']' : '}');
    const character = text.charAt(this.at);
    if (character === ',' || character === ']' || character === '}') return { key, value: null, isPair: true };
    return { key, value: this.#flowNode(parent).value, isPair: true };
  }

  /** @returns `isAdjacent` where a colon may follow without white space */
  #flowNode(parent: number): { readonly value: JsonValue; readonly isAdjacent: boolean } {
    const text = this.#text;
    let anchor: string | null = null;
    let tag: string | null = null;
    while (text.charAt(this.at) === '&' || text.charAt(this.at) === '!') {
      const name = /[^\s,[\]{}]*/y;
      name.lastIndex = this.at + 1;
      const [found = ''] = name.exec(text) ?? [];
      if (text.charAt(this.at) === '!') tag = found;
      else if (found === '') throw new Refused();
      else anchor = found;
      this.at += 1 + found.length;
      this.#skipFlow(parent, '');
    }
    const character = text.charAt(this.at);
    const isAdjacent = '[{"\''.includes(character);
    const isNothing =
      character === ':' && (isBlank(text.charAt(this.at + 1)) || FLOW.includes(text.charAt(this.at + 1)));
    const read = (): JsonValue => {
      if (character === '[' || character === '{') return this.#flow(parent);
      if (character === '"' || character === "'") return this.#quoted(parent);
      if (character === '*') return this.#alias();
      if (isNothing || (',]}'.includes(character) && (tag !== null || anchor !== null)))
        return tag === null ? null : '';
      if (
        character === '#' ||
        this.#isIndicator('?') ||
        (character === '-' && (isBlank(text.charAt(this.at + 1)) || FLOW.includes(text.charAt(this.at + 1))))
      )
        throw new Refused();
      const plain = this.#plain(parent, true);
      return tag === null ? plainValue(plain) : this.#tagged(plain, tag);
    };
    const value = read();
    if (anchor !== null) this.#anchors.set(anchor, value);
    return { value, isAdjacent };
  }
}

function isBlank(character: string): boolean {
  return character === '' || character === ' ' || character === '\t' || character === '\n' || character === '\r';
}
