import { isEmbed } from '../../embed/wish.ts';

/** What this browser keeps of lessons. An embed keeps nothing. */
type Key = 'callscope.lessons' | 'callscope.answers' | 'callscope.other-lessons' | 'callscope.exercises';

export function keptText(key: Key): string | null {
  try {
    return isEmbed(location.search) ? null : localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function keepText(key: Key, text: string): void {
  try {
    if (!isEmbed(location.search)) localStorage.setItem(key, text);
  } catch {
    // Without storage it lasts as long as the page.
  }
}
