import { isExperimentFile } from '../../../core/index.ts';
import { openCaseFile, type CaseFile } from '../../export/open-case.ts';
import type { Page } from '../../page/page.svelte.ts';
import { problemTexts } from '../../worker/problem-words.ts';
import { openTemplateFile, type TemplateFile } from '../prompt/template/open-template.svelte.ts';
import { bytesOf } from '../prompt/template/read-gguf-header.ts';
import { fileText, windowsText } from './file-text.ts';

/** The most bytes of one reply: no editor shows more of it. */
const MOST_OF_REPLY = 8 * 1024 * 1024;

/** The most bytes of an experiment or a case. */
const MOST_BYTES = 32 * 1024 * 1024;

/** Enough to tell what a file is, in bytes. */
const HEAD = 4096;

/** Opens a file that was dropped: a chat template, a case, or a text that is recognised as if it had been pasted. */
export async function openFile(page: Page, file: File & CaseFile & TemplateFile): Promise<void> {
  const { session } = page;
  if (await openTemplateFile(page, file, false, new Date())) return;
  const head = await bytesOf(file, HEAD);
  if (head === null) {
    refuse(page, file, 'The browser could not read it. Check that it is a file and still exists.');
    return;
  }
  const begin = fileText(file.size > HEAD ? wholeLines(head) : head)?.text ?? null;
  const isCase = begin !== null && (isCaseFile(begin) || /\.callscope\.json$/i.test(file.name));
  if (begin === null) refuse(page, file, 'It is not text. Save it as text in UTF-8, or paste what it says.');
  else if (file.size === 0) refuse(page, file, 'It is empty.');
  else if (isCase) await openCaseFile(session, file);
  else if (file.size > MOST_BYTES && isExperimentFile(begin)) refuse(page, file, 'It is larger than 32 MiB.');
  else if (file.size > MOST_OF_REPLY && !isExperimentFile(begin)) refuseLong(page, file);
  else await openText(page, file, begin);
}

/** Opens what is neither a template nor a case. */
async function openText(page: Page, file: File, begin: string): Promise<void> {
  const { session } = page;
  const bytes = await bytesOf(file, file.size);
  const read = bytes === null ? null : fileText(bytes);
  if (bytes === null || read === null) {
    refuse(page, file, 'The browser could not read it. Check that it is a file and still exists.');
    return;
  }
  if (isExperimentFile(begin)) {
    const { openExperiment } = await import('../lab/open-experiment.ts');
    openExperiment(page, file.name, read.text);
    return;
  }
  if (read.text.trim() === '') {
    refuse(page, file, 'It holds nothing but blanks.');
    return;
  }
  session.setView('reply');
  await session.paste.take(read.text, file.name);
  if (read.brokenLines.length === 0) return;
  const problems = read.brokenLines.map((line) => ({ code: 'characters', line }) as const);
  session.say({
    kind: 'link',
    tone: 'warn',
    text: `${problemTexts(problems, problems.length).join(' ')} They are shown as U+FFFD.`,
    action: {
      label: 'Read as Windows-1252',
      overwrites: ['text', 'native'],
      run: () => void session.paste.take(windowsText(bytes), file.name),
    },
  });
}

function refuse({ session }: Page, { name }: CaseFile, reason: string): void {
  const text = `“${name}” was not opened. ${reason} Your own work is untouched.`;
  session.say({ kind: 'link', tone: 'bad', text });
}

/** What is too long for one reply are many of them, or a log. */
function refuseLong(page: Page, file: File): void {
  const size = (file.size / (1024 * 1024)).toFixed(0);
  const run = async (): Promise<void> => {
    const { openLogs } = await import('../batch/open-logs.ts');
    page.session.dismiss('link');
    openLogs(page, [file]);
  };
  page.session.say({
    kind: 'link',
    tone: 'warn',
    text: `“${file.name}” was not opened. It has ${size} MiB, and one reply may have 8 MiB. Your own work is untouched.`,
    action: { label: 'Open as many replies', run: () => void run() },
  });
}

function isCaseFile(begin: string): boolean {
  return /^\s*\{\s*"kind":\s*"callscope case"/.test(begin.slice(0, 200));
}

/** A character may be cut where the beginning of a file ends. */
function wholeLines(head: Uint8Array): Uint8Array {
  let end = head.length;
  while (end > head.length - 4 && (head[end - 1] ?? 0) >= 0x80) end -= 1;
  return head.subarray(0, end - (end % 2));
}
