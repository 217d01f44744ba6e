import { endOfLine, type Span } from '../../text/document/index.ts';
import { isLogLine } from './log-text.ts';
import { hasMarkup } from '../markup.ts';

/** The word that a program prints before a reply: `content: `, `[assistant] `, `Response: `. */
const LABEL =
  /^\s{0,4}(?:\[?(?:content|response|reply|output|assistant|model|message|answer|text|result)\]?[:=]|\[(?:assistant|model|content)\])[ \t]{0,4}/i;

/** The same on a line of the log itself: `DBG LLM result: <tool_call>`, `INFO: Response: Let me look.` */
const LOGGED =
  /^[^{}<>"]{0,120}\b(?:responses?|results?|reply|outputs?|completion|generation|generated(?: text)?|answer)(?:\([a-z]{1,20}\))?[:=] {0,4}(?=\S)/i;
/** What was asked is logged as well. */
const ASKED = /prompt|request|input|received|incoming|messages/i;

/** Any program logs a response: that of a model has the signs of a call. */
const CALL = /<[a-z|｜]|\[[A-Z_]{4,20}\]|"(?:name|tool|function|action)"/;

/** So much of a run is looked at. */
const MOST_SHOWN = 20_000;

/** Lines of a stack, whose code may look like a call, and what an error says. */
const OF_STACK =
  /^\s{2,12}(?:File "|at \S|raise |return |[\w.]{1,60}\()|^Traceback |^\[?(?:\w{1,40}\.){0,5}[A-Z]\w{2,60}(?:Error|Exception)\b|^Error message: /;

/**
 * What a program prints between the lines of a log: in the log of two containers the client shows the reply, and the server knows
 * nothing of it. The last run of such lines that has the signs of a call; null for none. Linear.
 *
 * @param isLabelled whether only what a line of the log itself calls a response counts
 */
export function betweenLines(text: string, isLabelled = false): Span | null {
  let found: Span | null = null;
  let from = -1;
  let logged = 0;
  let isCalled = false;
  const close = (to: number): void => {
    if (from < 0) return;
    const begin = from + (LABEL.exec(text.slice(from, Math.min(to, from + 40)))?.[0].length ?? 0);
    const shown = text.slice(begin, Math.min(to, begin + MOST_SHOWN));
    if (isCalled ? CALL.test(shown) : hasMarkup(shown)) found = { from: begin, to };
    from = -1;
  };
  for (let at = 0; at < text.length;) {
    const to = endOfLine(text, at);
    const line = text.slice(at, Math.min(to, at + 400));
    const isOther = isLogLine(line) || OF_STACK.test(line);
    if (isOther) {
      logged += 1;
      close(Math.max(from, at - 1));
    }
    const label = from < 0 && !OF_STACK.test(line) ? (LOGGED.exec(line)?.[0] ?? '') : '';
    if (label !== '' && !ASKED.test(label)) [from, isCalled] = [at + label.length, isOther];
    else if (from < 0 && !isOther && !isLabelled && !/^\s*(?:```\s*)?$/.test(line)) [from, isCalled] = [at, false];
    at = to + 1;
  }
  close(text.length);
  return logged === 0 ? null : found;
}
