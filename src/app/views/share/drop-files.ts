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
    const files = [...(event.dataTransfer?.files ?? [])];
    if (/\.py$/i.test(file.name)) {
      void import('../parser/open-parser.ts').then(({ openParser }) => openParser(page, files), sayUnread);
      return;
    }
    if (page.session.fields.view === 'batch' || files.length > 1 || isLog(file)) {
      void import('../batch/open-logs.ts').then(({ openLogs }) => {
        openLogs(page, files);
      }, sayUnread);
      return;
    }
    void import('../../page/paste/open-file.ts').then(({ openFile }) => openFile(page, file), sayUnread);
  }

  function sayUnread(): void {
    page.session.say({ kind: 'link', tone: 'problem', text: 'The file reader could not be loaded. Try again.' });
  }

  addEventListener('dragover', allow, { capture: true });
  addEventListener('drop', take, { capture: true });
  return () => {
    removeEventListener('dragover', allow, { capture: true });
    removeEventListener('drop', take, { capture: true });
  };
}

/** Larger files of JSON, tables, and what is packed hold many replies: as one reply nobody can read them. In bytes. */
const MOST_OF_ONE = 4 * 1024 * 1024;

function isLog({ name, size }: File): boolean {
  if (/\.(?:csv|tsv|gz|zst|zip|eval)$/i.test(name)) return true;
  return size > MOST_OF_ONE && /(?<!\.callscope)\.(?:jsonl?|ndjson)$/i.test(name);
}
