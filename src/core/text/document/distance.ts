/** The number of characters to insert, remove or replace between two short texts; `limit + 1` when there are more. */
export function editDistance(one: string, other: string, limit: number): number {
  if (Math.abs(one.length - other.length) > limit) return limit + 1;
  let before = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    let least = row;
    for (let column = 1; column <= other.length; column += 1) {
      const same = one[row - 1] === other[column - 1] ? 0 : 1;
      const cost = Math.min(
        (before[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (before[column - 1] ?? 0) + same,
      );
      current.push(cost);
      least = Math.min(least, cost);
    }
    if (least > limit) return limit + 1;
    before = current;
  }
  return before[other.length] ?? limit + 1;
}

/** How many letters may be wrong in a marker of so many: a short one is soon another. */
export function slipsAllowed(letters: number): number {
  return letters >= 8 ? 2 : letters >= 6 ? 1 : 0;
}
