import type { Host } from '../host.ts';
import { getItem } from '../members.ts';
import { Text } from '../values/text.ts';
import { recased } from '../values/text-parts.ts';
import { isText, Undefined, type Value } from '../values/value.ts';

/** `"address.city"` and `0`: what filters look up in each item. */
export type Getter = (item: Value) => Value;

/** @param fallback instead of what is undefined; undefined (of JavaScript) for nothing */
export function attributeGetter(attribute: Value | undefined, host: Host, fallback?: Value): Getter {
  const parts = partsOf(attribute);
  return (item) => {
    let value = item;
    for (const part of parts) {
      value = getItem(value, part, host);
      if (fallback !== undefined && fallback !== null && value instanceof Undefined) value = fallback;
    }
    return value;
  };
}

/** `"age,name"`: several attributes at once. */
export function attributesGetter(attribute: Value | undefined, host: Host): (item: Value) => readonly Value[] {
  const getters = isText(attribute)
    ? attribute.text.split(',').map((part) => attributeGetter(Text.computed(part), host))
    : [attributeGetter(attribute, host)];
  return (item) => getters.map((getter) => getter(item));
}

function partsOf(attribute: Value | undefined): readonly Value[] {
  if (attribute === undefined || attribute === null) return [];
  if (!isText(attribute)) return [attribute];
  return attribute.text.split('.').map((part) => (/^\d+$/.test(part) ? BigInt(part) : Text.computed(part)));
}

/** Texts in lower case, other values as they are. */
export function withoutCase(value: Value): Value {
  return isText(value) ? recased(value, (text) => text.toLowerCase()) : value;
}
