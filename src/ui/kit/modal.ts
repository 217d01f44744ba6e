import { closesOnEscape } from './escape.ts';

/**
 * For a `dialog` that is in the page while it is open: opens it as a modal one, and says when it is to go. The state takes
 * it away before it closes itself: an element that closes itself gives the focus back first and says so later, and
 * whoever had opened another dialog meanwhile would see that one close.
 */
export function modal(dialog: HTMLDialogElement, onclose: () => void): () => void {
  const oncancel = (event: Event): void => {
    // From a field within, such as a chooser of files that is given up.
    if (event.target !== dialog || !event.cancelable) return;
    event.preventDefault();
    onclose();
  };
  if (!dialog.open) dialog.showModal();
  const end = closesOnEscape(null);
  dialog.addEventListener('cancel', oncancel);
  // Where the browser lets nobody hold Escape up.
  dialog.addEventListener('close', onclose);
  return () => {
    end();
    dialog.removeEventListener('cancel', oncancel);
    dialog.removeEventListener('close', onclose);
    dialog.close();
  };
}
