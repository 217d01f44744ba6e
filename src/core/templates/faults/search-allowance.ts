import type { Rendering } from '../../jinja/index.ts';

/** Real templates take a fiftieth of it. A hostile one uses it up within a second or two. */
const MOST_STEPS = 3_000_000;
/** What a rendering costs besides its steps: pieces are sorted and compared. In UTF-16 units for a step. */
const CHARACTERS = 8;

/** A template took so much that the search in its renderings ended. Thrown inside of this room only. */
class SearchEnded extends Error {}

/** How much all renderings of one search may take together. One of them has an allowance of its own. */
export class SearchAllowance {
  #left = MOST_STEPS;

  /** @throws SearchEnded where nothing is left */
  check(): void {
    if (this.#left <= 0) throw new SearchEnded();
  }

  /** Counts a rendering, or the reading of a template that is so long. */
  spend({ spent, prompt }: Pick<Rendering, 'spent' | 'prompt'>): void {
    this.#left -= spent + prompt.length / CHARACTERS;
  }

  /** Gives up: what comes next would take too much. */
  end(): never {
    this.#left = 0;
    throw new SearchEnded();
  }

  /** Runs a search, or a part of one; false where the allowance ended it. */
  run(search: () => void): boolean {
    try {
      search();
      return true;
    } catch (error) {
      if (error instanceof SearchEnded) return false;
      throw error;
    }
  }
}
