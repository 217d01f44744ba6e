import type { Span } from '../../document/span.ts';
import type { PythonNode } from '../../languages/python/value.ts';

/** Brackets, commas and white space of a list: what of it lies outside of its items. */
export function listMarkup({ from, to, items = [] }: PythonNode): Span[] {
  const markup: Span[] = [];
  let at = from;
  for (const item of items) {
    if (item.from > at) markup.push({ from: at, to: item.from });
    at = item.to;
  }
  if (at < to) markup.push({ from: at, to });
  return markup;
}
