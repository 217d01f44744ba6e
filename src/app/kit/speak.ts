/** How long somebody who writes has to pause, and how long anything else has to be the same. In milliseconds. */
const PAUSE = 1000;
const REST = 200;
/** How long what was said stays in the page, where it would be read a second time. */
const STAY = 5000;

/**
 * Announces what `shown` says, once it is not busy and has come to rest: the newest alone, and nothing twice in a row. Where it
 * changes with every key, to announce each change is to talk over who writes. Returns what ends it.
 */
export function speak(shown: HTMLElement): () => void {
  const status = Object.assign(document.createElement('span'), { role: 'status', className: 'visually-hidden' });
  shown.after(status);
  let said = '';
  let timer: ReturnType<typeof setTimeout> | undefined;

  const say = (): void => {
    // It ends with a change, after which it is looked at again.
    if (shown.getAttribute('aria-busy') === 'true') return;
    const words = wordsOf(shown);
    if (words === said) return;
    said = words;
    status.textContent = words;
    timer = setTimeout(() => {
      status.textContent = '';
    }, STAY);
  };
  const wait = (): void => {
    clearTimeout(timer);
    const isWriting = document.activeElement?.closest('input, textarea, [data-editor]') ?? null;
    timer = setTimeout(say, isWriting === null ? REST : PAUSE);
  };

  const observer = new MutationObserver(wait);
  observer.observe(shown, { subtree: true, childList: true, characterData: true, attributeFilter: ['aria-busy'] });
  wait();
  return () => {
    clearTimeout(timer);
    observer.disconnect();
    status.remove();
  };
}

/** What its buttons are called is no part of what it says. */
function wordsOf(shown: HTMLElement): string {
  const copy = shown.cloneNode(true) as HTMLElement;
  for (const button of copy.querySelectorAll('button')) button.remove();
  return copy.textContent.replaceAll(/\s+/g, ' ').trim();
}
