import type { Page } from '../../page/page.svelte.ts';

/**
 * Takes every file that is dropped on the page. Without this the browser would leave the page for it. It listens before the
 * editors do, which would insert the file. Returns what ends it.
 */
export function takeFiles(page: Page, closeDialog: () => void): () => void {
  function allow(event: DragEvent): void {
    if (event.dataTransfer?.types.includes('Files') === true) event.preventDefault();
  }

  function take(event: DragEvent): void {
    // The list is empty as soon as the event is over.
    const [file, ...others] = event.dataTransfer?.files ?? [];
    if (file === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    closeDialog();
    import('./dropped-files.ts')
      .then(({ openDropped }) => openDropped(page, [file, ...others]))
      .catch(() => {
        page.session.say({ kind: 'link', tone: 'bad', text: 'The file was not opened. Try again.' });
      });
  }

  addEventListener('dragover', allow, true);
  addEventListener('drop', take, true);
  return () => {
    removeEventListener('dragover', allow, true);
    removeEventListener('drop', take, true);
  };
}
