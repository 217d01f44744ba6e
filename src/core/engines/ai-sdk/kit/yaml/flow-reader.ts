import { isObject, type JsonObject, type JsonValue } from '../../../../text/json/index.ts';
import { DEEPEST, emptyRecord } from '../values.ts';
import { isBlank, Refused } from './lines.ts';
import { FLOW, ScalarReader } from './scalar-reader.ts';
import { plainValue } from './scalars.ts';

/** Keys may be this long. */
export const LONGEST_KEY = 1024;

/** Reads the collections of a YAML text that are in brackets. */
export class FlowReader extends ScalarReader {
  protected depth = 0;
  /** How many flow collections are open. */
  protected flowLevel = 0;
  protected readonly anchors = new Map<string, JsonValue>();

  protected flow(parent: number): JsonValue {
    this.depth += 1;
    if (this.depth > DEEPEST) throw new Refused();
    this.flowLevel += 1;
    const isList = this.text.charAt(this.at) === '[';
    const closer = isList ? ']' : '}';
    this.at += 1;
    const items: JsonValue[] = [];
    const record = emptyRecord();
    const keys = new Set<JsonValue>();
    for (;;) {
      this.skipFlow(parent, closer);
      if (this.text.charAt(this.at) === closer) break;
      const entry = this.flowEntry(parent, isList);
      if (isList) items.push(entry.isPair ? this.pair(entry.key, entry.value) : entry.key);
      else this.add(record, keys, entry.key, entry.value);
      this.skipFlow(parent, closer);
      if (this.text.charAt(this.at) === closer) break;
      if (this.text.charAt(this.at) !== ',') throw new Refused();
      this.at += 1;
    }
    this.at += 1;
    this.depth -= 1;
    this.flowLevel -= 1;
    return isList ? items : record;
  }

  protected pair(key: JsonValue, value: JsonValue): JsonObject {
    const record = emptyRecord();
    this.add(record, new Set(), key, value);
    return record;
  }

  protected add(record: JsonObject, keys: Set<JsonValue>, key: JsonValue, value: JsonValue): void {
    if (Array.isArray(key) || isObject(key) || keys.has(key)) throw new Refused();
    keys.add(key);
    record[key === null ? '' : String(key)] = value;
  }

  /** White space, line breaks and comments between the entries of a flow collection. */
  protected skipFlow(parent: number, closer: string): void {
    const text = this.text;
    for (;;) {
      this.at = this.afterBlanks(this.at);
      if (this.at >= text.length) throw new Refused();
      if (!this.isLineEnd(this.at)) return;
      this.nextLine();
      if (this.isEmptyLine(this.at)) continue;
      const content = this.afterBlanks(this.at);
      const character = text.charAt(content);
      if (character === '#') continue;
      const spaces = text.slice(this.at, content).replace(/\t.*/s, '').length;
      const isCloser = spaces === parent && this.flowLevel === 1 && character === closer;
      if (this.isDocumentEnd() || (spaces <= parent && !isCloser)) throw new Refused();
    }
  }

  protected flowEntry(
    parent: number,
    isList: boolean,
  ): { readonly key: JsonValue; readonly value: JsonValue; readonly isPair: boolean } {
    const text = this.text;
    const isExplicit = this.isIndicator('?');
    if (isExplicit) {
      this.at += 1;
      this.skipFlow(parent, '');
    }
    const line = this.line;
    const start = this.at;
    const { value: key, isAdjacent } = this.flowNode(parent);
    const end = this.at;
    const endLine = this.line;
    this.skipFlow(parent, isList ? ']' : '}');
    const next = text.charAt(this.at + 1);
    const isColon = text.charAt(this.at) === ':' && (isAdjacent || isBlank(next) || FLOW.includes(next));
    if (!isColon) {
      this.at = end;
      this.line = endLine;
      return { key, value: null, isPair: isExplicit };
    }
    if (isList && !isExplicit && (this.line !== line || this.at - start > LONGEST_KEY)) throw new Refused();
    this.at += 1;
    this.skipFlow(parent, isList ? ']' : '}');
    const character = text.charAt(this.at);
    if (character === ',' || character === ']' || character === '}') return { key, value: null, isPair: true };
    return { key, value: this.flowNode(parent).value, isPair: true };
  }

  /** @returns `isAdjacent` where a colon may follow without white space */
  protected flowNode(parent: number): { readonly value: JsonValue; readonly isAdjacent: boolean } {
    const text = this.text;
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
      this.skipFlow(parent, '');
    }
    const character = text.charAt(this.at);
    const isAdjacent = '[{"\''.includes(character);
    const isNothing =
      character === ':' && (isBlank(text.charAt(this.at + 1)) || FLOW.includes(text.charAt(this.at + 1)));
    const read = (): JsonValue => {
      if (character === '[' || character === '{') return this.flow(parent);
      if (character === '"' || character === "'") return this.quoted(parent);
      if (character === '*') return this.alias();
      if (isNothing || (',]}'.includes(character) && (tag !== null || anchor !== null)))
        return tag === null ? null : '';
      if (
        character === '#' ||
        this.isIndicator('?') ||
        (character === '-' && (isBlank(text.charAt(this.at + 1)) || FLOW.includes(text.charAt(this.at + 1))))
      )
        throw new Refused();
      const plain = this.plain(parent, true);
      return tag === null ? plainValue(plain) : this.tagged(plain, tag);
    };
    const value = read();
    if (anchor !== null) this.anchors.set(anchor, value);
    return { value, isAdjacent };
  }

  protected tagged(value: JsonValue, tag: string): JsonValue {
    if (typeof value !== 'string') return value;
    if (tag === '!int' || tag === '!float' || tag === '!bool' || tag === '!null') {
      const plain = plainValue(value);
      return typeof plain === 'string' ? value : plain;
    }
    return value;
  }

  protected alias(): JsonValue {
    const name = /[^\s,[\]{}]*/y;
    name.lastIndex = this.at + 1;
    const [found = ''] = name.exec(this.text) ?? [];
    const value = this.anchors.get(found);
    if (value === undefined) throw new Refused();
    this.at += 1 + found.length;
    return value;
  }
}
