import { caseCap, readCase, tooLarge } from '../permalink/case.ts';
import type { Session } from '../page/session.svelte.ts';

/** What is needed of a `File`. */
export interface CaseFile {
  readonly name: string;
  readonly size: number;
  text(): Promise<string>;
}

/** Opens a case file. Returns null, or the sentence that says why not; the page then is as it was. */
export async function openCaseFile(session: Session, file: CaseFile): Promise<string | null> {
  const result = await readFile(file);
  if (typeof result !== 'string' && result.ok) {
    session.open(result.state, `The case “${file.name}”`);
    if (!session.notices.some(({ kind }) => kind === 'replaced' || kind === 'link')) {
      session.say({ kind: 'link', tone: 'good', text: `The case “${file.name}” is open.` });
    }
    return null;
  }
  const reason = typeof result === 'string' ? result : result.error.message;
  const sentence = `“${file.name}” was not opened. ${reason} Your own work is untouched.`;
  session.say({ kind: 'link', tone: 'bad', text: sentence });
  return sentence;
}

async function readFile(file: CaseFile): Promise<ReturnType<typeof readCase> | string> {
  if (file.size > caseCap) return tooLarge();
  try {
    return readCase(await file.text());
  } catch {
    return 'The browser could not read it. Check that it is a file and still exists.';
  }
}
