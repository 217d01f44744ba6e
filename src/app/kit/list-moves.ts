/** As many entries as a page key leaps. */
const LEAP = 10;

/** Where a key leads in a list whose field has the focus, round at its ends; null for keys that do not move. */
export function movedInList(key: string, at: number, count: number): number | null {
  const last = count - 1;
  switch (key) {
    case 'ArrowDown':
      return at >= last ? 0 : at + 1;
    case 'ArrowUp':
      return at <= 0 ? last : at - 1;
    case 'PageDown':
      return Math.min(last, at + LEAP);
    case 'PageUp':
      return Math.max(0, at - LEAP);
    default:
      return null;
  }
}

/** Keeps the entry of the list that is chosen in sight. */
export function inView(option: HTMLElement): void {
  option.scrollIntoView({ block: 'nearest' });
}
