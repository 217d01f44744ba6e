import type { Budget } from '../budget.ts';
import { typeError } from '../faults.ts';
import { charactersOf } from './text-parts.ts';
import { Dict, DictView, isText, List, Once, Range, Tuple, typeName, Undefined, type Value } from './value.ts';

/** `iter(value)`: each part costs a step. @throws TemplateFault for what cannot be gone through */
export function iterate(value: Value, budget: Budget): Iterable<Value> {
  if (value instanceof List || value instanceof Tuple) {
    budget.spend(value.items.length);
    return value.items;
  }
  if (isText(value)) {
    budget.spend(value.length);
    return charactersOf(value);
  }
  if (value instanceof Dict) {
    budget.spend(value.size);
    return value.keys();
  }
  if (value instanceof DictView) {
    budget.spend(value.dict.size);
    return value.items();
  }
  if (value instanceof Range) {
    budget.spend(value.length);
    return numbersOf(value);
  }
  if (value instanceof Once) return restOf(value, budget);
  if (value instanceof Undefined) return [];
  throw typeError(`'${typeName(value)}' object is not iterable`);
}

export function listOf(value: Value, budget: Budget): readonly Value[] {
  const parts = iterate(value, budget);
  return Array.isArray(parts) ? (parts as readonly Value[]) : [...parts];
}

export function isIterable(value: Value): boolean {
  return (
    isText(value) ||
    value instanceof List ||
    value instanceof Tuple ||
    value instanceof Dict ||
    value instanceof DictView ||
    value instanceof Range ||
    value instanceof Once ||
    value instanceof Undefined
  );
}

function* numbersOf(range: Range): Generator<Value> {
  for (let index = 0; index < range.length; index += 1) yield range.at(index);
}

function* restOf(once: Once, budget: Budget): Generator<Value> {
  for (let item = once.next(); item !== undefined; item = once.next()) {
    budget.spend(1);
    yield item;
  }
}
