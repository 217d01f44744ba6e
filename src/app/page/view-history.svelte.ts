import { viewIds, type ViewId } from './fields.ts';
import type { Session } from './session.svelte.ts';

/**
 * Makes each view that is shown a place in the history of the tab: Back leads from a reply to the list that it was opened from,
 * and not away from the page. Back closes a dialog that is open. Part of an effect root.
 */
export function keepViewsInHistory(session: Pick<Session, 'fields' | 'setView'>): void {
  $effect(() => {
    const { view } = session.fields;
    const known = viewOf(history.state);
    // The place of a link, and the first one, have none yet.
    if (known === null) history.replaceState({ view }, '');
    else if (known !== view) history.pushState({ view }, '');
  });
  $effect(() => {
    const go = ({ state }: PopStateEvent): void => {
      const view = viewOf(state);
      if (view === null || view === session.fields.view) return;
      const dialog = [...document.querySelectorAll('dialog:modal')].at(-1);
      if (dialog === undefined) session.setView(view);
      else {
        // What lies over the view goes first, and the view stays.
        dialog.dispatchEvent(new Event('cancel', { cancelable: true }));
        history.forward();
      }
    };
    window.addEventListener('popstate', go);
    return () => {
      window.removeEventListener('popstate', go);
    };
  });
}

/** Untrusted: another release of the page may have written it. */
function viewOf(state: unknown): ViewId | null {
  if (typeof state !== 'object' || state === null || !('view' in state)) return null;
  return viewIds.find((id) => id === state.view) ?? null;
}
