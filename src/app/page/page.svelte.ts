import { Results } from './reading/results.svelte.ts';
import { Runtimes } from './runtimes.svelte.ts';
import { Selection } from './selection.svelte.ts';
import { Session } from './session.svelte.ts';

/** What an open lesson asks the views to leave out: nothing, what leads away from it, or all that the engine did as well. */
export type Quiet = 'none' | 'calm' | 'veiled';

/**
 * What a page holds. The data, the answers and what the reader points at are there from the start; everything else is
 * made when somebody first asks for it, so that the code of a view comes with that view.
 */
export class Page {
  readonly session = new Session();
  readonly runtimes = new Runtimes();
  readonly results = new Results();
  readonly selection = new Selection();
  /** Set by whoever runs lessons. Until the open one is there, nobody sees its answers. */
  lessonQuiet: () => Quiet = $state.raw(() => 'veiled');
  readonly #members = new WeakMap<object, unknown>();

  get quiet(): Quiet {
    return this.session.fields.layout.learn.lesson === '' ? 'none' : this.lessonQuiet();
  }

  /** The one instance of a class on this page. */
  of<Member>(type: new (page: Page) => Member): Member {
    if (!this.#members.has(type)) {
      // In a root of its own: what is derived in a member lives on when the component that asked first is gone.
      $effect.root(() => {
        this.#members.set(type, new type(this));
      });
    }
    return this.#members.get(type) as Member;
  }
}
