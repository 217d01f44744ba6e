/**
 * The files of the last batch, which the browser keeps for a reload: in IndexedDB, which takes files as they are. A browser that
 * has none (private windows, frames in a sandbox), and files that are too large, are no fault: then nothing is kept.
 */

/** The files, and whether this very tab had them open: then a reload opens them again. */
export interface KeptLogs {
  readonly files: readonly File[];
  readonly isOfThisTab: boolean;
}

/** More is not copied to the disk of somebody who did not ask for it. In bytes. */
const MOST = 512 * 1024 * 1024;
const STORE = 'files';
const KEY = 'last';
const TAB = 'callscope:batch';

/** @returns whether they are kept */
export async function keepLogs(files: readonly File[]): Promise<boolean> {
  if (files.reduce((sum, { size }) => sum + size, 0) > MOST) {
    await forgetLogs();
    return false;
  }
  try {
    await asked('readwrite', (store) => store.put([...files], KEY));
    markTab(true);
    return true;
  } catch {
    return false;
  }
}

export async function keptLogs(): Promise<KeptLogs | null> {
  try {
    const files: unknown = await asked('readonly', (store) => store.get(KEY));
    if (!Array.isArray(files) || files.length === 0 || !files.every((file) => file instanceof File)) return null;
    return { files, isOfThisTab: sessionStorage.getItem(TAB) !== null };
  } catch {
    return null;
  }
}

export async function forgetLogs(): Promise<void> {
  markTab(false);
  try {
    await asked('readwrite', (store) => store.delete(KEY));
  } catch {
    // Where nothing can be kept, nothing is there.
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

function asked<Answer>(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest<Answer>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('callscope-batch', 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
    opening.onerror = () => reject(new Error('The browser has no storage for files.'));
    opening.onblocked = opening.onerror;
    opening.onsuccess = () => {
      const database = opening.result;
      const transaction = database.transaction(STORE, mode);
      const request = ask(transaction.objectStore(STORE));
      transaction.oncomplete = () => {
        database.close();
        resolve(request.result);
      };
      transaction.onabort = () => {
        database.close();
        reject(new Error('The browser did not keep the files.'));
      };
    };
  });
}
