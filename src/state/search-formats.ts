import type { FormatPage } from '../core/index.ts';

/**
 * The pages that hold every word of `wanted` in their id, lineage, models or the names that engines have for them. Those
 * whose id begins with it come first: engines call parsers by the names of other formats.
 */
export function searchFormats(pages: readonly FormatPage[], wanted: string): readonly FormatPage[] {
  const query = wanted.trim().toLowerCase();
  const words = query.split(/\s+/);
  const found = pages.filter((page) => {
    const names = Object.values<readonly string[]>({ ...page.readers }).flat();
    const text = [page.id, page.lineage, page.models, ...names].join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const begins = ({ id }: FormatPage): number => Number(id.startsWith(query));
  return found.toSorted((a, b) => begins(b) - begins(a));
}
