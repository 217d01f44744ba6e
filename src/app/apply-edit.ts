import type { Edit } from '../core/index.ts';
import type { Page } from './context.ts';

/** Applies an edit to the reply that was read last. While a newer text is being read its places are those of the old one. */
export function applyEdit({ session, results }: Pick<Page, 'session' | 'results'>, edit: Edit): void {
  if (results.extraction !== null && !results.stale) session.applyEdit(edit, results.extraction.parts);
}
