import type { Session } from '../../page/session.svelte.ts';

/** Changes the tools and says so, with a way back. Null: the text could not be changed, because it is not JSON. */
export function changeTools(session: Session, text: string | null, done: string): void {
  if (text === null) {
    session.say({ kind: 'edit', tone: 'warn', text: 'The tools are not valid JSON. Correct them first.' });
    return;
  }
  session.setWithUndo(done, { tools: text });
}
