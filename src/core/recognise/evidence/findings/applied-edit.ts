import { counted } from '../../../text/document/index.ts';
import type { Phrase } from '../said/phrase.ts';
import { RAN, shortened } from '../words/pieces.ts';

// Source: aider aider/coders/base_coder.py, apply_updates and send_message
const APPLIED = /^(?:> ?)?Applied edit to (\S[^\n]{0,200}?)[ \t\r]*$/gm;
const FAILED =
  /\bThe LLM did not conform to the edit format\b|\bSEARCH\/REPLACE blocks? failed to match!|\bOnly \d{1,2} reflections allowed\b/g;

/** What is said of a chat in which aider changed files, and nothing failed after that; undefined for others. */
export function appliedEdit(text: string): Pick<Phrase, 'id' | 'says' | 'fix'> | undefined {
  const applied = [...text.matchAll(APPLIED)];
  const last = applied.at(-1);
  const failed = [...text.matchAll(FAILED)].at(-1);
  if (last === undefined || (failed !== undefined && failed.index > last.index)) return undefined;
  const files = [...new Set(applied.map(([, file = '']) => file))];
  const [only = ''] = files;
  const edits = files.length === 1 ? `the edit to \`${shortened(only)}\`` : `edits to ${counted(files.length, 'file')}`;
  return {
    id: RAN,
    says: `The client applied ${edits}: it sends no tools, and reads edits from the text.`,
    fix: 'Change nothing: aider calls no tools. `git show` shows what it changed.',
  };
}
