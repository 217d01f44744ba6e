import type { Finding } from './private-findings.ts';

/** What somebody has decided to share although it looks private. It is forgotten with the page. */
export class Sharing {
  #accepted = $state.raw<ReadonlySet<string>>(new Set());

  /** Those that nobody has decided about. */
  undecided(findings: readonly Finding[]): readonly Finding[] {
    return findings.filter(({ value }) => !this.#accepted.has(value));
  }

  accept(findings: readonly Finding[]): void {
    this.#accepted = new Set([...this.#accepted, ...findings.map(({ value }) => value)]);
  }

  /** Asks about all of them again. */
  reconsider(): void {
    this.#accepted = new Set();
  }
}
