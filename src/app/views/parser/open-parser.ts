import type { Page } from '../../page/page.svelte.ts';
import { OwnParser } from './own-parser.svelte.ts';

/** Opens files of Python as the reader's own parser, and shows them. */
export function openParser(page: Pick<Page, 'session' | 'of'>, files: readonly File[]): void {
  page.session.setView('parser');
  void page.of(OwnParser).openFiles(files);
}
