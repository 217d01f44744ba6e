import type { Page } from '../../page/page.svelte.ts';
import { Batch } from './batch.svelte.ts';

/** Opens files as many replies, and shows them. A zip that is dropped on "Your parser" holds a parser. */
export function openLogs(page: Pick<Page, 'session' | 'results' | 'of'>, files: readonly File[]): void {
  if (page.session.fields.view === 'parser' && files.every(({ name }) => /\.zip$/i.test(name))) {
    void import('../parser/open-parser.ts').then(({ openParser }) => openParser(page, files));
    return;
  }
  page.session.setView('batch');
  page.of(Batch).open(files);
}
