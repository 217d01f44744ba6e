import { isRecord, type Mapping, mappedParts } from '../../../core/index.ts';
import { TabStore } from '../../page/saved/tab-store.ts';
import type { FilePair, MappedFile } from '../../worker/batch-protocol.ts';

/** The files with what somebody has said of their members, and whether this very tab had them open: then a reload opens them again. */
export interface KeptLogs {
  readonly files: readonly MappedFile[];
  readonly isOfThisTab: boolean;
  /** The files that were compared; null for none. */
  readonly pair: FilePair | null;
}

/** More is not copied to the disk of somebody who did not ask for it. In bytes. */
const MOST = 512 * 1024 * 1024;
const store = new TabStore('batch-files');

/** Keeps them for a reload. @returns whether they are kept: they may be too large, and the browser may keep nothing */
export async function keepLogs(files: readonly MappedFile[], pair: FilePair | null = null): Promise<boolean> {
  const isKept =
    files.reduce((sum, { file }) => sum + file.size, 0) <= MOST && (await store.put({ files: [...files], pair }));
  // A reload opens no others in their place.
  if (!isKept) await forgetLogs();
  return isKept;
}

/** `lost`: those of this tab are kept no longer. */
export async function keptLogs(): Promise<KeptLogs | 'lost' | null> {
  const kept = await store.get();
  if (kept === 'lost' || kept === null) return kept;
  // Other versions of this page have kept the list alone.
  const { files: listed, pair } = isRecord(kept.value) ? kept.value : { files: kept.value, pair: null };
  const files = Array.isArray(listed) ? listed.map((one: unknown) => mappedFile(one)) : [];
  const known = files.filter((one) => one !== null);
  if (files.length === 0 || known.length < files.length) return null;
  return { files: known, isOfThisTab: kept.isOfThisTab, pair: pairOf(pair) };
}

/** A file as it was kept; null for anything else. */
function mappedFile(value: unknown): MappedFile | null {
  // Other versions of this page have kept the files alone.
  if (value instanceof File) return { file: value, mapping: null };
  const { file, mapping } = isRecord(value) ? value : {};
  return file instanceof File ? { file, mapping: mappingOf(mapping) } : null;
}

function pairOf(value: unknown): FilePair | null {
  const { before, after } = isRecord(value) ? value : {};
  return typeof before === 'number' && typeof after === 'number' ? { before, after } : null;
}

function mappingOf(value: unknown): Mapping | null {
  if (!isRecord(value)) return null;
  return Object.fromEntries(
    mappedParts.flatMap((part) => (typeof value[part] === 'string' ? [[part, value[part]]] : [])),
  );
}

export async function forgetLogs(): Promise<void> {
  await store.delete();
}
