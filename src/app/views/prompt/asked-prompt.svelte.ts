import type { AugmentedPrompt } from '../../../core/index.ts';
import { Asked } from '../../page/asked.svelte.ts';
import { FormatsClient } from '../../page/formats-client.ts';
import type { Page } from '../../page/page.svelte.ts';

/** The system prompt that asks for the format of the case: the preview shows it, and a run sends it. */
export class AskedPrompt extends Asked<'ask'> {
  readonly #page: Pick<Page, 'session' | 'of'>;

  constructor(page: Pick<Page, 'session' | 'of'>) {
    super({
      worker: () => page.of(FormatsClient).worker,
      after: 100,
      job: () => {
        const { askedFormat, askedWords: words, tools, system } = page.session.active;
        return { kind: 'ask', format: askedFormat, tools, system, words };
      },
    });
    this.#page = page;
  }

  /** Null until it is here, for a format that nobody asks for in text, and for the fence of ExAthena. */
  get prompt(): AugmentedPrompt | null {
    const { askedFormat } = this.#page.session.fields;
    return askedFormat !== '' && this.about?.format === askedFormat ? this.answer : null;
  }
}
