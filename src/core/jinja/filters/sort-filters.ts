import { bind } from '../arguments.ts';
import { pythonError, typeError } from '../faults.ts';
import type { Filter, Host } from '../host.ts';
import { binary } from '../operators.ts';
import { iterate, listOf } from '../values/iterate.ts';
import { compareValues } from '../values/order.ts';
import { equals, hashOf, isText, List, orElse, Tuple, Undefined, type Value } from '../values/value.ts';
import { attributeGetter, attributesGetter, withoutCase, type Getter } from './attribute.ts';
import { generator, pairsOf } from './sequence-filters.ts';

/** Filters that order, group and add up. */

/** `sorted(items, key=…, reverse=…)`: equal items stay in their order. */
function sortedBy<Item>(items: readonly Item[], key: (item: Item) => Value, isReversed: boolean, host: Host): Item[] {
  host.budget.spend(items.length * Math.ceil(Math.log2(items.length + 2)));
  const keyed = items.map((item) => ({ item, key: key(item) }));
  const sorted = isReversed
    ? keyed
        .toReversed()
        .toSorted((one, other) => compareValues(one.key, other.key, host.budget))
        .toReversed()
    : keyed.toSorted((one, other) => compareValues(one.key, other.key, host.budget));
  return sorted.map(({ item }) => item);
}

function cased(getter: Getter, isSensitive: boolean): Getter {
  return isSensitive ? getter : (item) => withoutCase(getter(item));
}

function extreme(name: string, sign: 1 | -1): Filter {
  return (value, args, host) => {
    const bound = bind(name, args, ['case_sensitive', 'attribute']);
    const get = cased(attributeGetter(bound.value('attribute', null), host), bound.isTrue('case_sensitive'));
    let best: { readonly item: Value; readonly key: Value } | null = null;
    for (const item of iterate(value, host.budget)) {
      const key = get(item);
      if (best === null || compareValues(key, best.key, host.budget) * sign < 0) best = { item, key };
    }
    return orElse(best?.item, new Undefined('No aggregated item, sequence was empty.'));
  };
}

function* uniques(value: Value, get: Getter, host: Host): Generator<Value> {
  const seen = new Set<unknown>();
  for (const item of iterate(value, host.budget)) {
    const hash = hashOf(get(item), host.budget);
    if (seen.has(hash)) continue;
    seen.add(hash);
    yield item;
  }
}

function grouped(items: readonly Value[], get: Getter, real: Getter, host: Host): Value[] {
  const groups: { readonly key: Value; readonly items: Value[] }[] = [];
  for (const item of items) {
    const key = get(item);
    const last = groups.at(-1);
    if (last !== undefined && equals(last.key, key, host.budget)) last.items.push(item);
    else groups.push({ key, items: [item] });
  }
  return groups.map(({ items: members }) => {
    const list = new List(members);
    return new Tuple([real(members[0] as Value), list], ['grouper', 'list'], '_GroupTuple');
  });
}

export const sortFilters: Readonly<Record<string, Filter>> = {
  sort: (value, args, host) => {
    const bound = bind('do_sort', args, ['reverse', 'case_sensitive', 'attribute']);
    const get = attributesGetter(bound.value('attribute', null), host);
    const isSensitive = bound.isTrue('case_sensitive');
    const key = (item: Value): Value => new List(get(item).map((one) => (isSensitive ? one : withoutCase(one))));
    return new List(sortedBy(listOf(value, host.budget), key, bound.isTrue('reverse'), host));
  },
  dictsort: (value, args, host) => {
    const bound = bind('do_dictsort', args, ['case_sensitive', 'by', 'reverse']);
    const by = bound.get('by');
    const which = by === undefined ? 'key' : isText(by) ? by.text : '';
    if (which !== 'key' && which !== 'value')
      throw pythonError('FilterArgumentError', 'You can only sort by either "key" or "value"');
    const place = which === 'key' ? 0 : 1;
    const isSensitive = bound.isTrue('case_sensitive');
    const key = (pair: readonly [Value, Value]): Value => (isSensitive ? pair[place] : withoutCase(pair[place]));
    const pairs = sortedBy(pairsOf(value), key, bound.isTrue('reverse'), host);
    return new List(pairs.map((pair) => new Tuple(pair)));
  },
  unique: (value, args, host) => {
    const bound = bind('do_unique', args, ['case_sensitive', 'attribute']);
    const get = cased(attributeGetter(bound.value('attribute', null), host), bound.isTrue('case_sensitive'));
    return generator('sync_do_unique', uniques(value, get, host));
  },
  min: extreme('do_min', 1),
  max: extreme('do_max', -1),
  groupby: (value, args, host) => {
    const bound = bind('do_groupby', args, ['attribute!', 'default', 'case_sensitive']);
    const real = attributeGetter(bound.value('attribute', null), host, bound.value('default', null));
    const get = cased(real, bound.isTrue('case_sensitive'));
    return new List(grouped(sortedBy(listOf(value, host.budget), get, false, host), get, real, host));
  },
  sum: (value, args, host) => {
    const bound = bind('do_sum', args, ['attribute', 'start']);
    const attribute = bound.value('attribute', null);
    const get = attributeGetter(attribute, host);
    let sum = bound.value('start', 0n);
    if (isText(sum)) throw typeError("sum() can't sum strings [use ''.join(seq) instead]");
    for (const item of iterate(value, host.budget)) sum = binary('+', sum, get(item), host.budget);
    return sum;
  },
};
