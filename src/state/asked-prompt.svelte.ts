import type { AugmentedPrompt } from '../core/index.ts';
import { openCoreClient, type WorkerClient } from '../worker/client.ts';

/** The system prompt that asks for one format. */
export class AskedPrompt {
  /** Null until it is here, and for a format that nobody asks for in text. */
  prompt = $state.raw<AugmentedPrompt | null>(null);
  #core: WorkerClient | null = null;

  async follow(format: string, tools: string, system: string): Promise<void> {
    this.#core ??= openCoreClient();
    const result = await this.#core.run({ kind: 'ask', format, tools, system });
    this.prompt = result.ok ? result.answer : null;
  }

  dispose(): void {
    this.#core?.dispose();
    this.#core = null;
  }
}
