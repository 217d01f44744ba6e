import { type Mapping, mappedParts } from '../../../core/index.ts';
import { browserStore } from '../../page/saved/browser-store.ts';
import type { MappedFile } from '../../worker/batch-protocol.ts';

/** The files with what somebody has said of their members, and whether this very tab had them open: then a reload opens them again. */
export interface KeptLogs {
  readonly files: readonly MappedFile[];
  readonly isOfThisTab: boolean;
}

/** More is not copied to the disk of somebody who did not ask for it. In bytes. */
const MOST = 512 * 1024 * 1024;
const store = browserStore('batch-files');
const TAB = 'callscope:batch';

/** Keeps them for a reload, where they are not too large. */
export async function keepLogs(files: readonly MappedFile[]): Promise<void> {
  if (files.reduce((sum, { file }) => sum + file.size, 0) > MOST) await forgetLogs();
  else if (await store.put([...files])) markTab(true);
}

export async function keptLogs(): Promise<KeptLogs | null> {
  const kept = await store.get();
  const files = Array.isArray(kept) ? kept.map((one: unknown) => mappedFile(one)) : [];
  const known = files.filter((one) => one !== null);
  if (files.length === 0 || known.length < files.length) return null;
  return { files: known, isOfThisTab: isMarked() };
}

/** A file as it was kept; null for anything else. */
function mappedFile(value: unknown): MappedFile | null {
  // Other versions of this page have kept the files alone.
  if (value instanceof File) return { file: value, mapping: null };
  const { file, mapping } = (typeof value === 'object' && value !== null ? value : {}) as Readonly<
    Record<string, unknown>
  >;
  return file instanceof File ? { file, mapping: mappingOf(mapping) } : null;
}

function mappingOf(value: unknown): Mapping | null {
  if (typeof value !== 'object' || value === null) return null;
  const given = value as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    mappedParts.flatMap((part) => (typeof given[part] === 'string' ? [[part, given[part]]] : [])),
  );
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
