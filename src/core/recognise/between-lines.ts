import { endOfLine, type Span } from '../text/document/index.ts';
import { isLogLine } from './log-text.ts';
import { hasMarkup } from './markup.ts';

/** The word that a program prints before a reply: `content: `, `[assistant] `, `Response: `. */
const LABEL =
  /^\s{0,4}(?:\[?(?:content|response|reply|output|assistant|model|message|answer|text|result)\]?[:=]|\[(?:assistant|model|content)\])[ \t]{0,4}/i;

/** Lines of a stack, whose code may look like a call. */
const OF_STACK = /^\s{2,12}(?:File "|at \S|raise |return |[\w.]{1,60}\()|^Traceback /;

/**
 * What a program prints between the lines of a log: in the log of two containers the client shows the reply, and the server knows
 * nothing of it. The last run of such lines that has the signs of a call; null for none. Linear.
 */
export function betweenLines(text: string): Span | null {
  let found: Span | null = null;
  let from = -1;
  let logged = 0;
  const close = (to: number): void => {
    if (from < 0) return;
    const begin = from + (LABEL.exec(text.slice(from, Math.min(to, from + 40)))?.[0].length ?? 0);
    if (hasMarkup(text.slice(begin, to))) found = { from: begin, to };
    from = -1;
  };
  for (let at = 0; at < text.length;) {
    const to = endOfLine(text, at);
    const line = text.slice(at, Math.min(to, at + 400));
    const isOther = isLogLine(line) || OF_STACK.test(line);
    if (isOther) {
      logged += 1;
      close(Math.max(from, at - 1));
    } else if (from < 0 && line.trim() !== '') from = at;
    at = to + 1;
  }
  close(text.length);
  return logged === 0 ? null : found;
}
