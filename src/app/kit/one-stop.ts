const moves = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 } as const;

/**
 * Makes the buttons in `strip` one stop of the Tab key: arrows go from one to the next, Home and End to the ends. The
 * stop is the button that had the focus last, else the chosen one, else the first. A list of them is a toolbar, from which
 * screen readers know that arrows move; it needs a name.
 */
export function oneStop(strip: HTMLElement): () => void {
  const buttons = (): HTMLElement[] => [...strip.querySelectorAll<HTMLElement>('button')];

  function stopAt(stop: HTMLElement | undefined): void {
    for (const button of buttons()) button.tabIndex = button === stop ? 0 : -1;
  }
  function choose(): void {
    strip.role = 'toolbar';
    for (const item of strip.children) item.role = 'presentation';
    const found = buttons();
    const chosen = found.find((button) => button === document.activeElement) ?? found.find(isChosen);
    stopAt(chosen ?? found[0]);
  }
  function onfocusin({ target }: FocusEvent): void {
    if (target instanceof HTMLElement) stopAt(target);
  }
  function onkeydown(event: KeyboardEvent): void {
    const found = buttons();
    const at = found.indexOf(document.activeElement as HTMLElement);
    if (at < 0 || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const by = Object.hasOwn(moves, event.key) ? moves[event.key as keyof typeof moves] : null;
    const to = by === null ? { Home: 0, End: found.length - 1 }[event.key] : (at + by + found.length) % found.length;
    if (to === undefined) return;
    event.preventDefault();
    found[to]?.focus();
  }

  choose();
  const observer = new MutationObserver(choose);
  observer.observe(strip, { childList: true, subtree: true, attributeFilter: ['aria-current', 'aria-expanded'] });
  strip.addEventListener('focusin', onfocusin);
  strip.addEventListener('keydown', onkeydown);
  return () => {
    observer.disconnect();
    strip.removeEventListener('focusin', onfocusin);
    strip.removeEventListener('keydown', onkeydown);
  };
}

function isChosen(button: HTMLElement): boolean {
  return button.hasAttribute('aria-current') || button.getAttribute('aria-expanded') === 'true';
}
