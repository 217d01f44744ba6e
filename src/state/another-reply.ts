import type { LinkState } from '../permalink/state.ts';

type Reply = Pick<LinkState, 'text' | 'native'>;

/** Whether another reply came: less than half of the old one is left at the ends of the new one. Linear. */
export function isAnotherReply(before: Reply, after: Reply): boolean {
  const [old, now] = [before.text || before.native, after.text || after.native];
  if (old === now) return false;
  const least = Math.min(old.length, now.length);
  let head = 0;
  while (head < least && old.charCodeAt(head) === now.charCodeAt(head)) head += 1;
  let tail = 0;
  while (tail < least - head && old.charCodeAt(old.length - 1 - tail) === now.charCodeAt(now.length - 1 - tail)) {
    tail += 1;
  }
  return old === '' || head + tail < old.length / 2;
}
