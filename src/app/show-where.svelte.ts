import { stepAt } from '../core/index.ts';
import type { Page } from './context.ts';
import { refusedAt } from './page/reading/refused-at.ts';
import { reveal } from './reveal.ts';

/** Ends what takes the last mark away. */
let stop: (() => void) | null = null;

/**
 * Pins the step that decided, and marks what is looked for: what somebody expects, or else the character at which the step failed.
 * The mark goes with the answer that it is about.
 */
export function showWhere(page: Page): void {
  const { session, results, selection } = page;
  const { extraction } = results;
  const index = results.verdict?.step ?? null;
  const step = index === null ? undefined : extraction?.trace[index];
  if (step === undefined) return;
  const wanted = session.fields.expected;
  const expected = results.judgementOf(wanted)?.at ?? null;
  const failedAt = refusedAt(step);
  const place = expected ?? (failedAt === null ? null : { from: failedAt, to: failedAt + 1 });
  const nearest = expected === null ? null : stepAt(extraction?.trace ?? [], expected.from);
  session.set({ step: nearest ?? index });
  selection.hovered = place;
  reveal(page, place ?? step);
  stop?.();
  stop = $effect.root(() => {
    $effect(() => {
      if (results.extraction === extraction && session.fields.expected === wanted) return;
      if (selection.hovered === place) selection.hovered = null;
      stop?.();
    });
  });
}
