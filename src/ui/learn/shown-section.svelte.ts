import type { Page } from '../../state/page.svelte.ts';

/** The sections of the view Learn. */
export type LearnSection = 'formats' | 'examples' | 'engines';

/** Which section is in front; it stays when the reader leaves the view and comes back. */
export class ShownSection {
  readonly #page: Page;
  #chosen: { readonly section: LearnSection; readonly formatPage: string | null } = $state.raw({
    section: 'formats',
    formatPage: null,
  });

  constructor(page: Page) {
    this.#page = page;
  }

  /** Whoever opens the page of another format wants to see it, whatever was in front. */
  get section(): LearnSection {
    const { section, formatPage } = this.#chosen;
    return formatPage === this.#page.session.fields.formatPage ? section : 'formats';
  }

  set section(section: LearnSection) {
    this.#chosen = { section, formatPage: this.#page.session.fields.formatPage };
  }
}
