import type { SessionFields } from '../../state/fields.ts';
import type { Session } from '../../state/session.svelte.ts';

type Reply = Pick<SessionFields, 'text' | 'native' | 'recording'>;

/** Puts a reply and its chunks in the place of those on the page, with a way back. */
export function takeOver(session: Session, reply: Reply): void {
  const { text, native, recording } = session.fields;
  put(session, reply);
  session.say({
    kind: 'edit',
    tone: 'good',
    text: 'The reply of the log stands on the page.',
    action: {
      label: 'Undo',
      run: () => {
        put(session, { text, native, recording });
        session.dismiss('edit');
      },
    },
  });
}

function put(session: Session, { text, native, recording }: Reply): void {
  session.setText(text);
  session.setNative(native);
  session.setRecording(recording);
}
