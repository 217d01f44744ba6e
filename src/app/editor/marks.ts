import type { Span } from '../../core/index.ts';
import type { EditorProblem, HighlightClass } from './editor-port.ts';
import { cutsPair } from './text-change.ts';

/** A part of the text that the textarea's backdrop draws: a highlight, or a problem. */
export interface Mark extends Span {
  readonly className: HighlightClass | EditorProblem['severity'];
  readonly title?: string | undefined;
}

/** A run of text with the same marks. */
export interface Segment {
  readonly text: string;
  /** Space-separated CSS classes; empty where nothing is marked. */
  readonly classes: string;
}

/** The CSS classes of a mark, the same in every editor. */
export function classOf(className: Mark['className']): string {
  return `editor-mark editor-mark-${className}`;
}

/**
 * What of the text a span is drawn on: inside the text, in whole characters, and one character wide where it is empty, so
 * that "here something is missing" can be seen. Line breaks at its ends are left out: a frame around one looks like a caret.
 */
export function drawnSpan(text: string, { from, to }: Span): Span {
  let start = Math.max(0, Math.min(from, text.length));
  let end = Math.max(start, Math.min(to, text.length));
  if (start === end) {
    const before = text.charAt(start - 1);
    if (start < text.length && text.charAt(start) !== '\n') end++;
    else if (before !== '' && before !== '\n') start--;
  }
  const first = skipBreaks(text, start, end, 1);
  // Of line breaks alone, they are what is drawn.
  if (first < end) [start, end] = [first, skipBreaks(text, end - 1, first, -1) + 1];
  if (cutsPair(text, start)) start--;
  if (cutsPair(text, end)) end++;
  return { from: start, to: end };
}

function skipBreaks(text: string, from: number, to: number, by: 1 | -1): number {
  let at = from;
  while (at !== to && (text[at] === '\n' || text[at] === '\r')) at += by;
  return at;
}

/** Cuts the text where marks begin or end. Put together again, the segments are the text. */
export function segmentsOf(text: string, marks: readonly Mark[]): Segment[] {
  const edges: { at: number; mark: number; begins: boolean }[] = [];
  marks.forEach((mark, index) => {
    const { from, to } = drawnSpan(text, mark);
    if (from === to) return;
    edges.push({ at: from, mark: index, begins: true }, { at: to, mark: index, begins: false });
  });
  edges.sort((a, b) => a.at - b.at);

  const segments: Segment[] = [];
  const open = new Set<Mark['className']>();
  // One class can be open twice at a place.
  const depth = new Map<Mark['className'], number>();
  let from = 0;
  for (const { at, mark, begins } of edges) {
    if (at > from) {
      segments.push({ text: text.slice(from, at), classes: classesOf(open) });
      from = at;
    }
    const className = marks[mark]?.className;
    if (className === undefined) continue;
    const now = (depth.get(className) ?? 0) + (begins ? 1 : -1);
    depth.set(className, now);
    if (now > 0) open.add(className);
    else open.delete(className);
  }
  if (from < text.length) segments.push({ text: text.slice(from), classes: '' });
  return segments;
}

function classesOf(open: ReadonlySet<Mark['className']>): string {
  if (open.size === 0) return '';
  // In one order, so that equal segments have equal classes.
  return ['editor-mark', ...[...open].map((className) => `editor-mark-${className}`).sort()].join(' ');
}

/** The segments of each line, which ends with its line break; there is always a last line, maybe empty. */
export function linesOf(segments: readonly Segment[]): Segment[][] {
  let line: Segment[] = [];
  const lines = [line];
  for (const { text, classes } of segments) {
    let from = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', from)) {
      line.push({ text: text.slice(from, end + 1), classes });
      line = [];
      lines.push(line);
      from = end + 1;
    }
    if (from < text.length) line.push({ text: text.slice(from), classes });
  }
  return lines;
}
