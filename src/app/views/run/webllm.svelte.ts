import type { ModelSource } from '../../sources/source.ts';
import { cachedFiles, deleteCached, missingBytes, type CachedFiles } from '../../sources/webllm/cache.ts';
import {
  defaultWebLlmModel,
  downloadBytes,
  hostsOf,
  modelLabel,
  webLlmModel,
  webLlmModels,
  type WebLlmModel,
} from '../../sources/webllm/models.ts';
import { preflight, sizeText, type Check } from '../../sources/webllm/preflight.ts';
import type { WebLlmSettings } from '../../sources/webllm/source.ts';
import { lookAround, type Surroundings } from '../../sources/webllm/surroundings.ts';

export { hostsOf, modelLabel, sizeText, webLlmModel, webLlmModels };
export type { CachedFiles, WebLlmModel };

/** Which model of WebLLM's list, whether it can run here, and what of it is already here. In memory only. */
export class WebLlmChoice {
  id = $state(defaultWebLlmModel);
  /** Send the text as it is, without the template of the model. */
  raw = $state(false);
  #around = $state.raw<Surroundings | null>(null);
  #missing = $state.raw<{ readonly id: string; readonly bytes: number | null } | null>(null);
  /** What the browser keeps; null until somebody has looked. */
  cached = $state.raw<readonly CachedFiles[] | null>(null);

  readonly model: WebLlmModel = $derived(webLlmModel(this.id) ?? (webLlmModels[0] as WebLlmModel));

  readonly settings: WebLlmSettings = $derived({ model: this.model, raw: this.raw });

  readonly #missingBytes = $derived(this.#missing?.id === this.id ? this.#missing.bytes : null);

  /** The most that a run would fetch; 0 when all of the model is here. */
  readonly toFetch = $derived(this.#missingBytes ?? downloadBytes(this.model));

  /** What the model needs and whether it is there; null until somebody has looked. */
  readonly checks: readonly Check[] | null = $derived(
    this.#around === null ? null : preflight(this.model, this.#around, this.#missingBytes),
  );

  /** Whether the graphics card lacks the 16-bit numbers that a model needs. */
  lacksNumbers({ f16 }: WebLlmModel): boolean {
    return f16 && this.#around?.worker.kind === 'adapter' && !this.#around.worker.facts.f16;
  }

  /** Looks at browser, card, disk and cache. Asks no server. */
  async look(): Promise<void> {
    const { model } = this;
    const [around, bytes, cached] = await Promise.all([lookAround(), missingBytes(model), cachedFiles(webLlmModels)]);
    this.#around = around;
    this.#missing = { id: model.id, bytes };
    this.cached = cached;
  }

  /** The same source; after each run, however it ends, somebody looks again. */
  watched(source: ModelSource): ModelSource {
    const look = (): Promise<void> => this.look();
    return {
      ...source,
      async *open(request, signal) {
        try {
          yield* source.open(request, signal);
        } finally {
          void look();
        }
      },
    };
  }

  async delete(files: CachedFiles): Promise<void> {
    await deleteCached(files);
    await this.look();
  }
}
