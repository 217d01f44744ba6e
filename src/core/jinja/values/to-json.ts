import { escapedUnit } from '../../text/json/index.ts';
import { MUST_ESCAPE, MUST_ESCAPE_ASCII, scalarText } from '../../text/languages/index.ts';
import type { Budget } from '../budget.ts';
import { typeError } from '../faults.ts';
import { compareValues } from './order.ts';
import { nowhere, TextBuilder, type Place, type RunOrigin, type Text } from './text.ts';
import { Dict, isText, List, Tuple, Thing, typeName, type Value } from './value.ts';
import { quotesOf, scalarRepr, structureOf, writeEscaped } from './write.ts';

export interface JsonStyle {
  readonly isAscii: boolean;
  /** What one level is indented by; null for everything on one line. */
  readonly indent: string | null;
  readonly comma: string;
  readonly colon: string;
  readonly isSorted: boolean;
}

/** `json.dumps(value, …)` of Python, with places. @throws TemplateFault for what has no JSON */
export function toJson(value: Value, style: JsonStyle, budget: Budget): Text {
  const writer = new JsonWriter(style, budget);
  writer.write(value, nowhere, null, 0);
  return writer.out.text();
}

class JsonWriter {
  readonly out = new TextBuilder();
  readonly #style: JsonStyle;
  readonly #budget: Budget;

  constructor(style: JsonStyle, budget: Budget) {
    this.#style = style;
    this.#budget = budget;
  }

  write(value: Value, outer: RunOrigin, place: Place | null, level: number): void {
    this.#budget.spend(1);
    if (isText(value)) this.#text(value, outer);
    else if (value instanceof List || value instanceof Tuple) this.#list(value, outer, level);
    else if (value instanceof Dict) this.#dict(value, outer, level);
    else if (value instanceof Thing) throw typeError(`Object of type ${typeName(value)} is not JSON serializable`);
    else this.#scalar(value, outer, place);
  }

  #text(value: Text, outer: RunOrigin): void {
    const quotes = quotesOf(value, outer);
    this.#budget.make(value.length + 2);
    this.out.write('"', quotes);
    writeEscaped(this.out, value, this.#style.isAscii ? MUST_ESCAPE_ASCII : MUST_ESCAPE, 'json', escapedUnit);
    this.out.write('"', quotes);
  }

  #scalar(value: null | boolean | bigint | number, outer: RunOrigin, place: Place | null): void {
    const text = scalarText(value) ?? scalarRepr(value);
    if (place === null) {
      this.out.write(text, outer);
      return;
    }
    const written = text === scalarRepr(value) ? 'as-is' : 'json';
    this.out.write(text, { kind: 'value', place, part: 'text', from: 0, to: text.length, written });
  }

  #list(value: List | Tuple, outer: RunOrigin, level: number): void {
    const place = value instanceof List ? value.place : null;
    const own = structureOf(place, outer);
    if (value.items.length === 0) {
      this.out.write('[]', own);
      return;
    }
    for (const [index, item] of value.items.entries()) {
      this.out.write(this.#before(index, '[', level + 1), own);
      this.write(item, own, place === null ? null : { parent: place, key: index }, level + 1);
    }
    this.out.write(this.#after(']', level), own);
  }

  #dict(value: Dict, outer: RunOrigin, level: number): void {
    const { place } = value;
    const own = structureOf(place, outer);
    const entries = this.#style.isSorted
      ? value.entries().toSorted(([one], [other]) => compareValues(one, other, this.#budget))
      : value.entries();
    if (entries.length === 0) {
      this.out.write('{}', own);
      return;
    }
    for (const [index, [key, item]] of entries.entries()) {
      this.out.write(this.#before(index, '{', level + 1), own);
      this.#key(key, own);
      this.out.write(this.#style.colon, own);
      this.write(item, own, place === null || !isText(key) ? null : { parent: place, key: key.text }, level + 1);
    }
    this.out.write(this.#after('}', level), own);
  }

  #key(key: Value, own: RunOrigin): void {
    if (isText(key)) {
      this.#text(key, own);
      return;
    }
    if (key instanceof Thing) {
      throw typeError(`keys must be str, int, float, bool or None, not ${typeName(key)}`);
    }
    this.out.write(`"${scalarText(key) ?? scalarRepr(key)}"`, own);
  }

  #before(index: number, open: string, level: number): string {
    const { indent, comma } = this.#style;
    const separator = index === 0 ? open : comma;
    return indent === null ? separator : `${separator}\n${this.#indented(indent, level)}`;
  }

  #after(close: string, level: number): string {
    const { indent } = this.#style;
    return indent === null ? close : `\n${this.#indented(indent, level)}${close}`;
  }

  #indented(indent: string, level: number): string {
    this.#budget.make(indent.length * level);
    return indent.repeat(level);
  }
}
