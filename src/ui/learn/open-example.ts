import type { Example } from '../../state/examples/example.ts';
import type { Session } from '../../state/session.svelte.ts';

/** Opens an example where it can be seen: most suit any view of the reply; the others name their view. */
export function openExample(session: Session, example: Example): void {
  const { view } = session.fields;
  const own = example.state.view;
  session.openExample({ ...example.state, view: own === 'reply' && view !== 'formats' ? view : own }, example.title);
}
