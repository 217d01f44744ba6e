import { counted } from '../../../core/index.ts';
import type { Page } from '../../page/page.svelte.ts';
import { bytesOf } from '../prompt/template/read-gguf-header.ts';

/** Opens what was dropped: a parser, replies by the thousand, or a case or a single reply. */
export async function openDropped(page: Page, dropped: readonly File[]): Promise<void> {
  // What was said of the file before is over.
  page.session.dismiss('link');
  const files = await readable(page, dropped);
  const [file, ...others] = files;
  if (file === undefined) return;
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

/** Those that can be read: a folder is dropped as a file as well. Says which cannot. */
async function readable({ session }: Page, files: readonly File[]): Promise<File[]> {
  const heads = await Promise.all(files.map((file) => bytesOf(file, 1)));
  const unread = files.filter((_, index) => heads[index] === null);
  const [first] = unread;
  if (first !== undefined) {
    const what = unread.length === 1 ? `“${first.name}” was` : `${counted(unread.length, 'file')} were`;
    const text = `${what} not opened: the browser could not read ${unread.length === 1 ? 'it' : 'them'}. Drop the files of a folder, not the folder itself.`;
    session.say({ kind: 'link', tone: 'bad', text });
  }
  return files.filter((file) => !unread.includes(file));
}

/** Larger files of JSON, tables, and what is packed hold many replies: as one reply nobody can read them. In bytes. */
const MOST_OF_ONE = 4 * 1024 * 1024;

function isLog({ name, size }: File): boolean {
  if (/\.(?:csv|tsv|gz|zst|zip|eval)$/i.test(name)) return true;
  return size > MOST_OF_ONE && /(?<!\.callscope)\.(?:jsonl?|ndjson)$/i.test(name);
}
