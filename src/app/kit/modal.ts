import { closesOnEscape } from './escape.ts';

/**
 * For a `dialog` that is in the page while it is open: opens it as a modal one, and says when it is to go. An element that
 * Escape closes gives the focus back and says so a moment later; whoever had opened another dialog meanwhile would see
 * that one close. So it is said at once.
 */
export function modal(dialog: HTMLDialogElement, onclose: () => void): () => void {
  const oncancel = (event: Event): void => {
    // From a field within, such as a chooser of files that is given up.
    if (event.target !== dialog || !event.cancelable) return;
    event.preventDefault();
    end();
    onclose();
  };
  /** While it is still in the page: an element that is not gives no focus back. */
  const end = (): void => {
    dialog.removeEventListener('cancel', oncancel);
    dialog.removeEventListener('close', onclose);
    dialog.close();
  };
  if (!dialog.open) dialog.showModal();
  const endEscape = closesOnEscape(null);
  dialog.addEventListener('cancel', oncancel);
  // Where the browser lets nobody hold Escape up.
  dialog.addEventListener('close', onclose);
  return () => {
    endEscape();
    end();
  };
}
