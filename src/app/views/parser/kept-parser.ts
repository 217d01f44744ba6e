import { TabStore } from '../../page/saved/tab-store.ts';
import type { SourceFile } from '../../parser-file/protocol.ts';

/** The files of the reader, and the special tokens beside them. */
export interface KeptParser {
  readonly files: readonly SourceFile[];
  /** The same with an edit that nobody has run yet. */
  readonly typed: readonly SourceFile[];
  /** The same before anybody edited them here. */
  readonly opened: readonly SourceFile[];
  readonly markers: readonly string[];
  readonly cameWithLink: boolean;
}

const store = new TabStore('parser-files');

/** Keeps the files of this tab for a reload; null forgets them. @returns whether they are kept */
export async function keepParser(kept: KeptParser | null): Promise<boolean> {
  if (kept !== null) return store.put(kept);
  await store.delete();
  return true;
}

/** What was kept, and whether this very tab had it open; null for nothing, and for what is damaged. */
export async function keptParser(): Promise<
  { readonly kept: KeptParser; readonly isOfThisTab: boolean } | 'lost' | null
> {
  const found = await store.get();
  if (found === 'lost' || found === null) return found;
  const { files, typed, opened, markers, cameWithLink } = (
    typeof found.value === 'object' && found.value !== null ? found.value : {}
  ) as Readonly<Record<string, unknown>>;
  if (!areFiles(files) || !areFiles(typed) || typed.length === 0 || !areFiles(opened)) return null;
  const words = Array.isArray(markers) ? markers.filter((one) => typeof one === 'string') : [];
  const kept = { files, typed, opened, markers: words, cameWithLink: cameWithLink === true };
  return { kept, isOfThisTab: found.isOfThisTab };
}

/** What is said where the files of this tab are gone. */
export const LOST = 'The parser file of this tab is no longer kept in this browser. Open it again.';

export function sameFiles(one: readonly SourceFile[], other: readonly SourceFile[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function areFiles(value: unknown): value is readonly SourceFile[] {
  return (
    Array.isArray(value) &&
    value.every(
      (one: unknown) =>
        typeof one === 'object' &&
        one !== null &&
        'path' in one &&
        typeof one.path === 'string' &&
        'text' in one &&
        typeof one.text === 'string',
    )
  );
}
