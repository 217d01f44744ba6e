/** A half-open range `[from, to)` of UTF-16 offsets into the document. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export function span(from: number, to: number): Span {
  return { from, to };
}

/** True when `inner` lies inside `outer`; equal spans contain each other. */
export function contains(outer: Span, inner: Span): boolean {
  return outer.from <= inner.from && inner.to <= outer.to;
}

export function overlaps(a: Span, b: Span): boolean {
  return a.from < b.to && b.from < a.to;
}

/** Where `needle` comes first in `area`, whole. */
export function locate(text: string, needle: string, area: Span): Span | null {
  const at = text.indexOf(needle, area.from);
  return at >= 0 && at + needle.length <= area.to ? { from: at, to: at + needle.length } : null;
}

export function slice(text: string, area: Span): string {
  return text.slice(area.from, area.to);
}
