import { learnWording, verdictOf, type ToolDefinition, type Validation, type Verdict } from '../core/index.ts';
import type { SentCall, SentExtraction, ToolsAnswer } from '../worker/protocol.ts';

export type { SentCall };

/** What the workers answered. Written by `sync.svelte.ts`, read by everything that shows. */
export class Results {
  #extraction = $state.raw<SentExtraction | null>(null);
  #validations = $state.raw<readonly Validation[]>([]);
  #tools = $state.raw<ToolsAnswer | null>(null);
  #toolsInForce = $state.raw<readonly ToolDefinition[]>([]);
  /** True while the text on the page is newer than the answer. */
  stale = $state(false);

  readonly verdict: Verdict | null = $derived(this.#extraction === null ? null : verdictOf(this.#extraction));

  get extraction(): SentExtraction | null {
    return this.#extraction;
  }

  get tools(): ToolsAnswer | null {
    return this.#tools;
  }

  /** The tools of the last text that was JSON: while one is typed, the others stay declared. */
  get toolsInForce(): readonly ToolDefinition[] {
    return this.#toolsInForce;
  }

  validationOf(index: number, call: SentCall): Validation {
    return this.#validations[index] ?? call.validation;
  }

  setExtraction(extraction: SentExtraction): void {
    learnWording(extraction.wording);
    this.#extraction = extraction;
    this.#validations = [];
  }

  setValidations(validations: readonly Validation[]): void {
    this.#validations = validations;
  }

  setTools(answer: ToolsAnswer): void {
    this.#tools = answer;
    if (!answer.problems.some(({ code }) => code === 'syntax')) {
      this.#toolsInForce = answer.tools.map(({ definition }) => definition);
    }
  }
}
