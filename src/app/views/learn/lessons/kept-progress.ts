import { isEmbed } from '../../embed/wish.ts';
import { type Progress, readProgress, writeProgress } from './progress.ts';

/** What this browser keeps the progress under. An embed keeps nothing. */
const PROGRESS_KEY = 'callscope.lessons';

export function keptProgress(): Progress {
  if (isEmbed(location.search)) return readProgress(null);
  try {
    return readProgress(localStorage.getItem(PROGRESS_KEY));
  } catch {
    return readProgress(null);
  }
}

export function keepProgress(progress: Progress): void {
  if (isEmbed(location.search)) return;
  try {
    localStorage.setItem(PROGRESS_KEY, writeProgress(progress));
  } catch {
    // Without storage the progress lasts as long as the page.
  }
}
