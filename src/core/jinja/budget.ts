import { TemplateFault } from './faults.ts';
import type { Allowance } from './rendering.ts';

/** Real prompts take some thousand steps; an endless loop is stopped within a second or two. */
const defaultAllowance: Allowance = { steps: 10_000_000, characters: 20_000_000, depth: 150 };

/** What a rendering has left of its allowance. */
export class Budget {
  readonly #allowance: Allowance;
  #steps = 0;
  #characters = 0;
  #depth = 0;

  constructor(allowance: Partial<Allowance> = {}) {
    this.#allowance = { ...defaultAllowance, ...allowance };
  }

  /** @throws TemplateFault where the steps are used up */
  spend(steps: number): void {
    this.#steps += steps;
    if (this.#steps > this.#allowance.steps) throw this.#fault('steps', 'steps');
  }

  /** Asked before a text is made. @throws TemplateFault where the characters are used up */
  make(characters: number): void {
    this.#characters += characters;
    if (this.#characters > this.#allowance.characters) throw this.#fault('characters', 'characters');
    // Copying a text is quick, but not free.
    this.spend(characters >> 8);
  }

  /** The steps so far. */
  get spent(): number {
    return this.#steps;
  }

  enter(): void {
    this.#depth += 1;
    if (this.#depth > this.#allowance.depth) throw this.#fault('depth', 'calls inside of one another');
  }

  leave(): void {
    this.#depth -= 1;
  }

  #fault(what: keyof Allowance, unit: string): TemplateFault {
    const limit = this.#allowance[what].toLocaleString('en-US');
    const exception = what === 'depth' ? 'RecursionError' : 'AllowanceError';
    return new TemplateFault('allowance', exception, `The template takes more than ${limit} ${unit}`, what);
  }
}
