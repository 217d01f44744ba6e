import type { Span } from '../text/document/index.ts';
import type { RenderStep } from './rendering.ts';

/** So many steps are kept; a prompt of 1,000 messages takes some ten thousand. */
const MOST_STEPS = 200_000;

type Draft<Step> = Step extends RenderStep ? Omit<Step, 'parent' | 'range' | 'span'> & { readonly span: Span } : never;
export type StepDraft = Draft<RenderStep>;

/** The steps of a rendering, before anybody knows what each wrote. */
export class Steps {
  readonly #kept: (RenderStep & { range: Span | null })[] = [];
  readonly #open: number[] = [];
  isCut = false;

  /** The innermost step that is open; -1 where there is none, or where it was not kept. */
  get open(): number {
    return this.#open.at(-1) ?? -1;
  }

  /** @returns its index; -1 where it was not kept */
  add(draft: StepDraft): number {
    if (this.#kept.length >= MOST_STEPS) {
      this.isCut = true;
      return -1;
    }
    const { from, to } = draft.span;
    this.#kept.push({ ...draft, span: { from, to }, parent: this.open, range: null });
    return this.#kept.length - 1;
  }

  enter(draft: StepDraft): number {
    const index = this.add(draft);
    this.#open.push(index);
    return index;
  }

  /** @param ended of a turn of a loop */
  leave(ended?: 'end' | 'break' | 'continue'): void {
    const index = this.#open.pop() ?? -1;
    const step = this.#kept[index];
    if (ended !== undefined && step?.kind === 'turn') this.#kept[index] = { ...step, ended };
  }

  setTurns(index: number, turns: number): void {
    const step = this.#kept[index];
    if (step?.kind === 'loop') this.#kept[index] = { ...step, turns };
  }

  /** All steps; a step wrote what its parts wrote. `ranges` has what each wrote of its own. */
  finished(ranges: ReadonlyMap<number, Span>): readonly RenderStep[] {
    const kept = this.#kept;
    for (const [index, range] of ranges) {
      const step = kept[index];
      if (step !== undefined) step.range = range;
    }
    // A part comes after its whole.
    for (let index = kept.length - 1; index >= 0; index -= 1) {
      const { parent, range } = kept[index] as RenderStep;
      const whole = kept[parent];
      if (whole === undefined || range === null) continue;
      const own = whole.range;
      whole.range = own === null ? range : { from: Math.min(own.from, range.from), to: Math.max(own.to, range.to) };
    }
    return kept;
  }
}
