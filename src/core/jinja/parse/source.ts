import { partitionPoint, type Span } from '../../text/document/index.ts';
import type { TemplateSpan } from '../rendering.ts';

/** A template's text as Jinja reads it, and the way back to the text as it is written. */
export interface Source {
  /** With `\n` for every line end, and without the last one. */
  readonly source: string;
  readonly original: string;
  /** An offset of `source` as an offset of `original`. */
  readonly originalAt: (offset: number) => number;
  readonly spanOf: (span: Span) => TemplateSpan;
}

export function readSource(original: string): Source {
  const { text, dropped } = normalised(original);
  const source = text.endsWith('\n') ? text.slice(0, -1) : text;
  const originalAt = (offset: number): number => offset + countBefore(dropped, offset);
  const lineStarts: number[] = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lineStarts.push(at + 1);
  const spanOf = ({ from, to }: Span): TemplateSpan => {
    const line = countBefore(lineStarts, from);
    const lineFrom = originalAt(lineStarts[line - 1] ?? 0);
    const at = originalAt(from);
    return { from: at, to: originalAt(to), line, column: at - lineFrom + 1 };
  };
  return { source, original, originalAt, spanOf };
}

/** `dropped`: for each `\r\n`, where its line end is in the text that is left. */
function normalised(original: string): { readonly text: string; readonly dropped: readonly number[] } {
  if (!original.includes('\r')) return { text: original, dropped: [] };
  const dropped: number[] = [];
  const text = original.replace(/\r\n?/g, (end, at: number) => {
    // What comes after it is one further on in the original.
    if (end.length === 2) dropped.push(at - dropped.length + 1);
    return '\n';
  });
  return { text, dropped };
}

/** How many of the ascending numbers are at most `limit`. */
function countBefore(numbers: readonly number[], limit: number): number {
  return partitionPoint(numbers, (number) => number <= limit);
}
