import { pythonDumps, pythonInt } from '../../../text/languages/index.ts';
import { familyOf } from '../../kit/index.ts';
import { lengthOf, withoutFirst } from './code-points.ts';
import { wholeOrFloat } from './typing.ts';
import type { XmlCode } from './xml-words.ts';

/** So many characters are converted again and again; a longer number stays text. */
const MOST_CONVERTED = 1 << 22;

/** The text of a parameter as far as it has come, and how much of its conversion is sent. */
export class XmlValue {
  raw = '';
  /** The length of what was made of the text last, in code points; null while that is the text itself, as it is or escaped. */
  #sent: number | null = 0;
  #isNumber = true;
  #budget = MOST_CONVERTED;

  get isNull(): boolean {
    return this.raw.length === 4 && this.raw.toLowerCase() === 'null';
  }

  /** Adds text, converts all of it again, and answers with what is longer than before. */
  add(text: string, type: string): string | { readonly raises: string } {
    const before = this.#sent;
    this.raw += text;
    if (this.isNull || (this.raw === '' && familyOf(type) !== 'boolean')) {
      this.#sent = 0;
      return '';
    }
    const converted = this.#converted(type);
    if (converted !== null && typeof converted !== 'string') return converted;
    if (converted === null) {
      this.#sent = null;
      const isString = familyOf(type) === 'string';
      if (before === null) return isString ? insideOfString(text) : text;
      return withoutFirst(isString ? insideOfString(this.raw) : this.raw, before);
    }
    this.#sent = lengthOf(converted);
    return withoutFirst(converted, before ?? lengthOf(this.raw.slice(0, this.raw.length - text.length)));
  }

  /** JSON of a value that is not a text; null where it stays text. */
  #converted(type: string): string | null | { readonly raises: string } {
    const family = familyOf(type);
    if (family === 'boolean') return this.raw.length === 4 && this.raw.toLowerCase() === 'true' ? 'true' : 'false';
    if (family === 'string' || family === 'other' || !this.#mayBeNumber()) return null;
    if (family === 'integer') return pythonInt(this.raw)?.toString() ?? null;
    const typed = wholeOrFloat(this.raw);
    if ('raises' in typed) return typed;
    return typeof typed.value === 'string' ? null : (pythonDumps(typed.value) ?? '');
  }

  #mayBeNumber(): boolean {
    this.#budget -= this.raw.length;
    this.#isNumber &&= this.#budget > 0 && !this.raw.includes('<');
    return this.#isNumber;
  }

  isInfinite(type: string): boolean {
    return familyOf(type) === 'number' && this.#mayBeNumber() && 'raises' in wholeOrFloat(this.raw);
  }

  /** What became of the text, for the steps. */
  kind(type: string): XmlCode | 'coerced-value' {
    if (this.isNull) return 'null-empty';
    const family = familyOf(type);
    if (family === 'boolean') return ['true', 'false'].includes(this.raw.toLowerCase()) ? 'coerced-value' : 'not-true';
    if (family === 'other') return 'raw-json';
    return this.#converted(type) === null ? 'text-unquoted' : 'coerced-value';
  }
}

/** A string as JSON, without its quotes. */
export function insideOfString(text: string): string {
  return (pythonDumps(text) ?? '').slice(1, -1);
}
