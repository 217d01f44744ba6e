import type { FormatPage } from '../../../core/index.ts';
import { folded, holdsAll, searchWords } from '../../page/search.ts';

/**
 * The pages that hold every word of `wanted` in their id, lineage, models, markers or the names that engines have for
 * them. Those whose id begins with it, or whose own opener it is, come first: engines call parsers by the names of other formats.
 */
export function searchFormats(pages: readonly FormatPage[], wanted: string): readonly FormatPage[] {
  const query = folded(wanted.trim());
  const words = searchWords(wanted);
  const found = pages.filter((page) => holdsAll(folded(formatText(page)), words));
  const isMeant = ({ id, openers: [opener = ''] }: FormatPage): number =>
    Number(id.startsWith(query) || folded(opener) === query);
  return found.toSorted((a, b) => isMeant(b) - isMeant(a));
}

/** All that a format is found by. */
export function formatText({ id, lineage, models, readers, example, pieces, openers, closers }: FormatPage): string {
  const names = Object.values<readonly string[]>({ ...readers }).flat();
  const markup = pieces.flatMap(({ from, to, role }) => (role === 'markup' ? [example.slice(from, to)] : []));
  return [id, lineage, models, ...openers, ...closers, ...markup, ...names].join(' ');
}
