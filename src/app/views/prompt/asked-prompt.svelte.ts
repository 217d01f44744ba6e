import type { AugmentedPrompt } from '../../../core/index.ts';
import { FormatsClient } from '../../page/formats-client.ts';
import type { Page } from '../../page/page.svelte.ts';

/** The system prompt that asks for one format. */
export class AskedPrompt {
  readonly #page: Pick<Page, 'of'>;
  /** Null until it is here, and for a format that nobody asks for in text. */
  prompt = $state.raw<AugmentedPrompt | null>(null);

  constructor(page: Pick<Page, 'of'>) {
    this.#page = page;
  }

  async follow(format: string, tools: string, system: string): Promise<void> {
    const { worker } = this.#page.of(FormatsClient);
    const result = await worker.run({ kind: 'ask', format, tools, system });
    this.prompt = result.ok ? result.answer : null;
  }
}
