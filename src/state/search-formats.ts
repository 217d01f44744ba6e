import type { FormatPage } from '../core/index.ts';

/** The pages that hold every word of `wanted` in their id, lineage, models or the names that engines have for them. */
export function searchFormats(pages: readonly FormatPage[], wanted: string): readonly FormatPage[] {
  const words = wanted.toLowerCase().split(/\s+/);
  return pages.filter((page) => {
    const names = Object.values<readonly string[]>({ ...page.readers }).flat();
    const text = [page.id, page.lineage, page.models, ...names].join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
