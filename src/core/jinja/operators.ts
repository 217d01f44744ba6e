import type { Budget } from './budget.ts';
import { pythonError, TemplateFault, typeError } from './faults.ts';
import { formatPercent } from './format/percent.ts';
import type { BinaryOperator, CompareOperator } from './parse/syntax.ts';
import { isLess, numberOf } from './values/order.ts';
import { escapeMarkup } from './values/markup.ts';
import { Text } from './values/text.ts';
import { repeated } from './values/text-parts.ts';
import {
  Dict,
  DictView,
  equals,
  isText,
  List,
  Once,
  Range,
  Thing,
  Tuple,
  typeName,
  Undefined,
  type Value,
} from './values/value.ts';
import { strOf } from './values/write.ts';

/** What the operators of Python do with values. */

export function binary(operator: BinaryOperator, left: Value, right: Value, budget: Budget): Value {
  if (left instanceof Undefined) throw left.fault();
  if (right instanceof Undefined && !(operator === '%' && isText(left))) throw right.fault();
  if (operator === '+') return add(left, right, budget);
  if (operator === '%' && isText(left)) return formatPercent(left, right, budget);
  if (operator === '*') {
    const times = multiplied(left, right, budget) ?? multiplied(right, left, budget);
    if (times !== null) return times;
  }
  const one = numberOf(left);
  const other = numberOf(right);
  if (one === null || other === null) throw unsupportedOperands(operator, left, right);
  if (typeof one === 'bigint' && typeof other === 'bigint') return integers(operator, one, other, budget);
  return floats(operator, toFloat(one), toFloat(other));
}

function unsupportedOperands(operator: string, left: Value, right: Value): TemplateFault {
  const shown = operator === '**' ? '** or pow()' : operator;
  return typeError(`unsupported operand type(s) for ${shown}: '${typeName(left)}' and '${typeName(right)}'`);
}

function add(left: Value, right: Value, budget: Budget): Value {
  if (isText(left) && isText(right)) {
    budget.make(Math.min(left.length, right.length));
    budget.spend(1);
    if (!left.isMarkup && !right.isMarkup) return Text.join([left, right]);
    return Text.join([escapeMarkup(left), escapeMarkup(right)]).asMarkup();
  }
  if (isText(left)) throw typeError(`can only concatenate str (not "${typeName(right)}") to str`);
  if (left instanceof List && right instanceof List) {
    budget.spend(left.items.length + right.items.length);
    return new List([...left.items, ...right.items]);
  }
  if (left instanceof List) throw typeError(`can only concatenate list (not "${typeName(right)}") to list`);
  if (left instanceof Tuple && right instanceof Tuple) {
    budget.spend(left.items.length + right.items.length);
    return new Tuple([...left.items, ...right.items]);
  }
  if (left instanceof Tuple) throw typeError(`can only concatenate tuple (not "${typeName(right)}") to tuple`);
  const one = numberOf(left);
  const other = numberOf(right);
  if (one === null || other === null) throw unsupportedOperands('+', left, right);
  return typeof one === 'bigint' && typeof other === 'bigint' ? one + other : toFloat(one) + toFloat(other);
}

/** A text or a list, so many times; null where that is not what the values are. */
function multiplied(value: Value, times: Value, budget: Budget): Value | null {
  if (typeof times !== 'bigint' && typeof times !== 'boolean') return null;
  const count = BigInt(times);
  if (isText(value)) return repeated(value, count, budget).asMarkup(value.isMarkup);
  if (!(value instanceof List) && !(value instanceof Tuple)) return null;
  const size = count <= 0n ? 0 : count > 1_000_000_000n ? Infinity : Number(count) * value.items.length;
  budget.spend(size);
  const items = size === 0 ? [] : Array.from({ length: Number(count) }, () => value.items).flat();
  return value instanceof List ? new List(items) : new Tuple(items);
}

/** An int of more bits than this is refused: nothing that a prompt needs. */
const MOST_BITS = 200_000n;

function integers(operator: BinaryOperator, one: bigint, other: bigint, budget: Budget): Value {
  switch (operator) {
    case '-':
      return one - other;
    case '*':
      checkBits(bitsOf(one) + bitsOf(other), budget);
      return one * other;
    case '/':
      if (other === 0n) throw pythonError('ZeroDivisionError', 'division by zero');
      return trueDivision(one, other);
    case '//':
      if (other === 0n) throw pythonError('ZeroDivisionError', 'integer division or modulo by zero');
      return floorDivision(one, other);
    case '%':
      if (other === 0n) throw pythonError('ZeroDivisionError', 'integer modulo by zero');
      return one - floorDivision(one, other) * other;
    case '**': {
      if (other < 0n) {
        if (one === 0n) throw pythonError('ZeroDivisionError', '0.0 cannot be raised to a negative power');
        return Number(one) ** Number(other);
      }
      if (one !== 0n && one !== 1n && one !== -1n) checkBits(bitsOf(one) * other, budget);
      return one ** other;
    }
    case '+':
      return one + other;
  }
}

function bitsOf(value: bigint): bigint {
  if (BigInt.asIntN(64, value) === value) return 64n;
  return BigInt(value.toString(16).length * 4);
}

function checkBits(bits: bigint, budget: Budget): void {
  budget.spend(Number(bits > 1_000_000n ? 1_000_000n : bits) >> 6);
  if (bits > MOST_BITS) budget.make(Infinity);
}

function trueDivision(one: bigint, other: bigint): number {
  const quotient = Number(one) / Number(other);
  if (Number.isFinite(quotient)) return quotient;
  throw pythonError('OverflowError', 'integer division result too large for a float');
}

function floorDivision(one: bigint, other: bigint): bigint {
  const quotient = one / other;
  return one % other !== 0n && one < 0n !== other < 0n ? quotient - 1n : quotient;
}

/** @throws TemplateFault where the int is too large */
export function toFloat(value: bigint | number): number {
  const float = Number(value);
  if (typeof value === 'bigint' && !Number.isFinite(float))
    throw pythonError('OverflowError', 'int too large to convert to float');
  return float;
}

function floats(operator: BinaryOperator, one: number, other: number): Value {
  switch (operator) {
    case '+':
      return one + other;
    case '-':
      return one - other;
    case '*':
      return one * other;
    case '/':
      if (other === 0) throw pythonError('ZeroDivisionError', 'float division by zero');
      return one / other;
    case '//':
      if (other === 0) throw pythonError('ZeroDivisionError', 'float floor division by zero');
      return Math.floor((one - floatModulo(one, other)) / other + 0.25);
    case '%':
      if (other === 0) throw pythonError('ZeroDivisionError', 'float modulo');
      return floatModulo(one, other);
    case '**': {
      if (one === 0 && other < 0) throw pythonError('ZeroDivisionError', '0.0 cannot be raised to a negative power');
      if (one < 0 && !Number.isInteger(other))
        throw new TemplateFault('unsupported', 'NotImplementedError', 'Complex numbers are not supported here');
      const power = one === 1 ? 1 : one ** other;
      if (!Number.isFinite(power) && Number.isFinite(one) && Number.isFinite(other))
        throw pythonError('OverflowError', "(34, 'Numerical result out of range')");
      return power;
    }
  }
}

function floatModulo(one: number, other: number): number {
  const rest = one % other;
  if (rest === 0) return other < 0 ? -0 : 0;
  return rest < 0 !== other < 0 ? rest + other : rest;
}

export function signed(kind: 'negative' | 'positive', value: Value): Value {
  if (value instanceof Undefined) throw value.fault();
  const number = numberOf(value);
  if (number === null)
    throw typeError(`bad operand type for unary ${kind === 'negative' ? '-' : '+'}: '${typeName(value)}'`);
  return kind === 'negative' ? -number : number;
}

/** `left operator right`, one link of a chain. */
export function compare(operator: CompareOperator, left: Value, right: Value, budget: Budget): boolean {
  switch (operator) {
    case '==':
      return equals(left, right, budget);
    case '!=':
      return !equals(left, right, budget);
    case 'in':
      return contains(right, left, budget);
    case 'not in':
      return !contains(right, left, budget);
    case '<':
      return isLess(left, right, '<', budget);
    case '>':
      return isGreater(left, right, '>', budget);
    case '<=':
      return isLessOrEqual(left, right, '<=', budget);
    case '>=':
      return isLessOrEqualSwapped(left, right, budget);
  }
}

function isGreater(left: Value, right: Value, operator: string, budget: Budget): boolean {
  checkOrder(left, right, operator, budget);
  return isLess(right, left, operator, budget);
}

function isLessOrEqual(left: Value, right: Value, operator: string, budget: Budget): boolean {
  checkOrder(left, right, operator, budget);
  return isLess(left, right, operator, budget) || equals(left, right, budget);
}

function isLessOrEqualSwapped(left: Value, right: Value, budget: Budget): boolean {
  checkOrder(left, right, '>=', budget);
  return isLess(right, left, '>=', budget) || equals(left, right, budget);
}

/** Raises with the values in the order in which they were written. */
function checkOrder(left: Value, right: Value, operator: string, budget: Budget): void {
  isLess(left, right, operator, budget);
}

/** `value in container`. */
export function contains(container: Value, value: Value, budget: Budget): boolean {
  if (isText(container)) {
    if (value instanceof Undefined) throw typeError("'in <string>' requires string as left operand, not Undefined");
    if (!isText(value)) throw typeError(`'in <string>' requires string as left operand, not ${typeName(value)}`);
    budget.spend(1 + (container.length >> 8));
    return container.text.includes(value.text);
  }
  if (container instanceof Dict) return container.get(value, budget) !== undefined;
  if (container instanceof DictView) {
    if (container.type === 'dict_keys') return container.dict.get(value, budget) !== undefined;
    return container.items().some((item) => equals(item, value, budget));
  }
  if (container instanceof List || container instanceof Tuple) {
    return container.items.some((item) => item === value || equals(item, value, budget));
  }
  if (container instanceof Range) {
    const number = numberOf(value);
    if (number === null || (typeof number === 'number' && !Number.isInteger(number)) || container.length === 0)
      return false;
    const distance = BigInt(number) - container.start;
    if (distance % container.step !== 0n) return false;
    const index = distance / container.step;
    return index >= 0n && index < BigInt(container.length);
  }
  if (container instanceof Undefined) return false;
  if (container instanceof Once) {
    for (let item = container.next(); item !== undefined; item = container.next())
      if (equals(item, value, budget)) return true;
    return false;
  }
  throw typeError(
    `argument of type '${container instanceof Thing ? container.type : typeName(container)}' is not iterable`,
  );
}

/** `a ~ b`. */
export function concatenated(parts: readonly Value[], budget: Budget): Text {
  const texts = parts.map((part) => strOf(part, budget));
  for (const { length } of texts) budget.make(length);
  return Text.join(texts);
}
