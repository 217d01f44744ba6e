import type { Page } from '../../page/page.svelte.ts';

/**
 * Opens every file that is dropped on the page: a case, or whatever holds replies. Without this the browser would leave the
 * page for it. It listens before the editors do, which would insert the file. Returns what ends it.
 */
export function takeFiles(page: Page, closeDialog: () => void): () => void {
  function allow(event: DragEvent): void {
    if (event.dataTransfer?.types.includes('Files') === true) event.preventDefault();
  }

  function take(event: DragEvent): void {
    const file = event.dataTransfer?.files[0];
    if (file === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    closeDialog();
    void import('../../page/paste/open-file.ts').then(
      ({ openFile }) => openFile(page, file),
      () => {
        page.session.say({ kind: 'link', tone: 'problem', text: 'The file reader could not be loaded. Try again.' });
      },
    );
  }

  addEventListener('dragover', allow, { capture: true });
  addEventListener('drop', take, { capture: true });
  return () => {
    removeEventListener('dragover', allow, { capture: true });
    removeEventListener('drop', take, { capture: true });
  };
}
