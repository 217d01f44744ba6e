import type { MessageParser } from './message.ts';
import { begunAt } from './pattern.ts';
import type { Span } from '../../../../text/document/index.ts';

/**
 * Reasoning at the beginning, one block after another, with the format `deepseek`: `try_parse_reasoning`. Reasoning without a
 * closing tag takes everything, and the beginning of an opening tag at the end of the text is dropped.
 */
export function tryReasoning(parser: MessageParser, open: string, close: string): void {
  const { text, syntax, steps } = parser;
  const { length } = text;
  /** The opening tag, where the template has opened the reasoning already: it becomes part of it then. */
  let tag: Span | null = null;
  const add = (from: number, to: number): void => {
    const span = stripped(parser, from, to);
    if (span.from === span.to) return;
    if (tag !== null) parser.addReasoning(tag);
    tag = null;
    parser.addReasoning(span);
  };
  const opened = (at: number): number => {
    const to = at + open.length;
    steps.marker(open, 'open', at, to);
    parser.blocks.push({ from: at, to });
    if (syntax.opensThinking) tag = { from: at, to };
    return to;
  };

  let at = parser.afterSpaces(parser.at);
  if (at === length) {
    if (!syntax.opensThinking) return;
    parser.at = length;
    return;
  }
  parser.looked(open, text.startsWith(open, at) || begins(text, open, at));
  if (text.startsWith(open, at)) {
    parser.addContent({ from: parser.at, to: at });
    at = opened(at);
  } else if (begins(text, open, at)) {
    steps.quirk('tail-dropped', { from: at, to: length });
    parser.at = length;
    return;
  } else if (!syntax.opensThinking) {
    return;
  }
  while (at < length) {
    const end = parser.indexOf(close, at);
    if (end < 0) {
      const begun = begunAt(text, close, at);
      if (begun >= 0) parser.hasFound = true;
      add(at, begun < 0 ? length : begun);
      steps.quirk('think-tag-missing', { from: at, to: length });
      break;
    }
    add(at, end);
    steps.marker(close, 'close', end, end + close.length);
    const next = parser.afterSpaces(end + close.length);
    parser.blocks.push({ from: end, to: next });
    if (!text.startsWith(open, next)) {
      parser.at = begins(text, open, next) ? length : next;
      return;
    }
    at = opened(next);
  }
  parser.at = length;
}

/** Whether the text ends from `at` on with a beginning of a tag. */
function begins(text: string, tag: string, at: number): boolean {
  return text.length - at < tag.length && tag.startsWith(text.slice(at));
}

/** A range without the white space around it. */
function stripped(parser: MessageParser, from: number, to: number): Span {
  const start = Math.min(parser.afterSpaces(from), to);
  let end = to;
  while (end > start && ' \t\n\v\f\r'.includes(parser.text.charAt(end - 1))) end -= 1;
  return { from: start, to: end };
}
