import type { LogProblem } from '../reply.ts';

/** So many problems of a kind are listed; the others are counted. */
const MOST_PROBLEMS = 100;

/** What was wrong with a log. */
export class Troubles {
  /** All of them, also those that are not listed. */
  count = 0;
  readonly listed: LogProblem[] = [];
  readonly #ofKind = new Map<LogProblem['code'], number>();

  add(problem: LogProblem): void {
    this.count += 1;
    const ofKind = this.#ofKind.get(problem.code) ?? 0;
    this.#ofKind.set(problem.code, ofKind + 1);
    if (ofKind < MOST_PROBLEMS) this.listed.push(problem);
  }
}
