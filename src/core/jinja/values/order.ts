import type { Budget } from '../budget.ts';
import { typeError } from '../faults.ts';
import { equals, isText, List, Tuple, typeName, Undefined, type Value } from './value.ts';

/** How Python orders values. */

/** Negative, 0 or positive, for sorting. @throws TemplateFault for values that have no order */
export function compareValues(one: Value, other: Value, budget: Budget): number {
  if (isLess(one, other, '<', budget)) return -1;
  return isLess(other, one, '<', budget) ? 1 : 0;
}

/** `one < other`. NaN is less than nothing. @throws TemplateFault */
export function isLess(one: Value, other: Value, operator: string, budget: Budget): boolean {
  budget.spend(1);
  if (isText(one) && isText(other)) return compareTexts(one.text, other.text) < 0;
  const left = numberOf(one);
  const right = numberOf(other);
  if (left !== null && right !== null) return left < right;
  const isPair = (one instanceof List && other instanceof List) || (one instanceof Tuple && other instanceof Tuple);
  if (isPair) {
    const index = one.items.findIndex(
      (item, at) => at >= other.items.length || !equals(item, other.items[at] as Value, budget),
    );
    if (index < 0) return one.items.length < other.items.length;
    if (index >= other.items.length) return false;
    return isLess(one.items[index] as Value, other.items[index] as Value, operator, budget);
  }
  if (one instanceof Undefined) throw one.fault();
  if (other instanceof Undefined) throw other.fault();
  throw typeError(`'${operator}' not supported between instances of '${typeName(one)}' and '${typeName(other)}'`);
}

/** A bool, an int or a float as a number that compares; null for others. */
export function numberOf(value: Value): bigint | number | null {
  if (typeof value === 'boolean') return value ? 1n : 0n;
  return typeof value === 'bigint' || typeof value === 'number' ? value : null;
}

/** By code points, where JavaScript compares UTF-16 units. */
function compareTexts(one: string, other: string): number {
  const size = Math.min(one.length, other.length);
  for (let at = 0; at < size; at += 1) {
    const left = one.charCodeAt(at);
    const right = other.charCodeAt(at);
    if (left === right) continue;
    const isLeftHalf = left >= 0xd800 && left <= 0xdfff;
    const isRightHalf = right >= 0xd800 && right <= 0xdfff;
    // Halves of pairs are characters above U+FFFF.
    return isLeftHalf === isRightHalf ? left - right : isLeftHalf ? 1 : -1;
  }
  return one.length - other.length;
}
