import type { Page } from '../../../page/page.svelte.ts';
import { takePasted } from '../../prompt/template/paste-template.ts';

/** Where a paste goes into what has the focus. */
const fields = 'input, textarea, select, [contenteditable], [data-editor], dialog';

/** Takes a text that is pasted outside of every field for a reply or a chat template. Returns what ends it. */
export function takePastes(page: Page): () => void {
  function take(event: ClipboardEvent): void {
    if (event.defaultPrevented || document.querySelector('dialog[open]') !== null) return;
    if (event.target instanceof Element && event.target.closest(fields) !== null) return;
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (text.trim() === '') return;
    event.preventDefault();
    takePasted(page, text, () => void page.session.replaceReply(text));
  }

  document.addEventListener('paste', take);
  return () => {
    document.removeEventListener('paste', take);
  };
}
