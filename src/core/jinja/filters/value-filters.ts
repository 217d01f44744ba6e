import { bind } from '../arguments.ts';
import type { Budget } from '../budget.ts';
import { typeError, unsupported } from '../faults.ts';
import type { Filter } from '../host.ts';
import { getAttribute, hasAttribute } from '../members.ts';
import { compareValues } from '../values/order.ts';
import { toJson } from '../values/to-json.ts';
import { Text } from '../values/text.ts';
import { lengthOf } from '../values/text-parts.ts';
import { Dict, isText, List, Thing, truthy, Tuple, typeName, Undefined, type Value } from '../values/value.ts';
import { reprOf, strOf } from '../values/write.ts';

/** Filters for values of any kind. */

const defaultTo: Filter = (value, args) => {
  const bound = bind('do_default', args, ['default_value', 'boolean']);
  const isMissing = value instanceof Undefined || (bound.isTrue('boolean') && !truthy(value));
  return isMissing ? bound.value('default_value', Text.computed('')) : value;
};

const length: Filter = (value, args) => {
  bind('len', args, []);
  const size = isText(value) ? lengthOf(value) : value instanceof Thing ? value.len() : null;
  if (size === null) throw typeError(`object of type '${typeName(value)}' has no len()`);
  return BigInt(size);
};

/** Python's `json.dumps` as transformers calls it: nothing is sorted, and characters stay as they are. */
const tojson: Filter = (value, args, host) => {
  const bound = bind('tojson', args, ['ensure_ascii', 'indent', 'separators', 'sort_keys']);
  const indent = indentOf(bound.value('indent', null));
  host.budget.make(indent?.length ?? 0);
  const [comma, colon] = separatorsOf(bound.value('separators', null), indent !== null);
  const style = { isAscii: bound.isTrue('ensure_ascii'), indent, comma, colon, isSorted: bound.isTrue('sort_keys') };
  return toJson(value, style, host.budget);
};

function indentOf(value: Value): string | null {
  if (value === null) return null;
  if (isText(value)) return value.text;
  if (typeof value === 'boolean') return value ? ' ' : '';
  if (typeof value === 'bigint') return ' '.repeat(value < 0n ? 0 : Number(value > 10_000n ? 10_000n : value));
  throw typeError(`can't multiply sequence by non-int of type '${typeName(value)}'`);
}

function separatorsOf(value: Value, isIndented: boolean): readonly [string, string] {
  if (value === null) return [isIndented ? ',' : ', ', ': '];
  const items = value instanceof Tuple || value instanceof List ? value.items : [];
  const [comma, colon] = items;
  if (!isText(comma) || !isText(colon) || items.length !== 2) throw typeError('separators must be two strings');
  return [comma.text, colon.text];
}

/** A value whose dicts are in the order of their keys, as `pprint` writes them. */
function sorted(value: Value, budget: Budget): Value {
  budget.spend(1);
  const ordered = (item: Value): Value => sorted(item, budget);
  if (value instanceof List) return new List(value.items.map(ordered), value.place);
  if (value instanceof Tuple) return new Tuple(value.items.map(ordered));
  if (!(value instanceof Dict)) return value;
  const made = new Dict(value.place);
  const keys = value.keys();
  const order = keys.every(isText) ? keys.toSorted((one, other) => compareValues(one, other, budget)) : keys;
  for (const key of order) made.set(key, ordered(value.get(key, budget) as Value), budget);
  return made;
}

export const valueFilters: Readonly<Record<string, Filter>> = {
  default: defaultTo,
  d: defaultTo,
  length,
  count: length,
  tojson,
  string: (value, args, host) => {
    bind('soft_str', args, []);
    return isText(value) ? value : strOf(value, host.budget);
  },
  pprint: (value, args, host) => {
    bind('do_pprint', args, []);
    const text = reprOf(sorted(value, host.budget), host.budget);
    host.budget.make(text.length);
    if (text.length > 80) throw unsupported('`pprint` of more than one line');
    return text;
  },
  attr: (value, args, host) => {
    const name = bind('do_attr', args, ['name!']).text('name')?.text ?? '';
    if (!hasAttribute(value, name, host)) {
      return new Undefined(`'${typeName(value)} object' has no attribute '${name}'`);
    }
    return getAttribute(value, name, host);
  },
};
