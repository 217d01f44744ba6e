import type { Span } from '../../../text/document/index.ts';
import { isPythonSpace, strippedSpan } from '../../../text/languages/index.ts';
import type { Recorder } from '../../../trace/index.ts';
import { gapsIn } from '../../kit/index.ts';

/** What lies in a section beside its calls, as far as it is only white space: markers and layout, which no client misses. */
export function blankGaps(text: string, section: Span, calls: readonly Span[]): Span[] {
  return gapsIn(section, calls).filter(({ from, to }) => isBlank(text, from, to));
}

/** Says what is dropped between two places, if that is more than white space. */
export function noteText<Code extends string>(
  code: Code,
  text: string,
  from: number,
  to: number,
  steps: Recorder<Code> | null,
): void {
  const dropped = strippedSpan(text, from, Math.max(from, to));
  if (dropped.from < dropped.to) steps?.quirk(code, dropped);
}

/** Whether `str.strip()` leaves nothing. */
export function isBlank(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) if (!isPythonSpace(text.charCodeAt(at))) return false;
  return true;
}

/** Where a marker is for the first time, from a place on; null where it is not. */
export function firstMarker(text: string, marker: string, start = 0): Span | null {
  const from = text.indexOf(marker, start);
  return from < 0 ? null : { from, to: from + marker.length };
}

/** From the first of several spans to the last, which are in order; null where there are none. */
export function spanOf(spans: readonly Span[]): Span | null {
  const first = spans[0];
  const last = spans.at(-1);
  return first === undefined || last === undefined ? null : { from: first.from, to: last.to };
}

/** One newline less at each end. */
export function withoutNewlines(text: string, from: number, to: number): Span {
  const start = from < to && text.charAt(from) === '\n' ? from + 1 : from;
  return { from: start, to: start < to && text.charAt(to - 1) === '\n' ? to - 1 : to };
}
