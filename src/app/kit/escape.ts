/** What Escape closes, in the order in which it was opened; null closes on its own. */
const opened: { readonly close: (() => void) | null }[] = [];

/**
 * Says that something is open that Escape closes. Escape closes what was opened last, and only that. A `dialog` element
 * knows Escape already: it passes null. Returns what says that it is closed.
 */
export function closesOnEscape(close: (() => void) | null): () => void {
  const entry = { close };
  if (opened.length === 0) window.addEventListener('keydown', onkeydown);
  opened.push(entry);
  return () => {
    opened.splice(opened.indexOf(entry), 1);
    if (opened.length === 0) window.removeEventListener('keydown', onkeydown);
  };
}

/** After everything else that knows the key: an editor closes its own list of words first. */
function onkeydown(event: KeyboardEvent): void {
  const last = opened.at(-1);
  if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing || !last?.close) return;
  event.preventDefault();
  last.close();
}
