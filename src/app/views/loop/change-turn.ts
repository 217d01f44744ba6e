import type { Session } from '../../page/session.svelte.ts';
import { emptyLoop, goToTurn, nextTurn, withoutTurn, type TurnChange } from '../../page/turns.ts';

/** A reply becomes the next turn; what was after the one on the page goes. There is a way back. */
export function takeNextTurn(session: Session, text: string): void {
  const { earlier, later } = session.fields.loop ?? emptyLoop;
  const gone = later.length === 0 ? '' : ' The later turns were removed.';
  change(session, nextTurn(session.fields, text, ''), `Turn ${String(earlier.length + 2)} is open.${gone}`);
}

export function showTurn(session: Session, index: number): void {
  const gone = goToTurn(session.fields, index);
  if (gone === null) return;
  session.setLoop(gone.loop, gone.own);
  session.dismiss('edit');
}

export function removeTurn(session: Session): void {
  const without = withoutTurn(session.fields);
  if (without !== null) change(session, without, 'The turn was removed.');
}

/** Changes the conversation and says so, with a way back. */
function change(session: Session, { loop, own }: TurnChange, done: string): void {
  const { text, native, recording, loop: before } = session.fields;
  session.setLoop(loop, own);
  session.offerUndo({
    text: done,
    overwrites: ['text', 'native', 'recording', 'loop'],
    undo: () => {
      session.setLoop(before, { text, native, recording });
    },
  });
}
