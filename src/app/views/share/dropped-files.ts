import type { Page } from '../../page/page.svelte.ts';

/** Opens what was dropped: a parser, replies by the thousand, or a case or a single reply. */
export async function openDropped(page: Page, [file, ...others]: readonly [File, ...File[]]): Promise<void> {
  const files = [file, ...others];
  // What was said of the file before is over.
  page.session.dismiss('link');
  if (/\.py$/i.test(file.name)) {
    const { openParser } = await import('../parser/open-parser.ts');
    openParser(page, files);
  } else if (page.session.fields.view === 'batch' || others.length > 0 || isLog(file)) {
    const { openLogs } = await import('../batch/open-logs.ts');
    openLogs(page, files);
  } else {
    const { openFile } = await import('./open-file.ts');
    await openFile(page, file);
  }
}

/** Larger files of JSON, tables, and what is packed hold many replies: as one reply nobody can read them. In bytes. */
const MOST_OF_ONE = 4 * 1024 * 1024;

function isLog({ name, size }: File): boolean {
  if (/\.(?:csv|tsv|gz|zst|zip|eval)$/i.test(name)) return true;
  return size > MOST_OF_ONE && /(?<!\.callscope)\.(?:jsonl?|ndjson)$/i.test(name);
}
