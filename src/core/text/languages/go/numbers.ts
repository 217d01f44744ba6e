/** What Go's `strconv` and `fmt` make of a text that may be a number. */

const LEAST = -(2n ** 63n);
const MOST = 2n ** 63n - 1n;

/** `strconv.ParseInt(text, 10, 64)`; null where it has an error. */
export function parseGoInt(text: string): bigint | null {
  if (text.length > 400 || !/^[+-]?[0-9]+$/.test(text)) return null;
  const value = BigInt(text.startsWith('+') ? text.slice(1) : text);
  return value < LEAST || value > MOST ? null : value;
}

/** `int64(value)` of a float64 on the usual processors: what does not fit becomes the least integer. */
export function truncatedToInt64(value: number): bigint {
  if (!Number.isFinite(value) || value >= 2 ** 63 || value < -(2 ** 63)) return LEAST;
  return BigInt(Math.trunc(value));
}

const DECIMAL = /^[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[+-]?[0-9]+)?$/i;
const HEXADECIMAL = /^([+-]?)0x([0-9a-f]*)\.?([0-9a-f]*)p([+-]?[0-9]+)$/i;
const INFINITE = /^[+-]?inf(?:inity)?$/i;

/** `strconv.ParseFloat(text, 64)`; null where it has an error, an overflow included. */
export function parseGoFloat(text: string): number | null {
  if (INFINITE.test(text)) return text.startsWith('-') ? -Infinity : Infinity;
  if (/^nan$/i.test(text)) return NaN;
  const digits = withoutUnderscores(text);
  if (digits === null) return null;
  const value = DECIMAL.test(digits) ? Number(digits) : hexadecimal(digits);
  return value === null || !Number.isFinite(value) ? null : value;
}

/** An underscore is allowed between two digits, or after `0x`; null where one is elsewhere. */
function withoutUnderscores(text: string): string | null {
  if (!text.includes('_')) return text;
  const isHexadecimal = /^[+-]?0x/i.test(text);
  const digits = isHexadecimal ? /[^0-9a-fx]_|_[^0-9a-f]|^_|_$/i : /[^0-9]_|_[^0-9]|^_|_$/;
  return digits.test(text) ? null : text.replaceAll('_', '');
}

function hexadecimal(text: string): number | null {
  const [, sign, whole = '', fraction = '', exponent = '0'] = HEXADECIMAL.exec(text) ?? [];
  if (sign === undefined || whole + fraction === '') return null;
  const mantissa = Number(`0x${whole}${fraction}`);
  const value = mantissa * 2 ** (Number(exponent) - 4 * fraction.length);
  return sign === '-' ? -value : value;
}

const SCANNED =
  /^(?:nan|[+-]?inf|[+-]?(?:0x[0-9a-f_]*(?:\.[0-9a-f_]*)?(?:p[+-]?[0-9_]*)?|[0-9_]*(?:\.[0-9_]*)?(?:[ep][+-]?[0-9_]*)?))/i;

/** `fmt.Sscanf(text, "%f")`: the number at the beginning, after blanks; null where there is none. */
export function scanGoFloat(text: string): number | null {
  const from = /^[ \t\r\f\v\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]*/.exec(text)?.[0].length ?? 0;
  const token = SCANNED.exec(text.slice(from))?.[0] ?? '';
  const power = token.toLowerCase().indexOf('p');
  if (power < 0 || /x/i.test(token)) return parseGoFloat(token);
  const mantissa = parseGoFloat(token.slice(0, power));
  const exponent = parseGoInt(token.slice(power + 1));
  return mantissa === null || exponent === null ? null : mantissa * 2 ** Number(exponent);
}
