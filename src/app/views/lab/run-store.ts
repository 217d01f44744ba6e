import { readExperiment, writeExperiment, emptyExperiment, type ModelRun } from '../../../core/index.ts';

/** Runs take time and money: a reload must not lose them. They stay in this browser. */
const NAME = 'callscope.runs';
const STORE = 'texts';
const KEY = 'runs';

/** The runs of an earlier visit; none where the browser keeps none, or what it kept is damaged. */
export async function keptRuns(): Promise<readonly ModelRun[]> {
  const text: unknown = await asked('readonly', (store) => store.get(KEY));
  const read = typeof text === 'string' ? readExperiment(text) : null;
  return read?.ok === true ? read.runs : [];
}

/** Keeps these runs, and no others. Where the browser keeps nothing, they are in memory alone. */
export async function keepRuns(runs: readonly ModelRun[]): Promise<void> {
  const text = runs.length === 0 ? '' : writeExperiment(emptyExperiment, runs);
  await asked('readwrite', (store) => store.put(text, KEY));
}

async function asked(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest): Promise<unknown> {
  if (typeof indexedDB === 'undefined') return null;
  try {
    const opening = indexedDB.open(NAME, 1);
    opening.onupgradeneeded = () => {
      opening.result.createObjectStore(STORE);
    };
    const database = await answered(opening);
    try {
      return await answered(ask(database.transaction(STORE, mode).objectStore(STORE)) as IDBRequest<unknown>);
    } finally {
      database.close();
    }
  } catch {
    // A private window, or a full disk.
    return null;
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
