import type { JsonObject, JsonValue } from '../../../../text/json/index.ts';
import { DEEPEST, emptyRecord } from '../values.ts';
import { FlowReader, LONGEST_KEY } from './flow-reader.ts';
import { isBlank, Refused } from './lines.ts';
import { plainValue } from './scalars.ts';

export type YamlReading =
  | { readonly ok: true; readonly value: JsonValue }
  /** `at` is about where the text could not be accepted. */
  | { readonly ok: false; readonly at: number };

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

/** What a node is part of. */
interface Place {
  /** The column of the collection around it; -1 for the document. */
  readonly parent: number;
  /** Whether a list may begin in the column of the key before it. */
  readonly takesList: boolean;
  /** Whether a collection may begin on the line on which the node does. */
  readonly isCompact: boolean;
}

class YamlReader extends FlowReader {
  document(): JsonValue {
    const text = this.text;
    if (text.startsWith('\ufeff')) this.at = this.line = 1;
    this.skipLines();
    if (this.isMarker('---')) {
      this.at += 3;
      const isInline = !this.isLineEnd(this.afterBlanks(this.at));
      const value = this.#node({ parent: -1, takesList: false, isCompact: !isInline });
      return this.#finish(value);
    }
    if (text.charAt(this.at) === '%') throw new Refused();
    return this.#finish(this.#node({ parent: -1, takesList: false, isCompact: true }));
  }

  /** After the document only a marker of its end may follow. */
  #finish(value: JsonValue): JsonValue {
    this.skipLines();
    if (this.isMarker('...')) {
      this.at += 3;
      this.endLine();
      this.skipLines();
    }
    if (this.at < this.text.length) throw new Refused();
    return value;
  }

  #node(place: Place): JsonValue {
    this.depth += 1;
    if (this.depth > DEEPEST) throw new Refused();
    const value = this.#nodeInside(place);
    this.depth -= 1;
    return value;
  }

  #nodeInside({ parent, takesList, isCompact }: Place): JsonValue {
    let isNewLine = this.at === this.line;
    let anchor: string | null = null;
    let tag: string | null = null;
    let propertyLine = -1;
    const done = (value: JsonValue): JsonValue => {
      const tagged = tag === null ? value : this.tagged(value, tag);
      if (anchor !== null) this.anchors.set(anchor, tagged);
      return tagged;
    };
    for (;;) {
      this.at = this.afterBlanks(this.at);
      if (this.isLineEnd(this.at) && this.at < this.text.length) {
        this.nextLine();
        this.skipLines();
        isNewLine = true;
      }
      const isListHere = takesList && this.column === parent && this.isIndicator('-');
      if (this.isDocumentEnd() || (isNewLine && this.column <= parent && !isListHere))
        return done(tag === null ? null : '');
      const line = this.line;
      const property = this.#property();
      if (property === null) break;
      if (property.kind === '&' ? anchor !== null : tag !== null) throw new Refused();
      propertyLine = line;
      if (property.kind === '&') anchor = property.name;
      else tag = property.name;
      // On the line of a key a property is the key's, which changes no value.
      if (isNewLine || isCompact) {
        const at = this.afterBlanks(this.at);
        if (!this.isLineEnd(at) && this.#isKeyAt(at)) throw new Refused();
      }
    }
    const mayHold = isNewLine || isCompact;
    const column = this.column;
    const character = this.text.charAt(this.at);
    if (this.isIndicator('-') || this.isIndicator('?')) {
      if (!mayHold) throw new Refused();
      return done(character === '-' ? this.#list(column) : this.#mapping(column, null));
    }
    if (character === '|' || character === '>') return done(this.blockScalar(parent));
    const { line } = this;
    const start = this.at;
    const key = this.#scalarOrFlow(parent, tag);
    if (this.#isColon()) {
      if (!mayHold || key.isLong || this.at - start > LONGEST_KEY) throw new Refused();
      // Before the key, a property would be the key's.
      if (propertyLine === line) throw new Refused();
      return done(this.#mapping(column, key.value));
    }
    this.endLine();
    return done(key.value);
  }

  /** Whether a line goes on as a mapping. */
  #isKeyAt(from: number): boolean {
    const line = this.text.slice(from, this.lineTo(from));
    return /:(?:[ \t]|$)/.test(line.replace(/[ \t]#.*$/, ''));
  }

  /** Whether a key ends here, after white space. */
  #isColon(): boolean {
    const at = this.afterBlanks(this.at);
    if (this.text.charAt(at) !== ':' || !isBlank(this.text.charAt(at + 1))) return false;
    this.at = at;
    return true;
  }

  #property(): { readonly kind: '&' | '!'; readonly name: string } | null {
    const kind = this.text.charAt(this.at);
    if (kind !== '&' && kind !== '!') return null;
    const name = kind === '&' ? /[^\s,[\]{}]*/y : /[-0-9A-Za-z#;/?:@&=+$_.!~*'()%]*/y;
    name.lastIndex = this.at + 1;
    const [found = ''] = name.exec(this.text) ?? [];
    if (kind === '&' && found === '') throw new Refused();
    this.at += 1 + found.length;
    if (!isBlank(this.text.charAt(this.at))) throw new Refused();
    return { kind, name: found };
  }

  #list(column: number): JsonValue[] {
    const items: JsonValue[] = [];
    for (;;) {
      this.at += 1;
      items.push(this.#node({ parent: column, takesList: false, isCompact: true }));
      if (!this.#isNext(column)) return items;
      if (!this.isIndicator('-')) {
        // A list in the column of its key ends where the next key begins.
        return items;
      }
    }
  }

  /** Whether the next content is in this column; deeper content fits nowhere. */
  #isNext(column: number): boolean {
    this.skipLines();
    if (this.isDocumentEnd() || this.column < column) return false;
    if (this.column > column) throw new Refused();
    return true;
  }

  /** @param first its first key, before the colon; undefined where that is not read yet */
  #mapping(column: number, first: JsonValue | undefined): JsonObject {
    const record = emptyRecord();
    const keys = new Set<JsonValue>();
    let key = first;
    for (;;) {
      const isExplicit = this.isIndicator('?');
      if (isExplicit) {
        this.at += 1;
        key = this.#node({ parent: column, takesList: false, isCompact: true });
        if (this.#isNext(column) && this.isIndicator(':')) {
          this.at += 1;
          this.add(record, keys, key, this.#node({ parent: column, takesList: true, isCompact: true }));
        } else {
          this.add(record, keys, key, null);
        }
      } else {
        if (key === undefined) key = this.#key();
        this.at += 1;
        this.add(record, keys, key, this.#node({ parent: column, takesList: true, isCompact: false }));
      }
      key = undefined;
      if (!this.#isNext(column)) return record;
      if (this.isIndicator('-')) throw new Refused();
    }
  }

  /** Up to the colon. */
  #key(): JsonValue {
    const start = this.at;
    for (let property = this.#property(); property !== null; property = this.#property())
      this.at = this.afterBlanks(this.at);
    const { value, isLong } = this.#scalarOrFlow(-1, null);
    if (!this.#isColon() || isLong || this.at - start > LONGEST_KEY) throw new Refused();
    return value;
  }

  /** @returns whether it goes over more than one line */
  #scalarOrFlow(parent: number, tag: string | null): { readonly value: JsonValue; readonly isLong: boolean } {
    const line = this.line;
    const character = this.text.charAt(this.at);
    const read = (): JsonValue => {
      if (character === '[' || character === '{') return this.flow(parent);
      if (character === '"' || character === "'") return this.quoted(parent);
      if (character === '*') return this.alias();
      const text = this.plain(parent, false);
      return tag === null ? plainValue(text) : text;
    };
    const value = read();
    return { value, isLong: this.line !== line };
  }
}
