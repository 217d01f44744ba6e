import type { SessionFields } from '../../page/fields.ts';
import type { Session } from '../../page/session.svelte.ts';
import { openHash } from '../../permalink/open.ts';

/** What a note speaks of. */
const noted = ['text', 'native', 'profile', 'tools', 'reasoningParser'] as const;

/**
 * Whether the note came with the case, and the case was changed since: a note that says what is wrong is no longer true of what was
 * mended.
 *
 * @param hash of the address, which has the link also after a reload
 */
export function isOlderNote(session: Pick<Session, 'fields' | 'brought'>, hash: string): boolean {
  const { fields } = session;
  if (fields.note === '') return false;
  if (session.brought('note')) return noted.some((field) => !session.brought(field));
  const opened = openHash(hash);
  return opened.kind === 'state' && opened.state.note === fields.note && isChanged(opened.state, fields);
}

function isChanged(state: Pick<SessionFields, (typeof noted)[number]>, fields: SessionFields): boolean {
  return noted.some((field) => state[field] !== fields[field]);
}
