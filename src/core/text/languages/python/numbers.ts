import { trimmedSpan } from '../../document/index.ts';
import { isPythonSpace } from './text.ts';
import { decimalValue } from './unicode.ts';

/** What Python's `int` and `float` make of text, and how a float is printed. */

/** `int()` refuses decimal digits beyond so many, since Python 3.11. Leading zeros count. */
const MOST_DIGITS = 4300;

/** Whether `int()` takes so long a run of decimal digits (without sign and underscores). */
export function areFewDigits(count: number): boolean {
  return count <= MOST_DIGITS;
}

const INTEGER = /^[+-]?\d+(?:_\d+)*$/;
const FLOAT = /^[+-]?(?:\d+(?:_\d+)*(?:\.(?:\d+(?:_\d+)*)?)?|\.\d+(?:_\d+)*)(?:[eE][+-]?\d+(?:_\d+)*)?$/;
const INFINITE = /^([+-]?)inf(?:inity)?$/i;
const NOT_A_NUMBER = /^[+-]?nan$/i;

/** `int(text)`; null where it raises ValueError. */
export function pythonInt(text: string): bigint | null {
  const literal = asciiNumber(text);
  if (!INTEGER.test(literal)) return null;
  const digits = literal.replace(/^[+-]/, '').replaceAll('_', '');
  if (!areFewDigits(digits.length)) return null;
  return literal.startsWith('-') ? -BigInt(digits) : BigInt(digits);
}

/** `float(text)`; null where it raises ValueError. */
export function pythonFloat(text: string): number | null {
  const literal = asciiNumber(text);
  if (FLOAT.test(literal)) return Number(literal.replaceAll('_', ''));
  if (NOT_A_NUMBER.test(literal)) return NaN;
  const infinite = INFINITE.exec(literal);
  if (infinite === null) return null;
  return infinite[1] === '-' ? -Infinity : Infinity;
}

/**
 * A number's text without the space around it and with ASCII digits for those of other scripts. The space is not exactly
 * that of `str.strip`: U+001C to U+001F stay, and so make the text no number.
 */
function asciiNumber(text: string): string {
  const { from, to } = trimmedSpan(
    text,
    0,
    text.length,
    (code) => isPythonSpace(code) && !(code >= 0x1c && code <= 0x1f),
  );
  let out = '';
  let copied = from;
  for (let at = from; at < to; at += 1) {
    if (text.charCodeAt(at) < 0x80) continue;
    const code = text.codePointAt(at) as number;
    const size = code > 0xffff ? 2 : 1;
    const digit = decimalValue(code);
    // Anything else stays, and is not a part of a number.
    if (digit >= 0) {
      out += text.slice(copied, at) + String(digit);
      copied = at + size;
    }
    at += size - 1;
  }
  return out + text.slice(copied, to);
}

/** `repr(float)`: the fewest digits that read back as the same float, always as a float: `1.0`, `1e-07`, `1e+16`, `nan`. */
export function floatRepr(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0';
  const [mantissa = '', exponentText = ''] = Math.abs(value).toExponential().split('e');
  const exponent = Number(exponentText);
  const sign = value < 0 ? '-' : '';
  if (exponent < -4 || exponent >= 16) {
    const magnitude = String(Math.abs(exponent)).padStart(2, '0');
    return `${sign}${mantissa}e${exponent < 0 ? '-' : '+'}${magnitude}`;
  }
  const digits = mantissa.replace('.', '');
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`;
  if (digits.length <= exponent + 1) return `${sign}${digits}${'0'.repeat(exponent + 1 - digits.length)}.0`;
  return `${sign}${digits.slice(0, exponent + 1)}.${digits.slice(exponent + 1)}`;
}
