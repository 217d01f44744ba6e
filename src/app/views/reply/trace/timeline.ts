import type { TraceEvent } from '../../../../core/index.ts';
import { countBefore, type Rung } from './ladder.ts';

/** Kinds of marks, from the one that hides others in its column to the one that never does. */
export const markKinds = ['reject', 'quirk', 'call', 'repair', 'yes', 'no', 'skip', 'block', 'marker', 'read'] as const;

export type MarkKind = (typeof markKinds)[number];

export interface Mark {
  readonly kind: MarkKind;
  /** Where it is, in steps from the first. */
  readonly at: number;
}

function markKind(event: TraceEvent): MarkKind {
  if (event.kind === 'gate') return event.answer ? 'yes' : 'no';
  if (event.kind === 'enter' || event.kind === 'leave') return 'block';
  return event.kind;
}

/**
 * One mark for every step that is shown; where there are more steps than columns, one for every column: the one that
 * matters most of its steps.
 */
export function marksOf(trace: readonly TraceEvent[], shown: readonly number[], columns: number): Mark[] {
  const marks: Mark[] = [];
  const count = Math.min(shown.length, Math.max(0, Math.floor(columns)));
  for (let column = 0; column < count; column += 1) {
    const from = Math.floor((column * shown.length) / count);
    const to = Math.floor(((column + 1) * shown.length) / count);
    let best: Mark | null = null;
    for (let at = from; at < to; at += 1) {
      const event = trace[shown[at] ?? -1];
      if (event === undefined) continue;
      const kind = markKind(event);
      if (best === null || markKinds.indexOf(kind) < markKinds.indexOf(best.kind)) best = { kind, at };
    }
    if (best !== null) marks.push(best);
  }
  return marks;
}

/** The part of the timeline that belongs to a tier. */
export interface Band {
  readonly rung: Rung;
  readonly from: number;
  readonly to: number;
}

export function bandsOf(rungs: readonly Rung[], shown: readonly number[]): Band[] {
  return rungs.map((rung) => {
    const from = countBefore(shown, rung.steps[0]?.step ?? rung.enter);
    return { rung, from, to: from + rung.steps.length };
  });
}

/** What draws a mark `size` wide around `x`; with little room, kinds differ by their height. */
export function markPath(kind: MarkKind, x: number, size: number): string {
  const middle = 11;
  if (size < 6) {
    const tall = barHeights[kind];
    const wide = Math.max(1, size * 0.8);
    return `M${round(x - wide / 2)} ${String(20 - tall)}h${round(wide)}v${String(tall)}h${round(-wide)}z`;
  }
  const r = size / 2;
  const point = (dx: number, dy: number): string => `${round(x + dx * r)} ${round(middle + dy * r)}`;
  const line = (...points: [number, number][]): string => points.map(([dx, dy]) => point(dx, dy)).join('L');
  switch (kind) {
    case 'yes':
    case 'no': {
      const arc = `a${round(r)} ${round(r)} 0 1 0 `;
      return `M${point(-1, 0)}${arc}${round(2 * r)} 0${arc}${round(-2 * r)} 0z`;
    }
    case 'call':
      return `M${line([-1, -1], [1, -1], [1, 1], [-1, 1])}z`;
    case 'reject':
      return `M${line([-0.9, -0.9], [0.9, 0.9])}M${line([0.9, -0.9], [-0.9, 0.9])}`;
    case 'quirk':
      return `M${line([0, -1.1], [1.1, 0.9], [-1.1, 0.9])}z`;
    case 'repair':
      return `M${line([0, -1.2], [1.2, 0], [0, 1.2], [-1.2, 0])}z`;
    case 'skip':
      return `M${line([-1, 0], [1, 0])}`;
    case 'block':
      return `M${line([-0.7, -1], [0.9, 0], [-0.7, 1])}z`;
    case 'marker':
      return `M${line([0, -1], [0, 1])}`;
    case 'read':
      return `M${line([-0.4, -0.4], [0.4, -0.4], [0.4, 0.4], [-0.4, 0.4])}z`;
  }
}

const barHeights = {
  reject: 20,
  quirk: 17,
  call: 14,
  repair: 12,
  yes: 10,
  no: 10,
  skip: 4,
  block: 8,
  marker: 6,
  read: 4,
} as const satisfies Record<MarkKind, number>;

function round(value: number): string {
  return String(Math.round(value * 100) / 100);
}
