import type { FormatPage } from '../../core/index.ts';

/**
 * The pages that hold every word of `wanted` in their id, lineage, models, markers or the names that engines have for
 * them. Those whose id begins with it, or whose own opener it is, come first: engines call parsers by the names of other formats.
 */
export function searchFormats(pages: readonly FormatPage[], wanted: string): readonly FormatPage[] {
  const query = wanted.trim().toLowerCase();
  const words = query.split(/\s+/);
  const found = pages.filter((page) => {
    const names = Object.values<readonly string[]>({ ...page.readers }).flat();
    const { example, pieces, openers, closers } = page;
    const markup = pieces.flatMap(({ from, to, role }) => (role === 'markup' ? [example.slice(from, to)] : []));
    const text = [page.id, page.lineage, page.models, ...openers, ...closers, ...markup, ...names]
      .join(' ')
      .toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const isMeant = ({ id, openers }: FormatPage): number =>
    Number(id.startsWith(query) || openers[0]?.toLowerCase() === query);
  return found.toSorted((a, b) => isMeant(b) - isMeant(a));
}
