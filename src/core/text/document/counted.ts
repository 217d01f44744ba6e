/** A count as readers see it, with separators: "33,120". Lines and columns are places, and have none. */
export function numberText(count: number | bigint): string {
  return count.toLocaleString('en');
}

/** So many of a thing: "1 reply", "33,120 replies". `many` where English needs another word. */
export function counted(
  count: number,
  one: string,
  many = one.endsWith('y') ? `${one.slice(0, -1)}ies` : `${one}s`,
): string {
  return `${numberText(count)} ${count === 1 ? one : many}`;
}
