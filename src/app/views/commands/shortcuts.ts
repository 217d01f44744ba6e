import { tick } from 'svelte';
import type { Command, CommandScope } from './commands.ts';
import { isMac } from './is-mac.ts';
import { KeyReader } from './key-reader.ts';
import { LetterKeys } from './letter-keys.svelte.ts';

/** Where letters are text, or choose something by its first letter. */
const writing = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable], [data-editor]';

/** Runs commands by their keys, first by those that were pressed `early`, before this was here. Returns what ends it. */
export function listen(scope: CommandScope, early: readonly KeyboardEvent[]): () => void {
  const reader = new KeyReader(isMac);
  const letterKeys = scope.page.of(LetterKeys);
  const place = (): string => {
    const { view, layout, matrix } = scope.page.session.fields;
    return `${view} ${layout.tab} ${String(matrix === null)}`;
  };
  /** Who opens something by a key has the focus nowhere, and would hear nothing of it. */
  const run = async (command: Command): Promise<void> => {
    const before = place();
    await command.run(scope);
    await tick();
    if (place() !== before && document.activeElement === document.body) document.querySelector('main')?.focus();
  };
  const onkeydown = (event: KeyboardEvent): void => {
    if (event.isComposing || event.defaultPrevented) return;
    const isWriting = event.target instanceof Element && event.target.closest(writing) !== null;
    // A dialog has the keys to itself, but for the one that leads to every command.
    const isFree = !isWriting && document.querySelector('dialog[open]') === null;
    const command = reader.read(event, letterKeys.on && isFree);
    if (command === null || (command !== 'more' && command.leavesFields === true && !isFree)) return;
    event.preventDefault();
    event.stopPropagation();
    if (command !== 'more') void run(command);
  };
  // Before the editor, which waits for a second key after Ctrl+K. Its commands are all in its own palette as well, F1.
  window.addEventListener('keydown', onkeydown, { capture: true });
  early.forEach(onkeydown);
  // Fetched while nobody waits for them. One that fails is asked for again when needed.
  void scope.page.results
    .rest()
    .then(() =>
      Promise.allSettled([
        import('./Dialogs.svelte'),
        import('./Palette.svelte'),
        import('./Sheet.svelte'),
        import('../history/HistoryList.svelte'),
        import('../present/Presenter.svelte'),
      ]),
    );
  return () => {
    window.removeEventListener('keydown', onkeydown, { capture: true });
  };
}
