import { type Span, stepAt, type TraceEvent } from '../core/index.ts';
import type { Page } from './context.ts';
import { refusedAt } from './page/reading/refused-at.ts';
import { reveal } from './reveal.ts';

/**
 * Pins the step that decided, and marks what is looked for: what somebody expects, or else the character at which the step failed.
 * Returns what was marked; null where the step itself is the place.
 *
 * @param expected where what is not as expected is
 */
export function showWhere(page: Page, index: number, step: TraceEvent, expected: Span | null): Span | null {
  const { session, results, selection } = page;
  const failedAt = refusedAt(step);
  const place = expected ?? (failedAt === null ? null : { from: failedAt, to: failedAt + 1 });
  const nearest = expected === null ? null : stepAt(results.extraction?.trace ?? [], expected.from);
  session.set({ step: nearest ?? index });
  selection.hovered = place;
  reveal(page, place ?? step);
  return place;
}
