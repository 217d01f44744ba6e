import { pythonError } from '../faults.ts';
import type { Filter, Host } from '../host.ts';
import { iterate } from '../values/iterate.ts';
import { isText, truthy, typeName, type CallArguments, type Value } from '../values/value.ts';
import { attributeGetter, type Getter } from './attribute.ts';
import { generator } from './sequence-filters.ts';

/** Filters that take a filter or a test for each item. They are generators: nothing happens before somebody goes through them. */

function argumentError(message: string): Error {
  return pythonError('FilterArgumentError', message);
}

function nameOf(value: Value | undefined, kind: 'filter' | 'test'): string {
  if (isText(value)) return value.text;
  throw pythonError('TemplateRuntimeError', `No ${kind} named ${value === undefined ? 'None' : typeName(value)}.`);
}

function mapper({ positional, keywords }: CallArguments, host: Host): Getter {
  const attribute = keywords.get('attribute');
  if (positional.length === 0 && attribute !== undefined) {
    for (const key of keywords.keys())
      if (key !== 'attribute' && key !== 'default') throw argumentError(`Unexpected keyword argument '${key}'`);
    return attributeGetter(attribute, host, keywords.get('default'));
  }
  if (positional.length === 0) throw argumentError('map requires a filter argument');
  const name = nameOf(positional[0], 'filter');
  const args = { positional: positional.slice(1), keywords };
  return (item) => host.filter(name, item, args);
}

function* mapped(value: Value, args: CallArguments, host: Host): Generator<Value> {
  if (!truthy(value)) return;
  const get = mapper(args, host);
  for (const item of iterate(value, host.budget)) yield get(item);
}

function* picked(
  value: Value,
  args: CallArguments,
  host: Host,
  wanted: boolean,
  byAttribute: boolean,
): Generator<Value> {
  if (!truthy(value)) return;
  const { positional, keywords } = args;
  let get: Getter = (item) => item;
  if (byAttribute) {
    if (positional.length === 0) throw argumentError('Missing parameter for attribute name');
    get = attributeGetter(positional[0], host);
  }
  const [test, ...rest] = byAttribute ? positional.slice(1) : positional;
  const name = test === undefined ? null : nameOf(test, 'test');
  for (const item of iterate(value, host.budget)) {
    const one = get(item);
    const holds = name === null ? truthy(one) : host.test(name, one, { positional: rest, keywords });
    if (holds === wanted) yield item;
  }
}

function pick(name: string, wanted: boolean, byAttribute: boolean): Filter {
  return (value, args, host) => generator(name, picked(value, args, host, wanted, byAttribute));
}

export const pickFilters: Readonly<Record<string, Filter>> = {
  map: (value, args, host) => generator('sync_do_map', mapped(value, args, host)),
  select: pick('select_or_reject', true, false),
  reject: pick('select_or_reject', false, false),
  selectattr: pick('select_or_reject', true, true),
  rejectattr: pick('select_or_reject', false, true),
};
