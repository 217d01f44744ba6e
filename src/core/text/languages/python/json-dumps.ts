import { escapedUnit } from '../../json/index.ts';
import { floatRepr } from './numbers.ts';
import { isDict, isList, isPrintableInt, PythonTuple, type PythonValue } from './value.ts';

/** JSON as the `json` module of Python 3.11 writes it. */

export interface DumpsOptions {
  /** `ensure_ascii=True`, which is Python's default and not ours, since servers turn it off. */
  readonly ascii?: boolean;
  /** `separators=(",", ":")`. */
  readonly compact?: boolean;
}

/** `json.dumps(value, ensure_ascii=False)`; null where it raises: for a set, bytes, complex, `...`, or a tuple as a key. */
export function pythonDumps(value: PythonValue, { ascii = false, compact = false }: DumpsOptions = {}): string | null {
  const out: string[] = [];
  const comma = compact ? ',' : ', ';
  const colon = compact ? ':' : ': ';
  const quote = ascii ? asciiText : quotedText;
  const write = (one: PythonValue): boolean => {
    if (isList(one) || one instanceof PythonTuple) {
      const items = isList(one) ? one : one.items;
      out.push('[');
      for (const [index, item] of items.entries()) {
        if (index > 0) out.push(comma);
        if (!write(item)) return false;
      }
      out.push(']');
      return true;
    }
    if (isDict(one)) {
      let separator = '{';
      for (const [key, item] of one.entries()) {
        const name = typeof key === 'string' ? key : scalarText(key);
        if (name === null) return false;
        out.push(separator, quote(name), colon);
        if (!write(item)) return false;
        separator = comma;
      }
      out.push(one.size === 0 ? '{}' : '}');
      return true;
    }
    const text = typeof one === 'string' ? quote(one) : scalarText(one);
    if (text === null) return false;
    out.push(text);
    return true;
  };
  return write(value) ? out.join('') : null;
}

/** `None`, bools and numbers, which are written alike as values and as keys. */
export function scalarText(value: PythonValue): string | null {
  if (value === null) return 'null';
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'bigint') return isPrintableInt(value) ? String(value) : null;
  if (typeof value !== 'number') return null;
  if (Number.isNaN(value)) return 'NaN';
  return Number.isFinite(value) ? floatRepr(value) : value > 0 ? 'Infinity' : '-Infinity';
}

/** What `json.dumps` escapes with `ensure_ascii=False`; flags aside. */
export const MUST_ESCAPE = /["\\]|[^ -\uffff]/g;
/** What it escapes by default. */
export const MUST_ESCAPE_ASCII = /["\\]|[^ -~]/g;
function quotedText(text: string): string {
  const quoted = JSON.stringify(text);
  // The same to the letter, except that halves of surrogate pairs are escaped.
  return quoted.includes('\\ud') ? `"${text.replace(MUST_ESCAPE, escapedUnit)}"` : quoted;
}

function asciiText(text: string): string {
  return `"${text.replace(MUST_ESCAPE_ASCII, escapedUnit)}"`;
}
