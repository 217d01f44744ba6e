import type { Example } from '../../page/gallery/example.ts';
import type { Failure } from '../../page/gallery/failures.ts';
import type { ViewId } from '../../page/fields.ts';
import type { Session } from '../../page/session.svelte.ts';

/** The views of a case; others show none of it. */
const showsReply: ReadonlySet<ViewId> = new Set(['reply', 'stream', 'loop', 'compare']);

/** Opens an example where it can be seen: most suit any view of Debug; the others name their view. */
export function openExample(session: Session, { title, state }: Pick<Example, 'title' | 'state'>): void {
  const { view } = session.fields;
  const own = state.view;
  session.openExample({ ...state, view: own === 'reply' && showsReply.has(view) ? view : own }, title);
}

/** Opens a failure as it happened. */
export function openFailure(session: Session, { title, state }: Failure): void {
  session.openExample(state, title);
}

/** Opens a failure with what helps. */
export function openRemedy(session: Session, { title, state, remedy }: Failure): void {
  session.openExample({ ...state, ...remedy.change }, `${title}, fixed`);
}

/** Whether something is different with what helps: a reply that is read whole is the same one. */
export function hasRemedyState({ remedy }: Failure): boolean {
  return Object.keys(remedy.change).length > 0;
}
