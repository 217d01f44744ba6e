import { sharedEnd, sharedStart } from '../../../core/index.ts';
import type { LinkState } from '../../permalink/state.ts';

/** Whether `next` is what became of `previous` by editing, rather than other work in its place. */
export function continues(previous: LinkState, next: LinkState): boolean {
  // A paste is the text until its reply is found in it.
  const { raw, text } = previous;
  if (text !== '' && text === next.raw && (raw === '' || raw === text)) return true;
  return (['text', 'native', 'tools', 'system'] as const).every((part) => sharesHalf(previous[part], next[part]));
}

/** How much is compared at either end: what is longer than that and begins alike is the same work. */
const COMPARED = 10_000;

function sharesHalf(previous: string, next: string): boolean {
  if (previous === next) return true;
  const head = sharedStart(previous, next, COMPARED);
  const left = Math.min(previous.length, next.length) - head;
  const tail = sharedEnd(previous, next, Math.min(left, COMPARED));
  return (head + tail) * 2 >= Math.min(previous.length, 2 * COMPARED);
}
