import type { Page } from '../../page/page.svelte.ts';
import { Batch } from './batch.svelte.ts';

/** Opens files as many replies, and shows them. */
export function openLogs(page: Pick<Page, 'session' | 'of'>, files: readonly File[]): void {
  page.session.setView('batch');
  page.of(Batch).open(files);
}
