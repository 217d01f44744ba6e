import type { LinkState } from '../permalink/state.ts';
import type { Said } from './kind.ts';

/**
 * A case without what was pasted around its reply. Its note says what that proved of the server: a reader is shown only what
 * Callscope itself makes of the reply, which may be the opposite.
 *
 * @param said what the page says first, without quotations of the paste
 */
export function withoutProof<Case extends Pick<LinkState, 'note' | 'raw'>>(own: Case, said: Said | null): Case {
  if (said?.isProved !== true) return { ...own, raw: '' };
  const told = `What was pasted is left out. With it, the page said: “${said.headline.replaceAll('`', '')}”`;
  return { ...own, raw: '', note: own.note.includes(told) ? own.note : [own.note, told].join(' ').trim() };
}
