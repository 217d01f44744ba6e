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

/** True when `offset` touches the span; both ends count, so that a caret at either edge belongs to it. */
export function touches(area: Span, offset: number): boolean {
  return area.from <= offset && offset <= area.to;
}

export function overlaps(a: Span, b: Span): boolean {
  return a.from < b.to && b.from < a.to;
}

export function shift(area: Span, by: number): Span {
  return by === 0 ? area : { from: area.from + by, to: area.to + by };
}

export function lengthOf(area: Span): number {
  return area.to - area.from;
}

export function slice(text: string, area: Span): string {
  return text.slice(area.from, area.to);
}
