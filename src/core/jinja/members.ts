import type { Budget } from './budget.ts';
import { bind } from './arguments.ts';
import { isAllowance, pythonError, typeError } from './faults.ts';
import type { Host } from './host.ts';
import { stringMethods } from './methods/string-methods.ts';
import { iterate } from './values/iterate.ts';
import { Loop } from './values/loop.ts';
import { numberOf } from './values/order.ts';
import { lengthOf, sliceByIndices } from './values/text-parts.ts';
import {
  Callable,
  Dict,
  DictView,
  equals,
  Helper,
  isText,
  List,
  Namespace,
  orElse,
  Range,
  Tuple,
  typeName,
  Undefined,
  type CallArguments,
  type Value,
} from './values/value.ts';
import { reprOf } from './values/write.ts';

/** `value.name` and `value[index]`, as the sandbox of Jinja2 allows them. */

/** What a template may not call, since it would change the value. */
const changing: Readonly<Record<'list' | 'dict', ReadonlySet<string>>> = {
  list: new Set(['append', 'clear', 'pop', 'reverse', 'insert', 'sort', 'extend', 'remove']),
  dict: new Set(['clear', 'pop', 'popitem', 'setdefault', 'update']),
};

/** `environment.getattr(value, name)`: an attribute, and else an item. @throws TemplateFault */
export function getAttribute(value: Value, name: string, host: Host): Value {
  if (value instanceof Undefined && !isInternal(name)) throw value.fault();
  const found = attributeOf(value, name, host);
  if (found !== undefined) return found;
  if (value instanceof Undefined) throw value.fault();
  if (value instanceof Dict) {
    const item = value.named(name);
    if (item !== undefined) return item;
  }
  return noAttribute(value, name);
}

/** `environment.getitem(value, index)`: an item, and else an attribute. @throws TemplateFault */
export function getItem(value: Value, index: Value, host: Host): Value {
  if (value instanceof Undefined) throw value.fault();
  const item = itemOf(value, index, host.budget);
  if (item !== undefined) return item;
  if (isText(index)) return orElse(attributeOf(value, index.text, host), noAttribute(value, index.text));
  return new Undefined(`${describe(value)} has no element ${reprOf(index, host.budget).text}`);
}

function noAttribute(value: Value, name: string): Undefined {
  return new Undefined(`'${describe(value)}' has no attribute '${name}'`);
}

/** What Jinja2 calls a value in its messages. */
function describe(value: Value): string {
  if (value === null) return 'None';
  const name = typeName(value);
  const module =
    value instanceof Namespace || value instanceof Helper
      ? 'jinja2.utils.'
      : value instanceof Loop || name === 'Macro'
        ? 'jinja2.runtime.'
        : '';
  return `${module}${name} object`;
}

/** Undefined (of JavaScript) where there is no such item. */
function itemOf(value: Value, index: Value, budget: Budget): Value | undefined {
  if (value instanceof Dict) {
    try {
      return value.get(index, budget);
    } catch (error) {
      if (isAllowance(error)) throw error;
      // A key that cannot be hashed is not there.
      return undefined;
    }
  }
  if (value instanceof Loop || value instanceof Namespace) return undefined;
  const number = numberOf(index);
  if (typeof number !== 'bigint') return undefined;
  if (isText(value)) {
    const length = lengthOf(value);
    const at = placeOf(number, length);
    return at === null ? undefined : sliceByIndices(value, at, 1, 1);
  }
  if (value instanceof List || value instanceof Tuple) {
    const at = placeOf(number, value.items.length);
    return at === null ? undefined : value.items[at];
  }
  if (value instanceof Range) {
    const at = placeOf(number, value.length);
    return at === null ? undefined : value.at(at);
  }
  return undefined;
}

function placeOf(index: bigint, length: number): number | null {
  const at = index < 0n ? index + BigInt(length) : index;
  return at >= 0n && at < BigInt(length) ? Number(at) : null;
}

/** `value[start:stop:step]`. @throws TemplateFault */
export function sliced(value: Value, start: Value, stop: Value, step: Value, budget: Budget): Value {
  if (value instanceof Undefined) throw value.fault();
  const isSequence = isText(value) || value instanceof List || value instanceof Tuple || value instanceof Range;
  if (!isSequence) {
    if (value instanceof Dict) throw typeError("unhashable type: 'slice'");
    throw typeError(`'${typeName(value)}' object is not subscriptable`);
  }
  const length = isText(value) ? lengthOf(value) : value.len();
  const stride = bound(step) ?? 1n;
  if (stride === 0n) throw pythonError('ValueError', 'slice step cannot be zero');
  const isForward = stride > 0n;
  const first = clamped(bound(start), length, isForward ? 0 : length - 1, isForward);
  const end = clamped(bound(stop), length, isForward ? length : -1, isForward);
  const distance = isForward ? end - first : first - end;
  const size = stride > BigInt(length) || stride < -BigInt(length) ? length + 1 : Math.abs(Number(stride));
  const count = distance <= 0 ? 0 : Math.ceil(distance / size);
  const by = isForward ? size : -size;
  budget.spend(1 + (isText(value) ? count >> 6 : count));
  if (isText(value)) return sliceByIndices(value, first, count, by);
  if (value instanceof Range) {
    const stopAt = value.start + BigInt(end) * value.step;
    return new Range(value.at(first), stopAt, value.step * BigInt(by));
  }
  const items = Array.from({ length: count }, (_, index) => value.items[first + index * by] as Value);
  return value instanceof Tuple ? new Tuple(items) : new List(items);
}

function bound(value: Value): bigint | null {
  if (value === null) return null;
  const number = numberOf(value);
  if (typeof number === 'bigint') return number;
  throw typeError('slice indices must be integers or None or have an __index__ method');
}

function clamped(index: bigint | null, length: number, missing: number, isForward: boolean): number {
  if (index === null) return missing;
  const at = index < 0n ? index + BigInt(length) : index;
  if (at < 0n) return isForward ? 0 : -1;
  return at >= BigInt(length) ? (isForward ? length : length - 1) : Number(at);
}

function isInternal(name: string): boolean {
  return name.startsWith('__') && name.endsWith('__');
}

/** What every object of Python has. */
const everyObject = new Set(
  'class delattr dir doc eq format ge getattribute gt hash init init_subclass le lt ne new reduce reduce_ex repr setattr sizeof str subclasshook'
    .split(' ')
    .map((name) => `__${name}__`),
);

/** `getattr(value, name)` in the sandbox; undefined (of JavaScript) where there is none. */
function attributeOf(value: Value, name: string, host: Host): Value | undefined {
  if (value instanceof Namespace) return value.attributes.get(name);
  const found = ownAttribute(value, name, host);
  const isUnsafe = found === undefined ? everyObject.has(name) : isForbidden(value, name);
  if (!isUnsafe) return found;
  return new Undefined(`access to attribute '${name}' of '${typeName(value)}' object is unsafe.`, true);
}

function isForbidden(value: Value, name: string): boolean {
  if (value instanceof List) return changing.list.has(name);
  return value instanceof Dict && changing.dict.has(name);
}

function ownAttribute(value: Value, name: string, host: Host): Value | undefined {
  if (isText(value)) {
    const method = stringMethods.get(name);
    return method === undefined ? undefined : boundMethod(value, name, (args) => method(value, args, host));
  }
  if (value instanceof Dict) return dictMethod(value, name, host.budget);
  if (value instanceof List || value instanceof Tuple) {
    const index = value instanceof Tuple ? value.names.indexOf(name) : -1;
    return index >= 0 ? (value as Tuple).items[index] : sequenceMethod(value, name, host.budget);
  }
  if (value instanceof Loop) return value.attribute(name);
  if (value instanceof Callable) return value.attributes.get(name);
  if (value instanceof Helper) return value.attribute(name);
  if (value instanceof Range && ['start', 'stop', 'step'].includes(name))
    return value[name as 'start' | 'stop' | 'step'];
  if (typeof value === 'number' && name === 'is_integer')
    return boundMethod(value, name, () => Number.isInteger(value));
  if (numberOf(value) !== null && name === 'real') return typeof value === 'boolean' ? numberOf(value) : value;
  if (numberOf(value) !== null && name === 'imag') return typeof value === 'number' ? 0 : 0n;
  return undefined;
}

function boundMethod(value: Value, name: string, call: (args: CallArguments) => Value): Callable {
  return new Callable(
    'builtin_function_or_method',
    name,
    call,
    `<built-in method ${name} of ${typeName(value)} object`,
  );
}

/** `dict.fromkeys`, which each dict has too. */
export function fromKeys(budget: Budget): Callable {
  const call = (args: CallArguments): Dict => {
    const bound = bind('fromkeys', args, ['iterable!', 'value']);
    const made = new Dict();
    for (const key of iterate(bound.value('iterable', null), budget)) made.set(key, bound.value('value', null), budget);
    return made;
  };
  return new Callable('builtin_function_or_method', 'fromkeys', call, '<built-in method fromkeys of type object');
}

function dictMethod(dict: Dict, name: string, budget: Budget): Value | undefined {
  if (changing.dict.has(name)) return boundMethod(dict, name, () => null);
  switch (name) {
    case 'get':
      return boundMethod(dict, name, (args) => {
        const bound = bind('get', noKeywords(args, 'dict.get'), ['key!', 'default']);
        return orElse(dict.get(bound.value('key', null), budget), bound.value('default', null));
      });
    case 'keys':
    case 'values':
    case 'items':
      return boundMethod(dict, name, (args) => {
        bind(name, args, []);
        return new DictView(`dict_${name}`, dict);
      });
    case 'copy':
      return boundMethod(dict, name, () => {
        budget.spend(dict.size);
        return dict.copy();
      });
    case 'fromkeys':
      return fromKeys(budget);
    default:
      return undefined;
  }
}

function sequenceMethod(sequence: List | Tuple, name: string, budget: Budget): Value | undefined {
  if (sequence instanceof List && changing.list.has(name)) return boundMethod(sequence, name, () => null);
  switch (name) {
    case 'index':
      return boundMethod(sequence, name, (args) => {
        const bound = bind(name, args, ['value!', 'start', 'stop']);
        const wanted = bound.value('value', null);
        const length = sequence.items.length;
        const from = clamped(bound.int('start') ?? null, length, 0, true);
        const to = clamped(bound.int('stop') ?? null, length, length, true);
        const at = sequence.items.findIndex(
          (item, index) => index >= from && index < to && equals(item, wanted, budget),
        );
        if (at >= 0) return BigInt(at);
        throw pythonError('ValueError', `${reprOf(wanted, budget).text} is not in ${sequence.type}`);
      });
    case 'count':
      return boundMethod(sequence, name, (args) => {
        const wanted = bind(name, args, ['value!']).value('value', null);
        return BigInt(sequence.items.filter((item) => equals(item, wanted, budget)).length);
      });
    case 'copy':
      return sequence instanceof List ? boundMethod(sequence, name, () => new List(sequence.items)) : undefined;
    default:
      return undefined;
  }
}

function noKeywords(args: CallArguments, name: string): CallArguments {
  if (args.keywords.size > 0) throw typeError(`${name}() takes no keyword arguments`);
  return args;
}

/** Whether `getattr(value, name)` finds something, for the filter `attr`. */
export function hasAttribute(value: Value, name: string, host: Host): boolean {
  return attributeOf(value, name, host) !== undefined;
}
