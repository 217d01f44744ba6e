import { browserStore } from '../../page/saved/browser-store.ts';

/** The files, and whether this very tab had them open: then a reload opens them again. */
export interface KeptLogs {
  readonly files: readonly File[];
  readonly isOfThisTab: boolean;
}

/** More is not copied to the disk of somebody who did not ask for it. In bytes. */
const MOST = 512 * 1024 * 1024;
const store = browserStore('batch-files');
const TAB = 'callscope:batch';

/** Keeps them for a reload, where they are not too large. */
export async function keepLogs(files: readonly File[]): Promise<void> {
  if (files.reduce((sum, { size }) => sum + size, 0) > MOST) await forgetLogs();
  else if (await store.put([...files])) markTab(true);
}

export async function keptLogs(): Promise<KeptLogs | null> {
  const files = await store.get();
  if (!Array.isArray(files) || files.length === 0 || !files.every((file) => file instanceof File)) return null;
  return { files, isOfThisTab: isMarked() };
}

export async function forgetLogs(): Promise<void> {
  markTab(false);
  await store.delete();
}

function isMarked(): boolean {
  try {
    return sessionStorage.getItem(TAB) !== null;
  } catch {
    return false;
  }
}

function markTab(isOpen: boolean): void {
  try {
    if (isOpen) sessionStorage.setItem(TAB, '1');
    else sessionStorage.removeItem(TAB);
  } catch {
    // Then a reload offers the files and does not open them.
  }
}
