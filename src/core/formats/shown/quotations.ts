import type { Span } from '../../text/document/index.ts';
import { languageOf, mayHoldCalls } from './languages.ts';

/** Longer lines are not searched for inline code, in UTF-16 units. */
const LONGEST_LINE = 4_000;

const SPACE = 0x20;
const GREATER = 0x3e;
const BACKTICK = 0x60;
const TILDE = 0x7e;

/**
 * The quotations of Markdown between 0 and `to`: blockquotes, inline code, and code blocks whose language says that they
 * hold no call. In order, without overlap. Linear.
 *
 *     > never run <b>       Write `<tool_call>` here       ```sh\n<tool_call>\n```
 *     ^ to the line end           ^ with its backticks     ^ with its fences
 */
export function quotations(text: string, to: number): Span[] {
  const found: Span[] = [];
  let fence: { readonly sign: string; readonly from: number; readonly isQuote: boolean } | null = null;
  /** The next backtick. Most lines have none, so they are skipped without a search of their own. */
  let tick = text.indexOf('`');
  for (let from = 0; from < to;) {
    const lineFeed = text.indexOf('\n', from);
    const end = lineFeed < 0 || lineFeed > to ? to : lineFeed;
    const begin = codeAfterIndent(text, from, end);
    const sign = begin === BACKTICK || begin === TILDE ? fenceSign(text, from, end) : null;
    if (fence !== null) {
      if (sign !== null && sign.startsWith(fence.sign)) {
        if (fence.isQuote) found.push({ from: fence.from, to: end });
        fence = null;
      }
    } else if (sign !== null) {
      const signFrom = text.indexOf(sign, from);
      const info = text
        .slice(signFrom + sign.length, Math.min(end, signFrom + 60))
        .trim()
        .toLowerCase();
      fence = { sign, from, isQuote: !mayHoldCalls(languageOf(info)) };
    } else if (begin === GREATER && /^ {0,3}>(?!>>\S)/.test(text.slice(from, Math.min(end, from + 8)))) {
      found.push({ from, to: end });
    } else {
      if (tick >= 0 && tick < from) tick = text.indexOf('`', from);
      if (tick >= 0 && tick < end) addInlineCode(found, text, from, end);
    }
    from = end + 1;
  }
  return found;
}

/** The first UTF-16 unit of a line after up to three spaces; -1 if the line has none. */
function codeAfterIndent(text: string, from: number, to: number): number {
  let at = from;
  while (at < to && at < from + 3 && text.charCodeAt(at) === SPACE) at += 1;
  return at < to ? text.charCodeAt(at) : -1;
}

/** The fence (three or more backticks or tildes) that begins a line; null if none does. */
function fenceSign(text: string, from: number, to: number): string | null {
  return /^ {0,3}(`{3,}|~{3,})/.exec(text.slice(from, Math.min(to, from + 40)))?.[1] ?? null;
}

/** Adds the inline code of a line: text between two runs of backticks of the same length. */
function addInlineCode(found: Span[], text: string, from: number, to: number): void {
  if (to - from > LONGEST_LINE) return;
  const runs = [...text.slice(from, to).matchAll(/`+/g)].map(({ 0: run, index }) => ({
    from: from + index,
    to: from + index + run.length,
  }));
  for (let open = 0; open < runs.length; open += 1) {
    const begin = runs[open] as Span;
    const close = runs.findIndex((run, index) => index > open && run.to - run.from === begin.to - begin.from);
    if (close < 0) continue;
    found.push({ from: begin.from, to: (runs[close] as Span).to });
    open = close;
  }
}
