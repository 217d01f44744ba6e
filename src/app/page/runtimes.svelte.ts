import type { ProjectInfo, RuntimeInfo } from '../../core/index.ts';

/**
 * The runtimes that there are, as the worker knows them: their code stays out of the page. Empty until the worker has
 * answered, and without the engines until their code has arrived; until then a runtime goes by its id.
 */
export class Runtimes {
  #named = $state.raw<readonly ProjectInfo[]>([]);
  readonly #projects = $derived(this.#named.filter(({ runtimes }) => runtimes.length > 0));
  readonly list: readonly RuntimeInfo[] = $derived(this.#named.flatMap(({ runtimes }) => runtimes));
  /** Whether the engines are here. */
  #isWhole = $state(false);
  /** Why the engines are missing; '' when they are here, or on their way. */
  problem = $state('');
  /** Asks for the engines again. */
  retry: () => void = () => undefined;

  /** All projects, also those whose runtimes are on their way. */
  get named(): readonly ProjectInfo[] {
    return this.#named;
  }

  /** In the order of the picker. */
  get projects(): readonly ProjectInfo[] {
    return this.#projects;
  }

  get isWhole(): boolean {
    return this.#isWhole;
  }

  set(projects: readonly ProjectInfo[], isWhole = true): void {
    this.#named = projects;
    this.#isWhole = isWhole;
  }

  find(id: string): RuntimeInfo | undefined {
    return this.list.find((runtime) => runtime.id === id);
  }

  readonly labelOf = (id: string): string => this.find(id)?.label ?? id;
}
