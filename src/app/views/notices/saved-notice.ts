import type { Notice } from '../../page/notices.ts';

/** A browser may save a file without a word. */
export function savedNotice(name: string): Notice {
  return { kind: 'saved', tone: 'good', text: `Saved as \`${name}\`.` };
}
