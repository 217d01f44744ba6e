import type { Budget } from './budget.ts';
import { Text, type Run, type RunOrigin } from './values/text.ts';

/** What is written: the prompt, or the text of a macro or a block on its way. */
export class Output {
  readonly #budget: Budget;
  readonly #parts: string[] = [];
  readonly #runs: Run[] = [];

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  data(text: string, origin: RunOrigin, step: number): void {
    this.#budget.make(text.length);
    this.#parts.push(text);
    this.#runs.push({ length: text.length, origin, step });
  }

  /** A text; runs that no step has written yet are this step's. */
  add(text: Text, step: number): void {
    if (text.length === 0) return;
    this.#budget.make(text.length);
    this.#parts.push(text.text);
    const runs = text.runs();
    this.#budget.spend(runs.length);
    for (const run of runs) this.#runs.push(run.step < 0 ? { ...run, step } : run);
  }

  text(): Text {
    return new Text(this.#parts.join(''), this.#runs);
  }
}
