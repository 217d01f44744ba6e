/** What a list has more than once: a failing test then names it, and not how many there are. */
export function twice<Item>(list: readonly Item[]): Item[] {
  return list.filter((one, index) => list.indexOf(one) !== index);
}
