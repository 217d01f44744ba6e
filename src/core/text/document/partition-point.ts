/** How many of the items come first, found by halving: those for which `isFirst` holds must come before all others. */
export function partitionPoint<Item>(items: readonly Item[], isFirst: (item: Item) => boolean): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isFirst(items[middle] as Item)) low = middle + 1;
    else high = middle;
  }
  return low;
}
