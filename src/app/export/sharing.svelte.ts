import { SvelteSet } from 'svelte/reactivity';
import type { Finding } from './private-findings.ts';

/** What somebody has decided to share although it looks private. It is forgotten with the page. */
export class Sharing {
  readonly #accepted = new SvelteSet<string>();

  /** Those that nobody has decided about. */
  undecided(findings: readonly Finding[]): readonly Finding[] {
    return findings.filter(({ value }) => !this.#accepted.has(value));
  }

  accept(findings: readonly Finding[]): void {
    for (const { value } of findings) this.#accepted.add(value);
  }

  /** Asks about all of them again. */
  reconsider(): void {
    this.#accepted.clear();
  }
}
