import { isExperimentFile, isText } from '../../../core/index.ts';
import { openCaseFile, type CaseFile } from '../../export/open-case.ts';
import type { Page } from '../../page/page.svelte.ts';
import { openTemplateFile, type TemplateFile } from '../prompt/template/open-template.svelte.ts';
import { bytesOf } from '../prompt/template/read-gguf-header.ts';

/** The most bytes of a file that is not a case. */
const MOST_BYTES = 32 * 1024 * 1024;

/** The text of a file; null where the browser cannot read it. PowerShell's `>` writes UTF-16, which begins with a mark. */
async function textOf(file: CaseFile & TemplateFile): Promise<string | null> {
  const bytes = await bytesOf(file, file.size);
  if (bytes === null) return null;
  const [first, second] = bytes;
  const isUtf16 = first === 0xff && second === 0xfe;
  return new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8').decode(bytes);
}

/** Opens a file that was dropped: a chat template, a case, or a text that is recognised as if it had been pasted. */
export async function openFile(page: Page, file: CaseFile & TemplateFile): Promise<void> {
  const { session } = page;
  if (await openTemplateFile(page, file, false, new Date())) return;
  const problem = file.size > MOST_BYTES ? 'It is larger than 32 MiB.' : null;
  const text = problem === null ? await textOf(file) : null;
  if (text === null || !isText(text)) {
    const reason =
      problem ??
      (text === null
        ? 'The browser could not read it. Check that it is a file and still exists.'
        : 'It is not text. Save it as text in UTF-8, or paste what it says.');
    session.say({
      kind: 'link',
      tone: 'bad',
      text: `“${file.name}” was not opened. ${reason} Your own work is untouched.`,
    });
    return;
  }
  if (isExperimentFile(text)) {
    const { openExperiment } = await import('../lab/open-experiment.ts');
    openExperiment(page, file.name, text);
    return;
  }
  if (/^\s*\{\s*"kind":\s*"callscope case"/.test(text.slice(0, 200)) || /\.callscope\.json$/i.test(file.name)) {
    await openCaseFile(session, file);
    return;
  }
  session.setView('reply');
  await session.paste.take(text, file.name);
}
