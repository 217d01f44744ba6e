import { type Attempt, forgetAttempts, keepAttempt, keptAttempt, writtenAttempt } from './kept-attempts.ts';

/** What was entered in each step, by its key. This browser keeps it, as it keeps every other text of the page. */
export class Attempts {
  /** Those of this visit. */
  #made = $state.raw<Readonly<Record<string, Attempt>>>({});
  /** As this page wrote them last: what is the same is not written once more. */
  #written: Record<string, string> = {};

  of(key: string): Attempt {
    return this.#made[key] ?? keptAttempt(key);
  }

  set(key: string, attempt: Attempt): void {
    this.#made = { ...this.#made, [key]: attempt };
  }

  /** In this browser as well. */
  keep(key: string, attempt: Attempt): void {
    const text = writtenAttempt(attempt);
    if (this.#written[key] === text) return;
    this.#written[key] = text;
    this.set(key, attempt);
    keepAttempt(key, text);
  }

  /** `lesson`: the id of the one that is forgotten; all without it. */
  forget(lesson?: string): void {
    const isForgotten = (key: string): boolean => lesson === undefined || key.startsWith(`${lesson} `);
    this.#made = Object.fromEntries(Object.entries(this.#made).filter(([key]) => !isForgotten(key)));
    this.#written = {};
    forgetAttempts(isForgotten);
  }
}
