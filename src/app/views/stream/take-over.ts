import type { SessionFields } from '../../page/fields.ts';
import type { Session } from '../../page/session.svelte.ts';

type Reply = Pick<SessionFields, 'text' | 'native' | 'recording'>;

/** Puts a reply and its chunks in the place of those on the page, with a way back. `done` says so. */
export function takeOver(session: Session, reply: Reply, done: string): void {
  const { text, native, recording } = session.fields;
  put(session, reply);
  session.offerUndo({
    text: done,
    overwrites: ['text', 'native', 'recording'],
    undo: () => {
      put(session, { text, native, recording });
    },
  });
}

function put(session: Session, { text, native, recording }: Reply): void {
  session.setText(text);
  session.set({ native, recording });
}
