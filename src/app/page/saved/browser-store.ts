/**
 * What is too large for `localStorage`, files included, in IndexedDB under a key of its own. A browser that has none (private
 * windows, frames in a sandbox, a full disk) is no fault: then nothing is kept.
 */
export interface BrowserStore {
  /** Untrusted: what was kept by whatever page was here before; undefined for nothing. */
  get(): Promise<unknown>;
  /** @returns whether it is kept */
  put(value: unknown): Promise<boolean>;
  delete(): Promise<void>;
}

const NAME = 'callscope';
const STORE = 'kept';

/** THE list of keys. Where each tab keeps its own, its name follows. */
export type StoreKey = 'lab-runs' | 'batch-files' | 'parser-files';

/** The keys that begin with one of the list, in their order. */
export async function keptKeys(key: StoreKey): Promise<string[]> {
  const range = IDBKeyRange.bound(key, `${key}\uffff`);
  const keys = await asked('readonly', (store) => store.getAllKeys(range)).catch(() => []);
  return (keys as IDBValidKey[]).filter((one) => typeof one === 'string');
}

export function browserStore(key: StoreKey | `${StoreKey}:${string}`): BrowserStore {
  return {
    get: () => asked('readonly', (store) => store.get(key)).catch(() => undefined),
    put: (value) =>
      asked('readwrite', (store) => store.put(value, key)).then(
        () => true,
        () => false,
      ),
    delete: () =>
      asked('readwrite', (store) => store.delete(key)).then(
        () => undefined,
        () => undefined,
      ),
  };
}

async function asked(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest): Promise<unknown> {
  const opening = indexedDB.open(NAME, 1);
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore(STORE);
  };
  const database = await answered(opening);
  try {
    const transaction = database.transaction(STORE, mode);
    const request = ask(transaction.objectStore(STORE));
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => {
        resolve();
      };
      transaction.onabort = () => {
        reject(transaction.error ?? new Error('The browser did not keep it.'));
      };
    });
    return request.result;
  } finally {
    database.close();
  }
}

function answered<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => {
      resolve(request.result);
    };
    request.onerror = () => {
      reject(request.error ?? new Error('The browser could not open its storage.'));
    };
  });
}
