import { bind } from '../arguments.ts';
import { isAllowance, pythonError, typeError, unsupported } from '../faults.ts';
import type { Filter, Host } from '../host.ts';
import { iterate, listOf } from '../values/iterate.ts';
import { emptyText, type Text } from '../values/text.ts';
import { joined, sliceByIndices, lengthOf } from '../values/text-parts.ts';
import {
  Dict,
  DictView,
  isText,
  List,
  Once,
  orElse,
  Range,
  Tuple,
  typeName,
  Undefined,
  type Value,
} from '../values/value.ts';
import { strOf } from '../values/write.ts';
import { attributeGetter } from './attribute.ts';

/** Filters that go through a sequence or cut it. */

/** A generator of Python: made of a function whose name its `repr` shows. */
export function generator(name: string, items: Iterable<Value>): Once {
  return new Once('generator', `<generator object ${name}`, items);
}

function textOf(value: Value, host: Host): Text {
  if (value instanceof Undefined) host.warn('undefined-in-text', value.message);
  return strOf(value, host.budget);
}

/** From the end on. @throws TemplateFault for what has no end */
function* backwards(value: Value): Generator<Value> {
  const items =
    value instanceof DictView || value instanceof Dict
      ? value instanceof Dict
        ? value.keys()
        : value.items()
      : (value as List | Tuple).items;
  for (let index = items.length - 1; index >= 0; index -= 1) yield items[index] as Value;
}

function reversed(value: Value, host: Host): Value {
  if (isText(value)) {
    const length = lengthOf(value);
    host.budget.make(length);
    host.budget.spend(length);
    return sliceByIndices(value, length - 1, length, -1);
  }
  if (value instanceof Undefined) return new Once('reversed', '<reversed object', []);
  if (value instanceof List) return new Once('list_reverseiterator', '<list_reverseiterator object', backwards(value));
  if (value instanceof Tuple) return new Once('reversed', '<reversed object', backwards(value));
  if (value instanceof Dict)
    return new Once('dict_reversekeyiterator', '<dict_reversekeyiterator object', backwards(value));
  if (value instanceof DictView)
    return new Once('dict_reverseitemiterator', '<dict_reverseitemiterator object', backwards(value));
  if (value instanceof Range) {
    const items = listOf(value, host.budget).toReversed();
    return new Once('range_iterator', '<range_iterator object', items);
  }
  try {
    return new List(listOf(value, host.budget).toReversed());
  } catch (error) {
    if (isAllowance(error)) throw error;
    throw pythonError('FilterArgumentError', 'argument must be iterable');
  }
}

function* batches(value: Value, size: number, fill: Value, host: Host): Generator<Value> {
  let batch: Value[] = [];
  for (const item of iterate(value, host.budget)) {
    if (batch.length === size) {
      yield new List(batch);
      batch = [];
    }
    batch.push(item);
  }
  if (batch.length === 0) return;
  const missing = fill === null ? 0 : Math.max(size - batch.length, 0);
  host.budget.spend(missing);
  yield new List([...batch, ...Array<Value>(missing).fill(fill)]);
}

function* slices(value: Value, count: number, fill: Value, host: Host): Generator<Value> {
  const items = listOf(value, host.budget);
  if (count === 0) throw pythonError('ZeroDivisionError', 'integer division or modulo by zero');
  const size = Math.floor(items.length / count);
  const longer = items.length % count;
  let offset = 0;
  for (let index = 0; index < count; index += 1) {
    host.budget.spend(1);
    const from = offset + index * size;
    if (index < longer) offset += 1;
    const part = items.slice(from, offset + (index + 1) * size);
    yield new List(fill !== null && index >= longer ? [...part, fill] : part);
  }
}

export const sequenceFilters: Readonly<Record<string, Filter>> = {
  list: (value, args, host) => {
    bind('do_list', args, []);
    return new List([...iterate(value, host.budget)]);
  },
  items: (value, args) => {
    bind('do_items', args, []);
    // It is a generator, so it raises when somebody goes through it.
    function* items(): Generator<Value> {
      if (value instanceof Undefined) return;
      if (!(value instanceof Dict)) throw typeError('Can only get item pairs from a mapping.');
      yield* value.pairs();
    }
    return generator('do_items', items());
  },
  first: (value, args, host) => {
    bind('do_first', args, []);
    if (value instanceof Once) return orElse(value.next(), new Undefined('No first item, sequence was empty.'));
    for (const item of iterate(value, host.budget)) return item;
    return new Undefined('No first item, sequence was empty.');
  },
  last: (value, args, host) => {
    bind('do_last', args, []);
    if (value instanceof Once) throw typeError(`'${value.type}' object is not reversible`);
    const items = listOf(value, host.budget);
    return orElse(items.at(-1), new Undefined('No last item, sequence was empty.'));
  },
  random: () => {
    throw unsupported('`random`');
  },
  join: (value, args, host) => {
    const bound = bind('do_join', args, ['d', 'attribute']);
    const separator = bound.asText('d', host.budget) ?? emptyText;
    const attribute = bound.value('attribute', null);
    const get = attribute === null ? null : attributeGetter(attribute, host);
    const parts: Text[] = [];
    if (value instanceof Undefined) host.warn('undefined-in-text', value.message);
    for (const item of iterate(value, host.budget)) parts.push(textOf(get === null ? item : get(item), host));
    return joined(separator, parts, host.budget);
  },
  reverse: (value, args, host) => {
    bind('do_reverse', args, []);
    return reversed(value, host);
  },
  batch: (value, args, host) => {
    const bound = bind('do_batch', args, ['linecount!', 'fill_with']);
    return generator('do_batch', batches(value, bound.count('linecount') ?? 0, bound.value('fill_with', null), host));
  },
  slice: (value, args, host) => {
    const bound = bind('do_slice', args, ['slices!', 'fill_with']);
    return generator('sync_do_slice', slices(value, bound.count('slices') ?? 0, bound.value('fill_with', null), host));
  },
};

/** @throws TemplateFault for a value that has no items */
export function pairsOf(value: Value): readonly (readonly [Value, Value])[] {
  if (value instanceof Undefined) throw value.fault();
  if (value instanceof Dict) return value.entries();
  throw pythonError('AttributeError', `'${typeName(value)}' object has no attribute 'items'`);
}
