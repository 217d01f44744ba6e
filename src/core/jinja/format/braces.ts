import { pythonError, typeError } from '../faults.ts';
import type { Host } from '../host.ts';
import { numberOf } from '../values/order.ts';
import { Text } from '../values/text.ts';
import { lengthOf, sliceByIndices } from '../values/text-parts.ts';
import { isText, Thing, typeName, type CallArguments, type Value } from '../values/value.ts';
import { reprOf, scalarRepr, strOf } from '../values/write.ts';
import { exponential, fixed, general, grouped } from './numbers.ts';

/** `text.format(…)` of Python, as the sandbox of Jinja2 runs it. @throws TemplateFault */
export function formatBraces(format: Text, args: CallArguments, host: Host): Text {
  return new BracesFormatter(args, host).format(format, 2);
}

class BracesFormatter {
  readonly #args: CallArguments;
  readonly #host: Host;
  #next = 0;
  /** Whether fields have numbers of their own; null before the first one. */
  #isNumbered: boolean | null = null;

  constructor(args: CallArguments, host: Host) {
    this.#args = args;
    this.#host = host;
  }

  format(format: Text, depth: number): Text {
    if (depth < 0) throw pythonError('ValueError', 'Max string recursion exceeded');
    const source = format.text;
    const parts: Text[] = [];
    let at = 0;
    while (at < source.length) {
      const character = source.charAt(at);
      if (character !== '{' && character !== '}') {
        const end = nextBrace(source, at);
        parts.push(format.slice(at, end));
        at = end;
      } else if (source.charAt(at + 1) === character) {
        parts.push(format.slice(at, at + 1));
        at += 2;
      } else if (character === '}') {
        throw pythonError('ValueError', "Single '}' encountered in format string");
      } else {
        const end = closing(source, at);
        parts.push(this.#field(format.slice(at + 1, end), depth));
        at = end + 1;
      }
    }
    for (const part of parts) this.#host.budget.make(part.length);
    return Text.join(parts);
  }

  #field(field: Text, depth: number): Text {
    const nameTo = nameEnd(field.text);
    const name = field.text.slice(0, nameTo);
    const match = /^(?:!([^:]))?(?::([^]*))?$/.exec(field.text.slice(nameTo));
    if (match === null) throw pythonError('ValueError', "expected ':' after conversion specifier");
    const [, conversion, specText = ''] = match;
    const specFrom = field.length - specText.length;
    const value = this.#converted(this.#value(name), conversion);
    const spec = specText.includes('{') ? this.format(field.slice(specFrom, field.length), depth - 1).text : specText;
    return formatted(value, spec, this.#host);
  }

  #converted(value: Value, conversion: string | undefined): Value {
    if (conversion === undefined) return value;
    if (conversion === 's') return strOf(value, this.#host.budget);
    if (conversion === 'r' || conversion === 'a') return reprOf(value, this.#host.budget);
    throw pythonError('ValueError', `Unknown conversion specifier ${conversion}`);
  }

  #value(name: string): Value {
    const first = /^[^.[]*/.exec(name)?.[0] ?? '';
    let value = this.#first(first);
    for (const [, attribute, index] of name.slice(first.length).matchAll(/\.([^.[]*)|\[([^\]]*)\]/g)) {
      if (attribute !== undefined) value = this.#host.attribute(value, attribute);
      else value = this.#host.item(value, /^\d+$/.test(index ?? '') ? BigInt(index ?? '') : Text.computed(index ?? ''));
    }
    return value;
  }

  #first(name: string): Value {
    const isNumber = /^\d+$/.test(name);
    if (name !== '' && !isNumber) {
      const value = this.#args.keywords.get(name);
      if (value === undefined) throw pythonError('KeyError', `'${name}'`);
      return value;
    }
    if (this.#isNumbered !== null && this.#isNumbered !== isNumber) {
      const [one, other] = isNumber
        ? ['automatic field numbering', 'manual field specification']
        : ['manual field specification', 'automatic field numbering'];
      throw pythonError('ValueError', `cannot switch from ${one} to ${other}`);
    }
    this.#isNumbered = isNumber;
    const index = isNumber ? Number(name) : this.#next++;
    const value = this.#args.positional[index];
    if (value === undefined)
      throw pythonError('IndexError', `Replacement index ${index} out of range for positional args tuple`);
    return value;
  }
}

function nextBrace(source: string, from: number): number {
  let at = from;
  while (at < source.length && source.charAt(at) !== '{' && source.charAt(at) !== '}') at += 1;
  return at;
}

/** The brace that closes a field; fields may be inside of its format. */
function closing(source: string, open: number): number {
  let depth = 0;
  for (let at = open; at < source.length; at += 1) {
    if (source.charAt(at) === '{') depth += 1;
    else if (source.charAt(at) === '}') {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  throw pythonError(
    'ValueError',
    open === source.length - 1 ? "Single '{' encountered in format string" : "expected '}' before end of string",
  );
}

/** Where the name of a field ends: at a `!` or `:` outside of brackets. */
function nameEnd(field: string): number {
  const lastCloser = field.lastIndexOf(']');
  for (let at = 0; at < field.length; at += 1) {
    const character = field.charAt(at);
    if (character === '!' || character === ':') return at;
    if (character === '[' && at < lastCloser) at = field.indexOf(']', at);
  }
  return field.length;
}

const SPEC = /^(?:([^])?([<>=^]))?([-+ ])?(#)?(0)?(\d+)?([_,])?(?:\.(\d+))?([bcdeEfFgGnosxX%])?$/u;

/** `format(value, spec)`. */
function formatted(value: Value, spec: string, host: Host): Text {
  if (spec === '') return strOf(value, host.budget);
  const match = SPEC.exec(spec);
  if (match === null)
    throw pythonError('ValueError', `Invalid format specifier '${spec}' for object of type '${typeName(value)}'`);
  const [, fillText, alignment, sign = '-', alternate, zero, widthText, group, precisionText, type] = match;
  const width = Math.min(Number(widthText ?? 0), 1e9);
  const precision = precisionText === undefined ? null : Math.min(Number(precisionText), 1e9);
  host.budget.make(width + (precision ?? 0));
  const isNumber = numberOf(value) !== null && !(typeof value === 'boolean' && type === undefined && false);
  if (isText(value)) {
    if (type !== undefined && type !== 's')
      throw pythonError('ValueError', `Unknown format code '${type}' for object of type 'str'`);
    const cut = precision === null ? value : sliceByIndices(value, 0, Math.min(precision, lengthOf(value)), 1);
    return aligned(cut, fillText ?? (zero === undefined ? ' ' : '0'), alignment ?? '<', width, 0);
  }
  if (!isNumber || value instanceof Thing)
    throw typeError(`unsupported format string passed to ${typeName(value)}.__format__`);
  const number = numberOf(value) ?? 0n;
  const isNegative = number < 0 || Object.is(number, -0);
  const signText = isNegative ? '-' : sign === '-' ? '' : sign;
  const prefix = alternate !== undefined && type !== undefined && 'bxXo'.includes(type) ? `0${type}` : '';
  const digits = digitsOf(number, type, precision, group, alternate !== undefined);
  const fill = fillText ?? (zero === undefined ? ' ' : '0');
  const align = alignment ?? (zero === undefined ? '>' : '=');
  return aligned(Text.computed(`${signText}${prefix}${digits}`), fill, align, width, signText.length + prefix.length);
}

function digitsOf(
  number: bigint | number,
  type: string | undefined,
  precision: number | null,
  group: string | undefined,
  keepZeros: boolean,
): string {
  const size = number < 0 ? -number : typeof number === 'number' ? Math.abs(number) : number;
  if (typeof size === 'bigint' && (type === undefined || 'bcdnoxX'.includes(type))) {
    if (precision !== null) throw pythonError('ValueError', 'Precision not allowed in integer format specifier');
    if (type === 'c') return String.fromCodePoint(Number(size));
    const base = type === 'b' ? 2 : type === 'o' ? 8 : type === 'x' || type === 'X' ? 16 : 10;
    const digits = size.toString(base);
    const text = group === undefined ? digits : grouped(digits, group, base === 10 ? 3 : 4);
    return type === 'X' ? text.toUpperCase() : text;
  }
  const real = Number(size);
  const text = realDigits(real, type, precision, keepZeros);
  const cased = type === 'E' || type === 'F' || type === 'G' ? text.toUpperCase() : text;
  if (group === undefined) return cased;
  const whole = /^\d+/.exec(cased)?.[0] ?? '';
  return grouped(whole, group) + cased.slice(whole.length);
}

function realDigits(real: number, type: string | undefined, precision: number | null, keepZeros: boolean): string {
  switch (type?.toLowerCase()) {
    case undefined: {
      if (precision === null) return scalarRepr(real);
      const text = general(real, precision, false);
      return /^\d+$/.test(text) ? `${text}.0` : text;
    }
    case 'f':
      return fixed(real, precision ?? 6);
    case 'e':
      return exponential(real, precision ?? 6);
    case '%':
      return `${fixed(real * 100, precision ?? 6)}%`;
    case 'g':
    case 'n':
      return general(real, precision ?? 6, keepZeros);
    default:
      throw pythonError('ValueError', `Unknown format code '${type ?? ''}' for object of type 'float'`);
  }
}

function aligned(text: Text, fill: string, align: string, width: number, sign: number): Text {
  const missing = width - lengthOf(text);
  if (missing <= 0) return text;
  const filled = (count: number): Text => Text.computed(fill.repeat(count));
  if (align === '<') return Text.join([text, filled(missing)]);
  if (align === '>') return Text.join([filled(missing), text]);
  if (align === '=') return Text.join([text.slice(0, sign), filled(missing), text.slice(sign, text.length)]);
  const left = Math.floor(missing / 2);
  return Text.join([filled(left), text, filled(missing - left)]);
}
