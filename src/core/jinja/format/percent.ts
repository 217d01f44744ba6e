import type { Budget } from '../budget.ts';
import { pythonError, typeError } from '../faults.ts';
import { numberOf } from '../values/order.ts';
import { Text } from '../values/text.ts';
import { lengthOf, sliceByIndices } from '../values/text-parts.ts';
import { Dict, isText, List, Tuple, typeName, type Value } from '../values/value.ts';
import { reprOf, strOf } from '../values/write.ts';
import { exponential, fixed, general, truncated } from './numbers.ts';

/** `text % values`: the formats of C. */

const DIRECTIVE = /%(?:\(([^)]*)\))?([#0\- +]*)(\*|\d+)?(?:\.(\*|\d+)?)?([hlL])?([^])?/y;

/** @throws TemplateFault */
export function formatPercent(format: Text, values: Value, budget: Budget): Text {
  const source = format.text;
  const parts: Text[] = [];
  const positional = values instanceof Tuple ? values.items : [values];
  let used = 0;
  let isNamed = false;
  const nextValue = (): Value => {
    if (used >= positional.length) throw typeError('not enough arguments for format string');
    used += 1;
    return positional[used - 1] as Value;
  };
  let copied = 0;
  for (let at = source.indexOf('%'); at >= 0; at = source.indexOf('%', copied)) {
    parts.push(format.slice(copied, at));
    DIRECTIVE.lastIndex = at;
    const found = DIRECTIVE.exec(source);
    const [whole = '%', key, flags = '', widthText, precisionText, , letter] = found ?? [];
    copied = at + whole.length;
    if (letter === undefined) throw pythonError('ValueError', 'incomplete format');
    if (letter === '%') {
      parts.push(format.slice(copied - 1, copied));
      continue;
    }
    const width = widthText === '*' ? count(nextValue()) : Number(widthText ?? 0);
    const hasPoint = /\.(?:\*|\d*)[hlL]?[^]$/.test(whole);
    const precision = precisionText === '*' ? count(nextValue()) : hasPoint ? Number(precisionText ?? 0) : null;
    if (key !== undefined && !(values instanceof Dict)) throw typeError('format requires a mapping');
    isNamed ||= key !== undefined;
    const value = key === undefined ? nextValue() : named(values as Dict, key);
    budget.make(Math.min(width, 1e9) + Math.min(precision ?? 0, 1e9));
    parts.push(directive(value, letter, { flags, width, precision }, copied, budget));
  }
  parts.push(format.slice(copied, source.length));
  const isMapping = values instanceof Dict || values instanceof List;
  if (used < positional.length && !isNamed && !(isMapping && used === 0))
    throw typeError('not all arguments converted during string formatting');
  for (const part of parts) budget.make(part.length);
  return Text.join(parts);
}

function named(values: Dict, key: string): Value {
  const value = values.named(key);
  if (value === undefined) throw pythonError('KeyError', `'${key}'`);
  return value;
}

function count(value: Value): number {
  const number = numberOf(value);
  if (typeof number !== 'bigint') throw typeError('* wants int');
  return number > 1_000_000_000n ? 1_000_000_000 : Number(number);
}

interface Directive {
  readonly flags: string;
  readonly width: number;
  readonly precision: number | null;
}

function directive(value: Value, letter: string, style: Directive, at: number, budget: Budget): Text {
  switch (letter) {
    case 's':
    case 'r':
    case 'a': {
      const text = letter === 's' ? strOf(value, budget) : reprOf(value, budget);
      return filled(
        style.precision === null ? text : sliceByIndices(text, 0, Math.min(style.precision, lengthOf(text)), 1),
        style,
      );
    }
    case 'c': {
      if (isText(value) && lengthOf(value) === 1) return filled(value, style);
      const code = numberOf(value);
      if (typeof code === 'bigint' && code >= 0n && code <= 0x10ffffn)
        return filled(Text.computed(String.fromCodePoint(Number(code))), style);
      throw typeError('%c requires int or char');
    }
    case 'd':
    case 'i':
    case 'u':
    case 'x':
    case 'X':
    case 'o':
      return integer(value, letter, style);
    case 'f':
    case 'F':
    case 'e':
    case 'E':
    case 'g':
    case 'G':
      return float(value, letter, style);
    default:
      throw pythonError(
        'ValueError',
        `unsupported format character '${letter}' (0x${(letter.codePointAt(0) ?? 0).toString(16)}) at index ${at - 1}`,
      );
  }
}

function integer(value: Value, letter: string, style: Directive): Text {
  const number = numberOf(value);
  if (number === null || (typeof number === 'number' && 'xXo'.includes(letter))) {
    const wanted = 'xXo'.includes(letter) ? 'an integer' : 'a real number';
    throw typeError(`%${letter} format: ${wanted} is required, not ${typeName(value)}`);
  }
  const whole = typeof number === 'number' ? truncated(number) : number;
  const size = whole < 0n ? -whole : whole;
  const base = letter === 'o' ? 8 : letter === 'x' || letter === 'X' ? 16 : 10;
  let digits = size.toString(base).padStart(style.precision ?? 0, '0');
  if (letter === 'X') digits = digits.toUpperCase();
  const prefix = base !== 10 && style.flags.includes('#') ? `0${letter}` : '';
  return numeric(whole < 0n, prefix, digits, style);
}

function float(value: Value, letter: string, style: Directive): Text {
  const number = numberOf(value);
  if (number === null) throw typeError(`must be real number, not ${typeName(value)}`);
  const real = Number(number);
  const precision = style.precision ?? 6;
  const size = Math.abs(real);
  const kind = letter.toLowerCase();
  const text =
    kind === 'f'
      ? fixed(size, precision)
      : kind === 'e'
        ? exponential(size, precision)
        : general(size, precision, style.flags.includes('#'));
  const isNegative = real < 0 || Object.is(real, -0);
  return numeric(isNegative, '', letter === kind ? text : text.toUpperCase(), style);
}

/** A number with its sign, filled with zeros or spaces. */
function numeric(isNegative: boolean, prefix: string, digits: string, style: Directive): Text {
  const sign = isNegative ? '-' : style.flags.includes('+') ? '+' : style.flags.includes(' ') ? ' ' : '';
  const isLeft = style.flags.includes('-');
  const zeros = style.flags.includes('0') && !isLeft ? style.width - sign.length - prefix.length : 0;
  return filled(Text.computed(`${sign}${prefix}${digits.padStart(zeros, '0')}`), style);
}

function filled(text: Text, { flags, width }: Directive): Text {
  const missing = width - lengthOf(text);
  if (missing <= 0) return text;
  const space = Text.computed(' '.repeat(missing));
  return Text.join(flags.includes('-') ? [text, space] : [space, text]);
}
