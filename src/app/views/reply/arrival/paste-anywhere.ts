import type { Session } from '../../../page/session.svelte.ts';

/** Where a paste goes into what has the focus. */
const fields = 'input, textarea, select, [contenteditable], [data-editor], dialog';

/** Takes a text that is pasted outside of every field for a reply. Returns what ends it. */
export function takePastes(session: Session): () => void {
  function take(event: ClipboardEvent): void {
    if (event.defaultPrevented || document.querySelector('dialog[open]') !== null) return;
    if (event.target instanceof Element && event.target.closest(fields) !== null) return;
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (text.trim() === '') return;
    event.preventDefault();
    void session.replaceReply(text);
  }

  document.addEventListener('paste', take);
  return () => {
    document.removeEventListener('paste', take);
  };
}
