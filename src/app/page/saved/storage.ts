import { pickForBrowser, type BrowserFields, type SessionFields } from '../fields.ts';
import { savedCap, savedVersion, type SavedResult } from './saved.ts';

/** The part of `Storage` that autosave uses. */
export type SavedStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** How to get at the storage: reading `window.localStorage` itself throws in sandboxed frames and private windows. */
export type StorageGetter = () => SavedStorage | null | undefined;

export type SaveResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly code: 'no-storage' | 'full' | 'too-large'; readonly message: string };

/** What the fields are saved under. */
export const savedKey = 'callscope.session';

/** What was on the page before a link or an example replaced it. */
export const beforeKey = 'callscope.before';

/** Work that other work replaced while nothing could put it into the history. */
const replacedKey = 'callscope.replaced';
/** The fragment of the address when the work of a tab was saved: where it is a link, this is what became of it. */
export const linkKey = 'callscope.link';

export type SavedKey = typeof savedKey | typeof beforeKey;

/**
 * The most UTF-16 units of replaced work, which is as much as the history keeps.
 *
 * @internal Tests go to this limit.
 */
export const replacedCap = 1_000_000;

/** Work that other work replaced, as `toSave` wrote it, and who had saved it. */
export interface ReplacedWork {
  readonly whose: 'own' | 'other-tab';
  readonly text: string;
}

/**
 * The key of a saved text that cannot be read, or not as a whole. It is no longer than `savedKey`, so that there is room even in a
 * full storage.
 */
export const damagedKey = 'callscope.damaged';

/**
 * What this browser kept from last time. A text that cannot be read is moved to `damagedKey`, where the next save does
 * not overwrite it; one that was moved there before is replaced. Never rejects.
 */
export async function loadSaved(getStorage: StorageGetter, key: SavedKey = savedKey): Promise<SavedResult> {
  let storage: SavedStorage | null | undefined;
  let text: string | null;
  try {
    storage = getStorage();
    text = storage?.getItem(key) ?? null;
  } catch {
    storage = null;
    text = null;
  }
  if (storage === null || storage === undefined) {
    return { ok: false, code: 'no-storage', message: `${noStorage} Nothing was restored.` };
  }
  if (text === null) return { ok: true, fields: null };

  const read = await readText(text);
  if (read.ok && read.problem === undefined) return read;
  const kept = moveAside(storage, key, text, read.ok && read.fields !== null ? written(read.fields) : null);
  const where = kept
    ? `The saved text is kept in this browser under the key ${damagedKey}.`
    : 'The saved text could not be set aside. The next save replaces it.';
  return read.ok ? { ...read, problem: `${read.problem} ${where}` } : { ...read, message: `${read.message} ${where}` };
}

/** The text under a key as it is; null where there is none, or no storage. Never throws. */
export function savedText(
  getStorage: StorageGetter,
  key: SavedKey | typeof replacedKey | typeof damagedKey | typeof linkKey = savedKey,
): string | null {
  try {
    return getStorage()?.getItem(key) ?? null;
  } catch {
    return null;
  }
}

/**
 * Keeps replaced work until the history takes it, in this tab or at a later visit. The oldest goes when room runs out.
 * Never throws. Returns false where this browser has no room for it.
 */
export function keepReplaced(getStorage: StorageGetter, { whose, text }: ReplacedWork): boolean {
  // JSON as `toSave` writes it is one line.
  const lines = [...(savedText(getStorage, replacedKey)?.split('\n') ?? []), `${whose} ${text}`];
  let size = 0;
  const first = lines.findLastIndex((line) => (size += line.length + 1) > replacedCap) + 1;
  return first < lines.length && save(getStorage, lines.slice(first).join('\n'), replacedKey).ok;
}

/** All replaced work that waits, oldest first. Never throws. */
export function replacedWork(getStorage: StorageGetter): ReplacedWork[] {
  const lines = savedText(getStorage, replacedKey)?.split('\n') ?? [];
  return lines.map((line) => {
    const end = line.indexOf(' ');
    return { whose: line.slice(0, end) === 'own' ? 'own' : 'other-tab', text: line.slice(end + 1) };
  });
}

/** Forgets replaced work, once it is in the history. Never throws. */
export function forgetReplaced(getStorage: StorageGetter): void {
  try {
    getStorage()?.removeItem(replacedKey);
  } catch {
    // It is taken once more at the next visit. The history holds no state twice.
  }
}

/** Fields as they are saved, less those that may not leave memory; null where that is too large. */
export function toSave(fields: SessionFields): string | null {
  try {
    const text = written(pickForBrowser(fields));
    return text.length > savedCap ? null : text;
  } catch {
    // The only way to fail with plain data is a text beyond the longest string of the engine.
    return null;
  }
}

function written(fields: BrowserFields): string {
  return JSON.stringify({ version: savedVersion, fields });
}

/** Replaces what this browser keeps by what `toSave` gave. Never throws. */
export function save(
  getStorage: StorageGetter,
  text: string | null,
  key: SavedKey | typeof replacedKey | typeof linkKey = savedKey,
): SaveResult {
  if (text === null) return tooLarge(savedText(getStorage, key) !== null);

  let storage: SavedStorage | null | undefined;
  try {
    storage = getStorage();
  } catch {
    storage = null;
  }
  if (storage === null || storage === undefined) {
    return { ok: false, code: 'no-storage', message: `${noStorage} This work is not saved.` };
  }
  try {
    storage.setItem(key, text);
    return { ok: true };
  } catch (error) {
    return isQuotaError(error)
      ? {
          ok: false,
          code: 'full',
          message: `The browser’s storage for this page is full. ${whatIsKept(savedText(getStorage, key) !== null)}`,
        }
      : { ok: false, code: 'no-storage', message: `${noStorage} This work is not saved.` };
  }
}

const noStorage = 'The browser blocks storage for this page.';

function tooLarge(isKept: boolean): SaveResult {
  const size = `This work is larger than the ${savedCap / 1_000_000} MB of text that are saved.`;
  return { ok: false, code: 'too-large', message: `${size} ${whatIsKept(isKept)}` };
}

/** `isKept`: whether an earlier version is. */
function whatIsKept(isKept: boolean): string {
  return isKept
    ? 'The last version that fitted is kept.'
    : 'This work is not saved. Download the case in Share to keep it.';
}

async function readText(text: string): Promise<SavedResult> {
  try {
    const { readSaved } = await import('./read-saved.ts');
    return readSaved(text);
  } catch {
    return {
      ok: false,
      code: 'unread',
      message: 'The code that reads saved work could not be loaded.',
    };
  }
}

/** `rest`: what of the text can be read, which takes its place. */
function moveAside(storage: SavedStorage, key: SavedKey, text: string, rest: string | null): boolean {
  try {
    // Removed first: both copies together may be more than the browser allows.
    storage.removeItem(key);
    storage.setItem(damagedKey, text);
    if (rest !== null) storage.setItem(key, rest);
    return true;
  } catch {
    // Put back what can be put back; when even that fails, the message says that it was not kept.
    try {
      storage.setItem(key, text);
    } catch {
      return false;
    }
    return false;
  }
}

function isQuotaError(error: unknown): boolean {
  // The second name is Firefox's own.
  return error instanceof Error && (error.name === 'QuotaExceededError' || error.name === 'NS_ERROR_DOM_QUOTA_REACHED');
}
