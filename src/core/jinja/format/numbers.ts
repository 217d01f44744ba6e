import { floatRepr } from '../../text/languages/index.ts';
import { pythonError } from '../faults.ts';

/** How Python's formats write numbers. */

/** A number with so many decimals, rounded to even where it is exactly between two: `'%.1f'`, `round`. */
export function fixed(value: number, decimals: number): string {
  if (!Number.isFinite(value)) return floatRepr(value);
  const places = Math.min(decimals, 100);
  if (Math.abs(value) >= 1e21) return `${BigInt(value)}${places > 0 ? `.${'0'.repeat(places)}` : ''}`;
  const rounded = value.toFixed(places);
  const exact = value.toFixed(Math.min(places + 60, 100)).slice(places === 0 ? 0 : undefined);
  const tail = exact.slice(exact.indexOf('.') + 1 + places);
  // `toFixed` takes the larger of two neighbours; Python takes the even one.
  const isTie = /^50*$/.test(tail) && places < 60;
  if (!isTie || /[02468]$/.test(rounded)) return rounded;
  const magnitude = exact.slice(0, exact.length - tail.length).replace(/\.$/, '');
  return magnitude;
}

/** `'%.6e'`. */
export function exponential(value: number, decimals: number): string {
  if (!Number.isFinite(value)) return floatRepr(value);
  return value.toExponential(Math.min(decimals, 100)).replace(/e([+-])(\d)$/, 'e$10$2');
}

/** `'%g'`: so many significant digits, without zeros at the end. */
export function general(value: number, digits: number, keepZeros: boolean): string {
  if (!Number.isFinite(value)) return floatRepr(value);
  const precision = Math.min(Math.max(digits, 1), 100);
  const [mantissa = '', exponentText = '0'] = value.toExponential(precision - 1).split('e');
  const exponent = Number(exponentText);
  const isShort = exponent >= -4 && exponent < precision;
  const text = isShort ? value.toFixed(Math.max(precision - 1 - exponent, 0)) : mantissa;
  const kept = keepZeros || !text.includes('.') ? text : text.replace(/\.?0+$/, '');
  if (isShort) return kept;
  return `${kept}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;
}

/** Digits in groups: `1,234`. */
export function grouped(digits: string, separator: string, size = 3): string {
  let out = '';
  for (let end = digits.length; end > 0; end -= size) {
    const group = digits.slice(Math.max(end - size, 0), end);
    out = out === '' ? group : `${group}${separator}${out}`;
  }
  return out;
}

/** `int(value)` of a float. @throws TemplateFault */
export function truncated(value: number): bigint {
  if (Number.isNaN(value)) throw pythonError('ValueError', 'cannot convert float NaN to integer');
  if (!Number.isFinite(value)) throw pythonError('OverflowError', 'cannot convert float infinity to integer');
  return BigInt(Math.trunc(value));
}
