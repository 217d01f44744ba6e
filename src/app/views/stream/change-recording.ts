import { mostChunks, packRecording, type Recording, numberText } from '../../../core/index.ts';
import type { Session } from '../../page/session.svelte.ts';

/** The recordings that were made here. */
const cut = new WeakSet<object>();

/** Whether the chunks are those that somebody made on this page, and not those that came. */
export function isCutHere(recording: object | null): boolean {
  return recording !== null && cut.has(recording);
}

/**
 * Cuts the reply otherwise and says so, with a way back. Recorded times belong to the chunks that came: they go. Returns
 * false when nothing changed.
 */
export function changeRecording(session: Session, before: Recording, after: Recording, done: string): boolean {
  if (after === before || after.cuts.join() === before.cuts.join()) return false;
  if (after.cuts.length >= mostChunks) {
    const text = `That would be more than ${numberText(mostChunks)} chunks. Take larger ones.`;
    session.say({ kind: 'edit', tone: 'warn', text });
    return false;
  }
  const { recording, text } = session.fields;
  const packed = packRecording({ cuts: after.cuts, times: [] });
  cut.add(packed);
  session.set({ recording: packed });
  session.offerUndo({
    text: before.times.length === 0 ? done : `${done} The recorded times no longer fit and are gone.`,
    overwrites: ['text', 'recording'],
    undo: () => {
      // Borders belong to one text.
      if (session.fields.text === text) session.set({ recording });
    },
  });
  return true;
}
