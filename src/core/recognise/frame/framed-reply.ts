import type { Span } from '../../text/document/index.ts';
import { betweenLines } from '../logs/between-lines.ts';
import { type Found, noSpan, plain } from '../found.ts';
import { frameOf, numberedLines } from './frame.ts';
import { isLogLine } from '../logs/log-text.ts';
import { hasCallSigns } from '../markup.ts';
import { replyAt } from '../recognised.ts';

/** A call of a model with the frame of somebody else around it: a panel, a quotation, the heads of a log. */
export function framedReply(content: string): Found | null {
  const { text, isForeign } = frameOf(numberedLines(content), true);
  if (!isForeign || !hasCallSigns(text)) return null;
  const isLog = text.split('\n').some(isLogLine);
  const span = isLog ? betweenLines(text) : filledPart(text);
  if (span === null) return null;
  const reply = noSpan(replyAt(text, span));
  return { ...plain, kind: 'reply', label: 'a reply in a frame', replies: [reply] };
}

/** Without the line ends that the borders of a panel leave. */
function filledPart(text: string): Span {
  const from = text.lastIndexOf('\n', text.length - text.trimStart().length - 1) + 1;
  return { from, to: text.trimEnd().length };
}
