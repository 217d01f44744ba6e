import { SvelteMap } from 'svelte/reactivity';
import { engineOf, runtimeList, runtimesFor, type Runtime } from '../../core/index.ts';

/** The code of engines on this thread, for what is run here and not in a worker: streams, and redacted cases. */
export class EngineCode {
  readonly #arrived = new SvelteMap<string, readonly Runtime[]>();
  /** Why code is missing; '' when it is here, or on its way. */
  problem = $state('');

  /** The runtimes among which `id` is found; null while their code is missing. */
  runtimesOf(id: string): readonly Runtime[] | null {
    const engine = engineOf(id);
    return engine === null ? runtimeList : (this.#arrived.get(engine.id) ?? null);
  }

  /** Fetches what `runtimesOf` needs. */
  async fetch(id: string): Promise<void> {
    this.problem = '';
    const engine = engineOf(id);
    if (engine === null) return;
    try {
      this.#arrived.set(engine.id, await runtimesFor(id));
    } catch {
      this.problem = `The code of ${engine.label} could not be loaded. Check the connection, then try again.`;
    }
  }
}
