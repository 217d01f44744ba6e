import { readCase } from '../../permalink/case.ts';
import { openHash } from '../../permalink/open.ts';
import type { LinkState } from '../../permalink/state.ts';
import type { NoticeBoard } from '../notices.ts';

/** What opens a case: the session. */
interface Opener extends NoticeBoard {
  open(state: LinkState, from: string): void;
}

/** Opens a case that was pasted: the text of its file, or a link. A notice says what is wrong with a case; then nothing changes. */
export function openPastedCase(session: Opener, text: string): void {
  const hash = text.indexOf('#');
  const isFile = text.trimStart().startsWith('{');
  const opened = isFile ? readCase(text) : openHash(text.slice(hash).trim());
  if ('state' in opened) {
    session.open(opened.state, isFile ? 'The pasted case' : 'The pasted link');
    if ('problem' in opened && opened.problem !== '') session.say({ kind: 'link', tone: 'warn', text: opened.problem });
  } else {
    const reason = 'error' in opened ? opened.error.message : 'It is not a Callscope link.';
    session.say({
      kind: 'link',
      tone: 'bad',
      text: `The pasted case was not opened. ${reason} Your own work is untouched.`,
    });
  }
}
