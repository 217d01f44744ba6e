import type { Span } from '../../text/document/index.ts';
import { readObjects } from './objects.ts';
import { readTags } from './tags.ts';
import type { CollectedCalls } from './collected-calls.ts';

export const TICKS = '```';

/**
 * Between three backticks with a line break somewhere after them and the next three: tags and objects once more. Here
 * nobody drops copies. False where the original crashes.
 */
export function readCodeBlocks(collected: CollectedCalls, text: Span, tier: string): boolean {
  const { rec } = collected;
  const { document } = rec;
  for (let open = document.indexOf(TICKS, text.from); open >= 0 && open < text.to;) {
    const from = document.indexOf('\n', open + TICKS.length);
    const to = from < 0 ? -1 : document.indexOf(TICKS, from);
    if (to < 0 || to >= text.to) {
      rec.reject('code-block-unclosed', { from: open, to: open + TICKS.length });
      break;
    }
    const span = { from: open, to: to + TICKS.length };
    const before = rec.calls.length;
    rec.enter('block', tier, span);
    rec.marker(TICKS, 'open', open, open + TICKS.length);
    const tags = readTags(collected, { from, to }, tier);
    if (tags !== null) readObjects(collected, { from, to }, tier, { tags, dropsCopies: false });
    rec.marker(TICKS, 'close', to, span.to);
    rec.leave(span, tags === null ? 'malformed' : rec.calls.length > before ? 'matched' : 'empty');
    if (tags === null) return false;
    open = document.indexOf(TICKS, span.to);
  }
  return true;
}
